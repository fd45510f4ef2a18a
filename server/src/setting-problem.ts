// What the system or the database says of a wrong setting, as one line that names the setting.
import { poolerProblem } from './database-address.ts';

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  hostname?: string;
  address?: string;
  path?: string;
  errors?: Error[];
}

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** PostgreSQL's classes for a refused sign-in, a database that is not there, missing rights, a read-only one, no room. */
const refusedByDatabase = /^(28|3D000|42501|25006|53)/;
/** OpenSSL's refusals of a certificate, as Node names them. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/;
const diskFull = '53100';
const noRoom = /^.*No space left on device.*$/m;
const disk = /^(EACCES|EPERM|EROFS|ENOTDIR|EDQUOT)$/;

const textOf = (error: SystemError): string =>
  error.message || error.errors?.map(({ message }) => message).join(', ') || (error.code ?? '');

/**
 * The line for an error of the start; undefined where no setting is known to be wrong.
 * @param host HOST, whose name may be the one that is not found
 */
export const settingProblem = (error: SystemError, host: string): string | undefined => {
  const { code = '', syscall, hostname } = error;
  // The error may come from this process, initdb or PostgreSQL, whose messages have several lines.
  const full = noRoom.exec(textOf(error));
  if (full || code === 'ENOSPC' || code === diskFull) {
    return `DATA_DIR, or the disk of the database, has no room left: ${full?.[0].trim() ?? textOf(error)}`;
  }
  if (syscall === 'listen' || (hostname !== undefined && hostname === host)) {
    return `HOST cannot be listened on: ${textOf(error)} (see docs/operations.md)`;
  }
  if (/unsupported startup parameter/.test(error.message)) return poolerProblem;
  if (unreachable.test(code)) return `DATABASE_URL cannot be reached: ${textOf(error)}`;
  if (refusedByDatabase.test(code)) return `DATABASE_URL cannot be used: ${textOf(error)}`;
  if (untrusted.test(code) || /does not support SSL/.test(error.message)) {
    return `DATABASE_URL cannot be reached over TLS: ${textOf(error)} (sslmode and sslrootcert, see docs/operations.md)`;
  }
  if (disk.test(code)) return `DATA_DIR or PHOTO_STORE cannot be written: ${textOf(error)}`;
  return error.cause instanceof Error
    ? settingProblem(error.cause as SystemError, host)
    : undefined;
};
