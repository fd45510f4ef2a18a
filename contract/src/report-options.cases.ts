// Reports and the filter options they give (R20): one table of cases for the two implementations, the server's
// queries and the console's `reportOptionsOf`.
import type { ReportOptions } from './reports.ts';

interface ReportCase {
  username: string;
  user_name: string;
  circle: string;
  land: string;
  floors_num: number;
  land_area: number;
  covered_area: number;
  resubmission: 0 | 1 | null;
  /** Time of capture in the operation's time zone, `DD/MM/YYYY HH:mm:ss`. */
  capture_time: string;
}

const plain: ReportCase = {
  username: 'sana',
  user_name: 'Sana',
  circle: 'Saddar',
  land: 'Residential',
  floors_num: 2,
  land_area: 100,
  covered_area: 80,
  resubmission: null,
  capture_time: '05/02/2026 09:00:00',
};

/** In the order of their ids. */
export const reportsForOptions: readonly ReportCase[] = [
  { ...plain, circle: 'model town' },
  { ...plain, circle: 'MODEL TOWN', land: 'Vacant', floors_num: 10 },
  { ...plain, circle: 'Model Town', land: '', floors_num: 0 },
  { ...plain, resubmission: 1 },
  // Renamed between two captures; an older capture arrived last, and 09/01 is later than 31/12 of the year before.
  { ...plain, username: 'nadia', user_name: 'Zadia', capture_time: '31/12/2025 23:00:00' },
  { ...plain, username: 'nadia', user_name: 'Nadia', capture_time: '07/01/2026 08:00:00' },
  { ...plain, username: 'nadia', user_name: 'Nadia', capture_time: '09/01/2026 08:00:00' },
  { ...plain, username: 'nadia', user_name: 'Nadja', capture_time: '08/01/2026 23:59:59' },
  // Renamed within one second: the larger id is the newer report.
  { ...plain, username: 'omar', user_name: 'Omar 1', land_area: 250 },
  { ...plain, username: 'omar', user_name: 'Omar 2', covered_area: 240 },
];

/** What `reportsForOptions` offers. A circle has the spelling that compares highest by code units. */
export const optionsOfCases: ReportOptions = {
  land: [
    { value: 'Residential', count: 8 },
    { value: 'Vacant', count: 1 },
  ],
  name: [
    { value: 'Nadia', count: 2 },
    { value: 'Nadja', count: 1 },
    { value: 'Omar 1', count: 1 },
    { value: 'Omar 2', count: 1 },
    { value: 'Sana', count: 4 },
    { value: 'Zadia', count: 1 },
  ],
  circle: [
    { value: 'model town', count: 3 },
    { value: 'Saddar', count: 7 },
  ],
  resubmission: [
    { value: 'No', count: 9 },
    { value: '0', count: 0 },
    { value: '1', count: 1 },
  ],
  floors: [
    { value: '0', count: 1 },
    { value: '2', count: 8 },
    { value: '10', count: 1 },
  ],
  users: [
    { username: 'nadia', name: 'Nadia', count: 4 },
    { username: 'omar', name: 'Omar 2', count: 2 },
    { username: 'sana', name: 'Sana', count: 4 },
  ],
  largest_land_area: 250,
  largest_covered_area: 240,
};
