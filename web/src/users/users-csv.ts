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
  'last_seen',
  'pins_total',
  'pins_left',
] as const satisfies (keyof MobileUser)[];

/** Saves the users as users.csv; formulas are escaped. */
export const saveUsersCsv = async (users: readonly MobileUser[]): Promise<void> => {
  const { unparse } = await import('papaparse');
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'string' ? escapeFormula(value) : value;
  const rows = users.map(({ status, ...user }) => {
    const shown = { ...user, status: status ? 'active' : 'blocked' };
    return columns.map((column) => cell(shown[column]));
  });
  const csv = unparse([[...columns], ...rows]);
  saveBlob(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), 'users.csv');
};
