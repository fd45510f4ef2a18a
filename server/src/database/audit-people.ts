// What the audit trail says of people who are gone. Who did what, when and to whom stays.
import { sql } from 'kysely';
import type { Writer } from './connection.ts';

/** Masked when a user is deleted: two characters stay, to tell people apart. */
const maskedKeys = ['email', 'cnic', 'phonenumber'];
/** Erased on request, the name too. */
const erasedKeys = [...maskedKeys, 'name'];

const change = async (db: Writer, userId: number, keys: string[], shown: number) => {
  await sql`select set_config('survey.masks_people', 'on', true)`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update audit_entries
    set details = details
      || case when jsonb_typeof(details -> 'before') = 'object'
        then jsonb_build_object('before', masked_person(details -> 'before', ${keys}::text[], ${shown}::int))
        else '{}' end
      || case when jsonb_typeof(details -> 'after') = 'object'
        then jsonb_build_object('after', masked_person(details -> 'after', ${keys}::text[], ${shown}::int))
        else '{}' end
    where action in ('mobile-signup', 'edit-user', 'delete-user', 'add-administrator', 'remove-administrator')
      and action <> 'submit-report' and details ->> 'user_id' = ${String(userId)}`.execute(db);
  await sql`select set_config('survey.masks_people', 'off', true)`.execute(db);
  return Number(numAffectedRows);
};

/** Masks email, CNIC and phone of a user in all entries; returns how many there are. */
export const maskPerson = (db: Writer, userId: number): Promise<number> =>
  change(db, userId, maskedKeys, 2);

/** Erases email, CNIC, phone and name of a user from all entries; returns how many there are. */
export const erasePerson = (db: Writer, userId: number): Promise<number> =>
  change(db, userId, erasedKeys, 0);
