#!/bin/sh
# The image of PostgreSQL runs this once, when it makes the database: an ordinary role for the server, which owns its
# database and nothing else.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat /run/secrets/database_password`
create role survey login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database survey owner survey;
revoke all on database survey from public;
revoke connect on database postgres from public;
SQL
