// Checks of decoded photos, and against values that are counted every night.
import { type CheckRow, own } from './check-rows.ts';

export const photoAndNightlyChecks = {
  'photo-similar': {
    about: 'The photo looks like that of an earlier report for another PIN (64-bit dHash).',
    subject: 'photo',
    moment: 'photo',
    severity: 'warning',
    parameters: {
      bits: { label: 'Difference of at most', default: 3, least: 0, most: 7, unit: 'bits' },
    },
    source: 'Practice: up to 6 of 64 for receipts; streets of equal houses need fewer.',
  },
  'photo-dark': {
    about: 'The mean brightness of the photo is low.',
    subject: 'photo',
    moment: 'photo',
    severity: 'hint',
    parameters: {
      level: { label: 'Brightness below', default: 40, least: 1, most: 254, unit: 'level' },
    },
    source: own,
  },
  'photo-blurred': {
    about:
      'The photo has light enough and few sharp edges (variance of the Laplacian). Depends on the scene.',
    subject: 'photo',
    moment: 'photo',
    severity: 'hint',
    parameters: {
      variance: { label: 'Sharpness below', default: 40, least: 1, most: 10_000, unit: 'points' },
    },
    source: 'Practice: about 100 at full size; less on the small picture that is measured.',
  },
  'photo-small': {
    about: 'The longer side of the photo has few pixels.',
    subject: 'photo',
    moment: 'photo',
    severity: 'hint',
    parameters: {
      pixels: { label: 'Fewer than', default: 800, least: 16, most: 10_000, unit: 'px' },
    },
    source: own,
  },
  'photo-time': {
    about: 'The time in the photo’s EXIF data is away from the time of capture.',
    subject: 'photo',
    moment: 'photo',
    severity: 'warning',
    parameters: {
      minutes: { label: 'By more than', default: 10, least: 1, most: 100_000, unit: 'min' },
    },
    source: own,
  },
  'value-unusual': {
    about:
      'An area is outside of most of its land type in the circle: beyond the quartiles by a part of their distance.',
    subject: 'areas',
    moment: 'nightly',
    severity: 'hint',
    parameters: {
      ranges: {
        label: 'Beyond the quartiles by',
        default: 1.5,
        least: 0.5,
        most: 20,
        unit: 'times',
      },
      least: { label: 'With at least', default: 30, least: 5, most: 10_000, unit: 'reports' },
    },
    source: 'IPA ipacheckoutliers: 1.5 interquartile ranges.',
  },
  'value-extreme': {
    about: 'The same, farther out.',
    subject: 'areas',
    moment: 'nightly',
    severity: 'warning',
    parameters: {
      ranges: { label: 'Beyond the quartiles by', default: 3, least: 0.5, most: 50, unit: 'times' },
      least: { label: 'With at least', default: 30, least: 5, most: 10_000, unit: 'reports' },
    },
    source: 'Tukey: 3 interquartile ranges are far out.',
  },
} as const satisfies Record<string, CheckRow>;
