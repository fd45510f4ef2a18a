// DATABASE_URL: whether the way to the database is encrypted, and the password that stands elsewhere.
import { accessSync, constants } from 'node:fs';

/** TLS with a certificate that is checked, TLS with one that is not, and none. */
const modes = ['verify-full', 'no-verify', 'disable'] as const;

/**
 * Older and weaker names that managed databases write into their addresses. All of them are read as `verify-full`; the
 * driver does the same, but announces to give them their weaker meaning one day.
 */
const readAsVerifyFull = ['prefer', 'require', 'verify-ca'];

const parameterOfFile = ['sslrootcert', 'sslcert', 'sslkey'];

const isReadable = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

/** What is wrong with the address of a database, as the end of a sentence; undefined where nothing is. */
export const addressProblem = (address: string): string | undefined => {
  if (!/^postgres(ql)?:\/\//.test(address)) {
    return 'must begin with postgres:// or postgresql://';
  }
  if (!URL.canParse(address)) return 'must be an address such as postgres://user@host:5432/name';
  const { searchParams } = new URL(address);
  const mode = searchParams.get('sslmode');
  if (mode !== null && ![...modes, ...readAsVerifyFull].includes(mode)) {
    return `must have one of sslmode=${modes.join(', ')}`;
  }
  for (const name of parameterOfFile) {
    const file = searchParams.get(name);
    if (file !== null && !isReadable(file)) return `names a file in ${name} that cannot be read`;
  }
  return undefined;
};

/**
 * The address as the driver gets it.
 * @param password for addresses that name none
 */
export const completeAddress = (address: string, password: string | undefined): string => {
  const url = new URL(address);
  const isWeak = readAsVerifyFull.includes(url.searchParams.get('sslmode') ?? '');
  if (isWeak) url.searchParams.set('sslmode', 'verify-full');
  const isMissing = password !== undefined && url.password === '';
  if (isMissing) url.password = encodeURIComponent(password);
  return isWeak || isMissing ? url.href : address;
};

/** Whether others can read along on the way to the database, and nobody has said that they may. */
export const isReadAlong = (address: string): boolean => {
  const { hostname, searchParams } = new URL(address);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  const isHere = host === '' || /^(\/|127\.|localhost$|\[?::1\]?$)/.test(host);
  const isChosen = ['sslmode', 'ssl', 'sslnegotiation'].some((name) => searchParams.has(name));
  return !isHere && !isChosen;
};

/** The message where a pooler such as PgBouncer stands in front of the database. */
export const poolerProblem =
  'DATABASE_URL leads through a pooler that does not pass on what a session sets, such as PgBouncer: name PostgreSQL itself, or a HAProxy in front of it. DATABASE_CONNECTIONS bounds the connections of each server (see docs/operations.md)';
