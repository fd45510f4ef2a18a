// Audit entries cannot be changed, but personal data of deleted users in them can be masked.
import { type Kysely, sql } from 'kysely';

const statements = `
drop trigger audit_entries_stay on audit_entries;
create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function refuse_change_of_audit();

create function refuse_change_of_entry() returns trigger language plpgsql as $$
begin
  -- Set for one transaction by the masking (database/audit-people.ts), which changes only details.
  if coalesce(current_setting('survey.masks_people', true), '') <> 'on'
    or to_jsonb(new) - 'details' <> to_jsonb(old) - 'details' then
    raise exception 'entries of the audit trail cannot be changed';
  end if;
  return new;
end $$;
create trigger audit_entries_as_written before update on audit_entries
  for each row execute function refuse_change_of_entry();

-- The part of an entry's details about a person, with the keys that masking replaces.
create function masked_person(person jsonb, keys text[], shown int) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case
    when key = any(keys) and jsonb_typeof(value) = 'string'
      then to_jsonb(left(value #>> '{}', shown) || '…') else value end)
  from jsonb_each(person)
$$;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
