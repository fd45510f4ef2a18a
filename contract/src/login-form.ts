// The login form (spec 5), in a separate file because only the login screen loads its schema.
import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';
import { limits } from './fields.ts';

/** Messages of spec 5, shared by the login form and the server. */
export const signInMessages = {
  emailRequired: fieldMessages['login-email-required'],
  emailInvalid: fieldMessages['login-email-invalid'],
  passwordRequired: fieldMessages['login-password-required'],
  passwordShort: fieldMessages['login-password-short'],
} as const;

/** The login form: validated before a request is sent (spec 5). */
export const loginForm = z.object({
  email: z
    .string()
    .trim()
    .min(1, signInMessages.emailRequired)
    .pipe(z.email(signInMessages.emailInvalid)),
  password: z
    .string()
    .min(1, signInMessages.passwordRequired)
    .min(limits.passwordMinLength, signInMessages.passwordShort),
});
