// Inserts reports for tests: plain ones, and varied ones with texts that often cause errors.
import { randomUUID } from 'node:crypto';
import { circleKey } from '@survey/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { ReportsTable } from '../database/tables.ts';
import { randomFrom } from './random.ts';

export type NewReport = Omit<Insertable<ReportsTable>, 'circle_key' | 'capture_time'> & {
  capture_time: Date;
};
export type Report = Selectable<ReportsTable>;

/** A plain report with the given changes. Karachi is five hours ahead of UTC all year. */
export const report = (given: Partial<NewReport> = {}): NewReport => ({
  submission_id: randomUUID(),
  user_id: null,
  username: 'ali.raza',
  user_name: 'Ali Raza',
  user_phone: '03001234567',
  unit_id: null,
  circle: 'Model Town',
  pin: '0001234',
  info: '',
  floors_num: 2,
  basement: false,
  store_front: false,
  land_area: 250,
  covered_area: 180.5,
  land: 'Residential',
  other: '',
  comments: '',
  latitude: 31.5204,
  longitude: 74.3587,
  capture_time: new Date('2026-03-10T09:00:00Z'),
  submission_time: new Date('2026-03-10T09:05:00Z'),
  resubmission: null,
  photo_name: null,
  photo_sha256: null,
  photo_bytes: null,
  replaced_by: null,
  ...given,
});

/** Rows in one INSERT; PostgreSQL takes at most 65 535 values. */
const batch = 1000;

/** Inserts reports and returns them as stored, in the given order. */
export const insertReports = async (
  { db }: Pick<Database, 'db'>,
  reports: readonly NewReport[],
): Promise<Report[]> => {
  const stored: Report[] = [];
  for (let from = 0; from < reports.length; from += batch) {
    const rows = reports.slice(from, from + batch);
    stored.push(
      ...(await db
        .insertInto('reports')
        .values(rows.map((row) => ({ ...row, circle_key: circleKey(row.circle) })))
        .returningAll()
        .execute()),
    );
  }
  return stored;
};

const surveyors = [
  ['ali.raza', 'Ali Raza', '+923001234567'],
  ['sana.khan', 'ثنا خان', '03017654321'],
  ["o'brien", "Tariq O'Brien, Sr.", '-'],
  ['=cmd', '=HYPERLINK("http://x")', '@home'],
] as const;

const texts = [
  '',
  'plain',
  'with, comma',
  'say "hello"',
  'line one\nline two',
  'carriage\r\nreturn',
  '=1+1',
  '+92',
  '-5',
  '@SUM(A1)',
  '\ttabbed',
  '\rreturned',
  String.raw`back\slash \. \N \x01`,
  "it's $1 and $$ and {x}",
  'مکان نمبر ۱۲، گلی ۴',
  '🏠 emoji',
  '","picture_path":"evil"}',
  'null',
  '100%_sure',
];

/** The values of the varied reports, for filters. */
export const variety = {
  usernames: surveyors.map(([username]) => username),
  names: surveyors.map(([, name]) => name),
  circles: ['Model Town', 'MODEL TOWN', 'Johar, Block A', "D'Souza \\ Co", 'شاہدرہ'],
  lands: ['Residential', 'Commercial', 'Mixed, shop below', "Owner's \\ plot", ''],
  floors: [null, 0, 1, 2, 3, 10],
  areas: [null, 0, 0.5, 100, 200, 200.5, 400, 999.99, 1000],
  pins: ['0001', '00012', 'AB-7', 'ab-7', '1_1', '1%1', String.raw`1\1`, '۱۲۳', '777', '=7'],
  /** Instants around midnight of Karachi, on five days. */
  days: ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'],
  clocks: ['00:00:00', '00:00:01', '04:59:59', '05:00:00', '12:30:00', '23:59:59', '23:59:59.999'],
} as const;

/** Varied reports, the same for the same seed; some have been replaced (by the last one). */
export const variedReports = (count: number, seed: number): NewReport[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const [username, user_name, user_phone] = random.pick(surveyors);
    const day = random.pick(variety.days);
    const resubmission = random.pick([null, null, 0, 1] as const);
    const name = Array.from({ length: 32 }, () => random.number(16).toString(16)).join('');
    const photo = random.pick(['here', 'here', 'awaited', 'none'] as const);
    return report({
      username,
      user_name,
      user_phone,
      circle: random.pick(variety.circles),
      pin: random.pick(variety.pins),
      info: random.pick(texts),
      floors_num: random.pick(variety.floors),
      basement: random.chance(0.3),
      store_front: random.chance(0.2),
      land_area: random.pick(variety.areas),
      covered_area: random.pick(variety.areas),
      land: random.pick(variety.lands),
      other: random.pick(texts),
      comments: random.pick(texts),
      latitude: random.chance(0.1) ? null : -30 - random.number(1_000_000) / 1e6,
      longitude: random.chance(0.1) ? null : -74 - random.number(1_000_000) / 1e6,
      capture_time: new Date(`${day}T${random.pick(variety.clocks)}+05:00`),
      resubmission,
      photo_name:
        photo === 'here'
          ? `${name.slice(0, 2)}/${name}.${random.pick(['jpg', 'png', 'webp'])}`
          : null,
      photo_awaited: photo === 'awaited' ? `${name}.jpg` : null,
      was_unassigned: random.chance(0.2),
      is_second: random.chance(0.1),
      review:
        resubmission === 1
          ? null
          : random.pick([null, null, 'in_question', 'accepted', 'accepted_unseen'] as const),
    });
  });
};
