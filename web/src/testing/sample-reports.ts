// Generated reports for tests, all different and the same in every run.
import type { PropertyReport } from '@survey/contract';

const pick = <Value>(values: readonly [Value, ...Value[]], at: number): Value =>
  values[at % values.length] ?? values[0];

const two = (number: number) => String(number).padStart(2, '0');

/** The report number `at`; `changes` override generated values. */
export const sampleReport = (
  at: number,
  changes: Partial<PropertyReport> = {},
): PropertyReport => ({
  id: at + 1,
  username: pick(['ali.raza', 'sana.khan'], at),
  user_name: pick(['Ali Raza', 'ثنا خان'], at),
  user_phone: '03001234567',
  circle: pick(['Model Town', 'Garden East', 'Saddar'], at),
  pin: `A${String(at).padStart(7, '0')}`,
  info: '',
  floors_num: at % 5,
  basement: at % 4 === 0,
  Store_front: at % 3 === 0,
  land_area: at % 11 === 0 ? null : at % 1000,
  covered_area: (at * 7) % 800,
  land: pick(['Residential', 'Commercial', 'Vacant', 'Mixed, shop below'], at),
  other: '',
  comments: '',
  latitude: 31.5,
  longitude: 74.3,
  capture_time: `${two(1 + (at % 28))}/${two(1 + (at % 12))}/2026 10:${two(at % 60)}:00`,
  submission_time: '21/11/2026 10:00:00',
  resubmission: pick([null, null, null, 1, 0], at),
  picture_path: at % 6 === 0 ? null : `photos/${at}.jpg`,
  ...changes,
});

export const sampleReports = (count: number): PropertyReport[] =>
  Array.from({ length: count }, (_, at) => sampleReport(at));

/** What the details say of a report that nobody has reviewed, beside its fields. */
export const sampleState = {
  is_current: true,
  was_unassigned: false,
  is_second: false,
  flags: [] as never[],
  photo_awaited: false,
  set_aside: null,
  review: { state: 'new', by: null, at: null, version: 0 },
  phone: {
    accuracy: null,
    location_time: null,
    place_reason: null,
    started_at: null,
    outcome: null,
    app: null,
    app_version: null,
    device_id: null,
    device_time: null,
  },
} as const;
