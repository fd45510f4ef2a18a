// Transactions in which reports changed, for consistent pages of feeds and for changes since a moment (ADR 95).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  // The transaction of the last change, and the one in which the report was replaced or set aside. Null for changes
  // before this migration.
  expand: `
alter table reports
  add column if not exists changed_xid xid8,
  add column if not exists left_xid xid8;
`,
  indexes: [
    'reports_changed on reports (changed_xid, id) where changed_xid is not null',
    'reports_left on reports (left_xid) where left_xid is not null',
  ],
};

const statements = `
-- Set after the column was added, so that no row is rewritten.
alter table reports alter column changed_xid set default pg_current_xact_id();

create function note_change_of_report() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  if new.replaced_by is null then
    new.left_xid := null;
  elsif old.replaced_by is null then
    new.left_xid := new.changed_xid;
  end if;
  return new;
end $$;
create trigger reports_change before update on reports for each row
  when (new.replaced_by is distinct from old.replaced_by
    or new.resubmission is distinct from old.resubmission
    or new.review is distinct from old.review
    or new.reviewed_at is distinct from old.reviewed_at
    or new.photo_name is distinct from old.photo_name
    or new.is_second is distinct from old.is_second)
  execute function note_change_of_report();
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
