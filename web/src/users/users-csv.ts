import { escapeFormula, type MobileUser } from '@survey/contract';
import { saveBlob } from '../ui/save-blob.ts';

const columns = [
  'username',
  'name',
  'email',
  'phonenumber',
  'cnic',
  'designation',
  'status',
  'created_at',
] as const satisfies (keyof MobileUser)[];
const extraColumns = [
  'last_seen',
  'pins_total',
  'pins_left',
] as const satisfies (keyof MobileUser)[];

/** Saves the users as users.csv, with what only our server knows where `hasExtras`; formulas are escaped. */
export const saveUsersCsv = async (
  users: readonly MobileUser[],
  hasExtras: boolean,
): Promise<void> => {
  const written = hasExtras ? [...columns, ...extraColumns] : columns;
  const { unparse } = await import('papaparse');
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'string' ? escapeFormula(value) : value;
  const rows = users.map(({ status, ...user }) => {
    const shown = { ...user, status: status ? 'active' : 'blocked' };
    return written.map((column) => cell(shown[column]));
  });
  const csv = unparse([[...written], ...rows]);
  saveBlob(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), 'users.csv');
};
