// Each check: cases just below and just above its parameters, and cases with missing values.
import { type CheckName, checkNames, checkTable, defaultParameters } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { runCheck } from './check-functions.ts';
import type { Facts, PhotoFacts } from './facts.ts';
import { flagSentence } from './flags.queries.ts';

const noon = Date.UTC(2026, 2, 10, 7) / 1000;
/** A latitude, by its distance in metres north of the plain report. */
const north = (metres: number) => 31.5204 + metres / 111_195.08;

const plain: Facts = {
  id: 1,
  username: 'ali.raza',
  circle: 'Model Town',
  circleKey: 'model town',
  pin: '0001',
  land: 'Residential',
  floors: 2,
  hasBasement: false,
  landArea: 250,
  coveredArea: 180,
  latitude: 31.5204,
  longitude: 74.35871,
  accuracy: null,
  captured: noon,
  time: '10/03/2026 12:00',
  minuteOfDay: 720,
  arrived: noon + 60,
  started: null,
  hasPhoto: true,
  photoAwaited: false,
  wasUnassigned: false,
  isCurrent: true,
  before: { ids: [], pins: [], captured: [] },
  equalAnswers: 0,
  previous: null,
  samePlace: null,
  earlier: null,
  copyOf: null,
  resent: null,
  middle: null,
  landQuartiles: null,
  coveredQuartiles: null,
  photo: null,
};
const other = { id: 7, pin: '0009', time: '09/03/2026 10:12' };
const earlier = {
  ...other,
  land: 'Residential',
  latitude: 31.5204,
  longitude: 74.35871,
  accuracy: null,
};
const previous = {
  ...other,
  captured: noon - 70,
  latitude: 31.5204,
  longitude: 74.35871,
  accuracy: null,
};
const photo: PhotoFacts = {
  width: 1600,
  height: 1200,
  brightness: 120,
  sharpness: 500,
  taken: noon,
  takenTime: '10/03/2026 12:00',
  similar: null,
};
const middle = { reports: 30, latitude: 31.5204, longitude: 74.35871, spread: 50 };
const quartiles = { reports: 30, low: 200, high: 300 };
const before = (count: number, apart: number) => ({
  ids: Array.from({ length: count }, (_, at) => 100 + at),
  pins: Array.from({ length: count }, (_, at) => `P${at}`),
  captured: Array.from({ length: count }, (_, at) => noon - (at + 1) * apart),
});

/** Reports that the check must flag and must not flag, written as differences from the plain report. */
type Cases = {
  flagged: Partial<Facts>[];
  /** The plain report itself must pass too. */
  passed: Partial<Facts>[];
};

