#!/bin/sh
# Makes the secrets of compose.yaml that are not there yet, each 256 random bits, in deploy/secrets.
# Nobody but the folder's owner can enter it; the files themselves must be readable for the users in the containers.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
for name in database_password database_superuser_password; do
  [ -s "secrets/$name" ] && continue
  head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' > "secrets/$name"
  chmod 444 "secrets/$name"
  echo "deploy/secrets/$name is made."
done
