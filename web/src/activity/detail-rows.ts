// The details of an audit entry as rows for a table.
import { msg, t } from '../text/text.ts';

export interface DetailRow {
  /** The key in the entry; `labelOf` gives its label. */
  key: string;
  before?: string;
  after: string;
}

/** Database ids, and values that the drawer shows elsewhere. */
const hidden = /(^|_)ids?$|^report$|^submission_id$|^assigned_at$|^entry$/;

const known: Record<string, string> = {
  username: msg('User'),
  usernames: msg('Users'),
  users: msg('Users'),
  circle: msg('Circle'),
  circles: msg('Circles'),
  pin: msg('PIN'),
  status: msg('Status'),
  source_user: msg('From user'),
  target_user: msg('To user'),
  moved: msg('Pins moved'),
  merged: msg('Pins both had'),
  added: msg('Added'),
  already_there: msg('Already there'),
  started_over: msg('Started over'),
  used: msg('Used pins'),
  not_used: msg('Pins not used'),
  stored: msg('Rows stored'),
  updated: msg('Rows updated'),
  unchanged: msg('Rows unchanged'),
  unassignable: msg('Rows that cannot be assigned'),
  rows: msg('Rows in the file'),
  matched: msg('Pins matched'),
  changed: msg('Pins changed'),
  unmatched: msg('Rows without a pin'),
  reports: msg('Reports'),
  replaced: msg('Reports replaced'),
  restored: msg('Reports that came back'),
  filters: msg('Filters'),
  was_assigned: msg('On the list of the surveyor'),
  name: msg('Name'),
  email: msg('Email'),
  phonenumber: msg('Phone'),
  cnic: msg('CNIC'),
  designation: msg('Designation'),
  reason: msg('Reason'),
  action: msg('Change that was undone'),
  is_new: msg('New assignment'),
  newly_assigned: msg('Newly assigned users'),
  unit_is_new: msg('New unit'),
  target_is_new: msg('New assignment of the target'),
  left_out: msg('Left out'),
  ratingarea: msg('Rating Area'),
  Locality: msg('Locality'),
  Block: msg('Block'),
  Street_Address: msg('Street Address'),
  OwnerName: msg('Owner Name'),
  Road: msg('Road'),
  columns: msg('Columns'),
  photos: msg('Photos'),
  made_at: msg('Made at'),
};

/** The label of a key, for `t`; a key without a label is shown with spaces for underscores. */
export const labelOf = (key: string): string => known[key] ?? key.replaceAll('_', ' ');

/** Words of the server that stand as a value. */
const words: Partial<Record<string, string>> = {
  'wrong-credentials': msg('wrong email or password'),
  'user-blocked': msg('blocked'),
  'second-factor-required': msg('second factor missing'),
  'second-factor-wrong': msg('wrong second factor'),
};

const listed = 10;

const written = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) {
    const some = value.slice(0, listed).map((one) => written(one?.id ?? one));
    return value.length > listed
      ? `${some.join(', ')} … (${value.length})`
      : some.join(', ') || '–';
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, one]) => `${t(labelOf(key))}: ${written(one)}`)
      .join(', ');
  }
  const word = words[String(value)];
  return word === undefined ? String(value) : t(word);
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names and values of the details; a value before and after the change is one row. */
export const detailRows = (details: Fields): DetailRow[] => {
  const { before, after, ...rest } = details;
  const was = isFields(before) ? before : {};
  const is = isFields(after) ? after : {};
  const compared = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !hidden.test(key))
    .map((key) => ({
      key,
      ...(isFields(before) && { before: written(was[key]) }),
      after: isFields(after) ? written(is[key]) : '–',
    }));
  const others = Object.entries(rest)
    .filter(([key]) => !hidden.test(key))
    .map(([key, value]) => ({ key, after: written(value) }));
  return [...others, ...compared];
};
