// Translates PostgreSQL's constraint errors into refusals, in this one place.
import { AppError, fieldError } from '../app-error.ts';
import { say } from '../say.ts';
import { isBroken } from './deadlocks.ts';

const taken = (field: string, what: string) => () =>
  fieldError({ [field]: [say('taken', { field: what })] });

/** Unique indexes whose violation the user can correct. */
const byConstraint: Record<string, () => AppError> = {
  users_username_unique: taken('username', 'username'),
  users_email_unique: taken('email', 'email'),
  users_cnic_unique: taken('cnic', 'CNIC'),
  report_views_name_unique: () => new AppError('conflict', say('view-name-taken')),
  assigned_pins_user_id_unit_id_key: () => new AppError('pin-exists', say('pin-exists')),
};

/** The refusal for a database error; undefined where the user did not cause it. */
export const constraintError = (
  error: Error & { code?: string; constraint?: string },
): AppError | undefined => {
  if (error.code === '23505') return byConstraint[error.constraint ?? '']?.();
  // The referenced row was deleted after it was looked up.
  if (error.code === '23503') return new AppError('conflict', say('gone-meanwhile'));
  // Nothing was changed; the same request may be retried.
  if (isBroken(error)) {
    return new AppError('unavailable', say('unavailable'), { retryAfter: 1 });
  }
  return undefined;
};
