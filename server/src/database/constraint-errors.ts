// PostgreSQL's refusals in the product's words, translated in this one place.
import { errorMessages } from '@survey/contract';
import { AppError, fieldError } from '../app-error.ts';
import { isBroken } from './deadlocks.ts';

const taken = (field: string, what: string) => () =>
  fieldError({ [field]: [`The ${what} has already been taken.`] });

/** Unique indexes whose refusal is the user's to mend. */
const byConstraint: Record<string, () => AppError> = {
  users_username_unique: taken('username', 'username'),
  users_email_unique: taken('email', 'email'),
  users_cnic_unique: taken('cnic', 'CNIC'),
  report_views_name_unique: () =>
    new AppError('conflict', 'You have a view with this name already.'),
  assigned_pins_user_id_unit_id_key: () => new AppError('pin-exists', errorMessages.pinExists),
};

/** The refusal that a database error means; undefined where it is not the user's doing. */
export const constraintError = (
  error: Error & { code?: string; constraint?: string },
): AppError | undefined => {
  if (error.code === '23505') return byConstraint[error.constraint ?? '']?.();
  // What it refers to was there when it was looked up, and is not any more.
  if (error.code === '23503') return new AppError('conflict', errorMessages.goneMeanwhile);
  // Nothing was changed, the same request may simply be sent again.
  if (isBroken(error)) {
    return new AppError('unavailable', errorMessages.unavailable, { retryAfter: 1 });
  }
  return undefined;
};