const cases: Record<CheckName, Cases> = {
  'photo-same': { flagged: [{ copyOf: other }], passed: [{ hasPhoto: false }, { resent: other }] },
  'photo-resubmitted': { flagged: [{ resent: other }], passed: [{ copyOf: other }] },
  'photo-missing': {
    flagged: [{ hasPhoto: false }],
    passed: [{ hasPhoto: false, photoAwaited: true }],
  },
  'place-missing': {
    flagged: [{ latitude: null, longitude: null }, { longitude: null }],
    passed: [{ latitude: 0, longitude: 0 }],
  },
  'place-truncated': {
    flagged: [
      { latitude: 31.52, longitude: 74.358 },
      { latitude: 31, longitude: 74 },
    ],
    passed: [
      { latitude: 31.52, longitude: 74.3587 },
      { latitude: null, longitude: null },
    ],
  },
  'place-repeated': { flagged: [{ samePlace: other }], passed: [{ latitude: null }] },
  'place-far': {
    flagged: [{ middle, latitude: north(502) }],
    passed: [
      { middle, latitude: north(498) },
      { middle: { ...middle, spread: 90 }, latitude: north(530) },
      { middle: { ...middle, reports: 29 }, latitude: north(5000) },
      { middle, latitude: north(600), accuracy: 120 },
      { middle, latitude: null },
    ],
  },
  'place-moved': {
    flagged: [{ earlier, latitude: north(76) }],
    passed: [
      { earlier, latitude: north(74) },
      { earlier: { ...earlier, accuracy: 10 }, latitude: north(90), accuracy: 10 },
      { earlier: { ...earlier, latitude: null }, latitude: north(900) },
      { latitude: north(900) },
    ],
  },
  travel: {
    flagged: [
      // At 80 km/h, 1 556 m take 70 s.
      { previous, latitude: north(1560) },
      { previous: { ...previous, captured: noon }, latitude: north(501) },
    ],
    passed: [
      { previous, latitude: north(1550) },
      { previous: { ...previous, captured: noon - 1 }, latitude: north(499) },
      { previous, latitude: north(1560), accuracy: 20 },
      { previous, latitude: null },
      { latitude: north(9000) },
    ],
  },
  pace: {
    flagged: [{ before: before(5, 60) }, { before: before(30, 1) }],
    passed: [{ before: before(5, 61) }, { before: before(4, 1) }],
  },
  'visit-short': {
    flagged: [{ started: noon - 59 }, { started: noon + 5 }],
    passed: [{ started: noon - 60 }, { started: null }],
  },
  hours: {
    flagged: [{ minuteOfDay: 359 }, { minuteOfDay: 1200 }],
    passed: [{ minuteOfDay: 360 }, { minuteOfDay: 1199 }],
  },
  'capture-future': {
    flagged: [{ arrived: noon - 301 }],
    passed: [{ arrived: noon - 300 }],
  },
  'capture-old': {
    flagged: [{ arrived: noon + 7 * 86_400 + 1 }],
    passed: [{ arrived: noon + 7 * 86_400 }],
  },
  'covered-too-large': {
    flagged: [{ coveredArea: 550.1 }, { coveredArea: 830, hasBasement: true }],
    passed: [
      { coveredArea: 550 },
      { coveredArea: 820, hasBasement: true },
      { coveredArea: null },
      { coveredArea: 9000, landArea: null },
      { coveredArea: 9000, floors: null },
    ],
  },
  'floors-none': {
    flagged: [{ floors: 0, coveredArea: 1 }],
    passed: [{ floors: 0, coveredArea: 0 }, { floors: 0, coveredArea: null }, { floors: null }],
  },
  'area-zero': {
    flagged: [{ landArea: 0 }, { coveredArea: 0 }],
    passed: [
      { landArea: null, coveredArea: null },
      { coveredArea: 0, floors: 0 },
    ],
  },
  'answers-repeated': {
    flagged: [{ before: before(9, 600), equalAnswers: 4 }],
    passed: [{ before: before(9, 600), equalAnswers: 3 }],
  },
  'land-changed': {
    flagged: [{ earlier, land: 'Commercial' }],
    passed: [{ earlier }, { land: 'Commercial' }],
  },
  'not-assigned': { flagged: [{ wasUnassigned: true }], passed: [{}] },
  'photo-similar': {
    flagged: [
      { photo: { ...photo, similar: { ...other, bits: 3 } } },
      { photo: { ...photo, similar: { ...other, bits: 0 } } },
    ],
    passed: [
      { photo: { ...photo, similar: { ...other, bits: 4 } } },
      { photo: { ...photo, similar: { ...other, bits: 0 } }, copyOf: other },
      { photo },
    ],
  },
  'photo-dark': {
    flagged: [{ photo: { ...photo, brightness: 39.9 } }],
    passed: [{ photo: { ...photo, brightness: 40 } }, { photo: { ...photo, brightness: null } }],
  },
  'photo-blurred': {
    flagged: [{ photo: { ...photo, sharpness: 39.9 } }],
    passed: [{ photo: { ...photo, sharpness: 40 } }, { photo: { ...photo, sharpness: null } }],
  },
  'photo-small': {
    flagged: [{ photo: { ...photo, width: 600, height: 799 } }],
    passed: [
      { photo: { ...photo, width: 600, height: 800 } },
      { photo: { ...photo, width: null } },
    ],
  },
  'photo-time': {
    flagged: [
      { photo: { ...photo, taken: noon - 601 } },
      { photo: { ...photo, taken: noon + 601 } },
    ],
    passed: [{ photo: { ...photo, taken: noon + 600 } }, { photo: { ...photo, taken: null } }],
  },
  'value-unusual': {
    flagged: [
      { landQuartiles: quartiles, landArea: 451 },
      { landQuartiles: quartiles, landArea: 49 },
      { coveredQuartiles: quartiles, coveredArea: 451 },
    ],
    passed: [
      { landQuartiles: quartiles, landArea: 450 },
      { landQuartiles: quartiles, landArea: 50 },
      { landQuartiles: { ...quartiles, reports: 29 }, landArea: 9000 },
      { landQuartiles: { ...quartiles, high: 200 }, landArea: 9000 },
      { landQuartiles: quartiles, landArea: null },
    ],
  },
  'value-extreme': {
    flagged: [{ landQuartiles: quartiles, landArea: 601 }],
    passed: [{ landQuartiles: quartiles, landArea: 600 }],
  },
};

const run = (name: CheckName, changes: Partial<Facts>) =>
  runCheck(name, { ...plain, ...changes }, defaultParameters(name));

describe('the check', () => {
  test.each(
    checkNames,
  )('%s flags what is over, and neither what is under nor what is missing', (name) => {
    for (const changes of cases[name].flagged) {
      expect(run(name, changes), JSON.stringify(changes)).toBeDefined();
    }
    for (const changes of [{}, ...cases[name].passed]) {
      expect(run(name, changes), JSON.stringify(changes)).toBeUndefined();
    }
  });

  test.each(checkNames)('%s says why in a sentence without gaps, with the counterpart', (name) => {
    for (const changes of cases[name].flagged) {
      const { values = {}, counterpart } = run(name, changes) ?? {};
      const { text, said } = flagSentence(name, values);
      expect(said?.id).toBe(`flag-${name}`);
      expect(text).not.toMatch(/[{}]|undefined|NaN/);
      // A sentence with a PIN needs a counterpart, which the console opens beside the report.
      if ('pin' in values) expect(counterpart).toEqual(expect.any(Number));
    }
  });

  test('hours passes over midnight where it begins later than it ends', () => {
    const at = (minuteOfDay: number) =>
      runCheck('hours', { ...plain, minuteOfDay }, { from: 20, until: 4 });
    expect(at(1199)).toBeDefined();
    expect(at(1200)).toBeUndefined();
    expect(at(239)).toBeUndefined();
    expect(at(240)).toBeDefined();
  });
});

describe('the table', () => {
  test('has defaults within their bounds', () => {
    for (const { parameters } of Object.values(checkTable)) {
      for (const { default: value, least, most } of Object.values(parameters)) {
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(most);
      }
    }
  });
});
