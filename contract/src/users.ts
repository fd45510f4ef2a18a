// Mobile users: the surveyors and supervisors (spec 2 /mobile-users, 3, 5, 7).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { answeredId, done, lenientBoolean, limits, recordId, requiredText } from './fields.ts';
import { accountEmail, accountUsername, personName } from './person-fields.ts';

export const designations = ['Surveyor', 'Supervisor'] as const;
export const cnicPattern = /^\d{5}-\d{7}-\d$/;
export const cnicPlaceholder = 'XXXXX-XXXXXXX-X';

export const mobileUser = z.object({
  id: answeredId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  cnic: z.string(),
  created_at: z.string(),
  designation: z.string(),
  status: z.boolean(),
  /** Beyond spec 3: last call of the phone (ISO 8601), and numbers of pins on the list, all and unused by anybody. */
  last_seen: z.string().nullable().optional(),
  pins_total: z.number().optional(),
  pins_left: z.number().optional(),
});
export type MobileUser = z.infer<typeof mobileUser>;

const userErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const mobileUsers = defineCall({
  name: 'mobileUsers',
  module: 'users',
  method: 'GET',
  path: '/api/mobile/users',
  access: 'administrator',
  circles: 'answer',
  summary: 'All mobile users, active and blocked, by username.',
  input: {},
  reply: { kind: 'json', schema: z.object({ users: z.array(mobileUser) }) },
  errors: userErrors,
  example: {
    reply: {
      users: [
        {
          id: 2,
          username: 'ali.raza',
          name: 'Ali Raza',
          email: 'ali.raza@example.org',
          phonenumber: '03001234567',
          cnic: '35202-1234567-1',
          created_at: '2026-03-10T09:00:00.000Z',
          designation: 'Surveyor',
          status: true,
        },
      ],
    },
  },
});

/** The create-user form and call; every field is required (spec 5). */
export const newMobileUser = z.object({
  username: accountUsername,
  name: personName,
  email: accountEmail,
  phonenumber: z
    .union([z.number().transform(String), z.string()])
    .pipe(
      requiredText(30).refine(
        (value) => value === '' || /^[+\d][\d\s-]{5,}$/.test(value),
        fieldMessages['phone-number'],
      ),
    ),
  designation: z.enum(designations),
  password: z
    .string()
    .refine((value) => value !== '', { message: fieldMessages.required, abort: true })
    .min(limits.passwordMinLength)
    .max(1000),
  cnic: requiredText(20).refine(
    (value) => value === '' || cnicPattern.test(value),
    fieldMessages.cnic,
  ),
  status: lenientBoolean.optional().transform((status) => status ?? true),
});

/** The rules of spec 5 alone; those above are our server's, and another backend's own speak in its 422. */
export const literalMobileUser = z.object({
  username: requiredText(),
  name: requiredText(),
  email: newMobileUser.shape.email,
  phonenumber: requiredText(),
  designation: requiredText(),
  password: z.string().refine((value) => value !== '', fieldMessages.required),
  cnic: requiredText(),
});

export const mobileSignup = defineCall({
  name: 'mobileSignup',
  module: 'users',
  method: 'POST',
  path: '/api/mobile/signup',
  access: 'administrator',
  summary: 'Creates a mobile user. Username, email and CNIC are unique without regard to case.',
  input: { body: newMobileUser },
  reply: { kind: 'json', schema: done },
  errors: userErrors,
  example: {
    body: {
      username: 'ali.raza',
      name: 'Ali Raza',
      email: 'ali.raza@example.org',
      phonenumber: '03001234567',
      designation: 'Surveyor',
      password: 'field-2026',
      cnic: '35202-1234567-1',
      status: true,
    },
  },
});

export const changeUserStatus = defineCall({
  name: 'changeUserStatus',
  module: 'users',
  method: 'POST',
  path: '/api/change-user-status',
  access: 'administrator',
  summary: 'Blocks (false) or unblocks (true) a mobile user; blocking ends its sessions at once.',
  input: { body: z.object({ user_id: recordId, status: lenientBoolean }) },
  reply: { kind: 'json', schema: done },
  errors: [...userErrors, 'not-found'],
  example: { body: { user_id: 2, status: false } },
});

export const deleteUser = defineCall({
  name: 'deleteUser',
  module: 'users',
  method: 'POST',
  path: '/api/delete-user',
  access: 'administrator',
  summary: 'Deletes a mobile user with sessions, circles and pins; the reports stay (R19).',
  input: { body: z.object({ user_id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors: [...userErrors, 'not-found'],
  example: { body: { user_id: 2 } },
});

const editedFields = newMobileUser
  .pick({
    ...{ username: true, name: true, email: true, phonenumber: true },
    ...{ designation: true, cnic: true },
  })
  .partial();
export type EditedField = keyof z.output<typeof editedFields>;

/** What the edit form corrects; what is not given stays. */
export const editedUser = editedFields.extend({
  user_id: recordId,
  /** The values that the form was opened with: where somebody else has changed one meanwhile, nothing is stored. */
  seen: z.partialRecord(editedFields.keyof(), z.string()).optional(),
});

export const editUser = defineCall({
  name: 'editUser',
  module: 'users',
  method: 'POST',
  path: '/api/edit-user',
  access: 'administrator',
  summary:
    'Corrects what is given of a mobile user: name, phone, designation, email, CNIC, and the username that no report carries yet.',
  input: { body: editedUser },
  reply: { kind: 'json', schema: done },
  errors: [...userErrors, 'not-found', 'conflict'],
  extension: true,
  example: {
    body: { user_id: 2, designation: 'Supervisor', seen: { designation: 'Surveyor' } },
  },
});

export const checkUsername = defineCall({
  name: 'checkUsername',
  module: 'users',
  method: 'GET',
  path: '/api/check-username',
  access: 'administrator',
  summary:
    'Which usernames look like this one without being it: letters of another script, l for 1.',
  input: { query: z.object({ username: requiredText(limits.usernameLength) }) },
  reply: { kind: 'json', schema: z.object({ alike: z.array(z.string()) }) },
  errors: userErrors,
  extension: true,
  example: { query: { username: 'ali.raza' }, reply: { alike: ['al1.raza'] } },
});

export const resetUserPassword = defineCall({
  name: 'resetUserPassword',
  module: 'users',
  method: 'POST',
  path: '/api/reset-user-password',
  access: 'administrator',
  summary: 'Sets a new password for a mobile user and ends its sessions.',
  input: { body: z.object({ user_id: recordId, password: newMobileUser.shape.password }) },
  reply: { kind: 'json', schema: done },
  errors: [...userErrors, 'not-found'],
  extension: true,
  example: { body: { user_id: 2, password: 'field-2027' } },
});
