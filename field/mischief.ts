// Bad reports of known kinds, so that what the checks find can be measured: each kind says which check shall find it.
import type { CheckName } from '@survey/contract';
import sharp from 'sharp';
import type { NewSubmission } from './phone.ts';
import type { Random } from './random.ts';

/** A report with its photo. */
export interface Draft {
  report: NewSubmission;
  photo: Buffer | null;
}

type Change = (draft: Draft, before: Draft, random: Random) => Draft | Promise<Draft>;

const withReport =
  (change: (report: NewSubmission, before: NewSubmission) => Partial<NewSubmission>): Change =>
  ({ report, photo }, before) => ({
    report: { ...report, ...change(report, before.report) },
    photo,
  });

const withPhoto =
  (change: (photo: Buffer) => Promise<Buffer>, of: 'own' | 'before' = 'own'): Change =>
  async ({ report, photo }, before) => {
    const changed = of === 'own' ? photo : before.photo;
    return { report, photo: changed && (await change(changed)) };
  };

const later = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1000).toISOString();
const near = (value: number | null | undefined, by: number): number | null =>
  value === null || value === undefined ? null : Number((value + by).toFixed(6));
const hourMs = 3600 * 1000;

/** Grain of the pictured ground and walls: drawn surfaces are flatter than any that a camera sees. */
export const withGrain = async (photo: Buffer): Promise<Buffer> => {
  const picture = sharp(photo).autoOrient();
  const { autoOrient: size } = await picture.metadata();
  const grain = await sharp({
    create: {
      width: 240,
      height: 240,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 45 },
    },
  })
    .greyscale()
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
  return picture
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg()
    .toBuffer();
};

/** All times of a report, moved by a number of seconds. */
const moved = (report: NewSubmission, seconds: number): Partial<NewSubmission> => ({
  capture_time: later(report.capture_time, seconds),
  started_at: report.started_at ? later(report.started_at, seconds) : null,
  location_time: report.location_time ? later(report.location_time, seconds) : null,
});

/** EXIF has no zone: any zone's clock is far from this one. */
const exifTime = (time: string, days: number): string =>
  later(time, -days * 86_400)
    .slice(0, 19)
    .replaceAll('-', ':')
    .replace('T', ' ');

/** Each kind by the check that shall find it. Those that need several reports are in `mischiefInARow`. */
export const mischief: Partial<Record<CheckName, Change>> = {
  'photo-same': ({ report, photo }, before) => ({ report, photo: before.photo ?? photo }),
  'photo-missing': ({ report }) => ({ report, photo: null }),
  'photo-similar': withPhoto(
    (photo) =>
      sharp(photo)
        .autoOrient()
        .resize({ width: 840, height: 840, fit: 'inside' })
        .jpeg({ quality: 50 })
        .toBuffer(),
    'before',
  ),
  'photo-time': async ({ report, photo }) => ({
    report,
    photo:
      photo &&
      (await sharp(photo)
        .keepExif()
        .withExifMerge({ IFD2: { DateTimeOriginal: exifTime(report.capture_time, 3) } })
        .jpeg()
        .toBuffer()),
  }),
  'photo-dark': withPhoto((photo) => sharp(photo).autoOrient().linear(0.08).jpeg().toBuffer()),
  'photo-small': withPhoto((photo) =>
    sharp(photo).autoOrient().resize({ width: 320, height: 320, fit: 'inside' }).jpeg().toBuffer(),
  ),
  'photo-blurred': withPhoto((photo) => sharp(photo).autoOrient().blur(25).jpeg().toBuffer()),
  'place-missing': withReport(() => ({ latitude: null, longitude: null, accuracy: null })),
  'place-truncated': withReport(({ latitude, longitude }) => ({
    latitude: latitude === null ? null : Number(latitude.toFixed(2)),
    longitude: longitude === null ? null : Number(longitude.toFixed(2)),
  })),
  'place-repeated': withReport((_, { latitude, longitude }) => ({ latitude, longitude })),
  // 55 km from the visit before.
  travel: withReport(({ latitude }) => ({ latitude: near(latitude, 0.5) })),
  'place-moved': withReport((_, { circle, pin, land, latitude, longitude }) => ({
    circle,
    pin,
    land,
    latitude: near(latitude, 0.004),
    longitude,
  })),
  'land-changed': withReport((_, { circle, pin, land }) => ({
    circle,
    pin,
    land: land === 'Industrial' ? 'Residential' : 'Industrial',
  })),
  'photo-resubmitted': ({ report, photo }, before) => ({
    report: {
      ...report,
      circle: before.report.circle,
      pin: before.report.pin,
      land: before.report.land,
    },
    photo: before.photo ?? photo,
  }),
  'visit-short': withReport(({ capture_time }) => ({ started_at: later(capture_time, -8) })),
  // From 9:00 UTC and later to 23:00: night from Brazil to Bangladesh.
  hours: withReport((report) =>
    moved(
      report,
      (Date.parse(`${report.capture_time.slice(0, 10)}T23:00:00Z`) -
        Date.parse(report.capture_time)) /
        1000,
    ),
  ),
  'capture-future': withReport(() => ({
    capture_time: new Date(Date.now() + 2 * hourMs).toISOString(),
  })),
  'capture-old': withReport(({ capture_time }) => ({
    capture_time: later(capture_time, -20 * 86_400),
    started_at: null,
    location_time: null,
  })),
  'covered-too-large': withReport(({ land_area, floors_num }) => ({
    land_area: land_area || 200,
    floors_num: floors_num || 1,
    covered_area: (land_area || 200) * (floors_num || 1) * 4,
  })),
  'floors-none': withReport(() => ({ floors_num: 0, basement: false, covered_area: 900 })),
  'area-zero': withReport(() => ({ land_area: 0 })),
  'not-assigned': withReport(({ pin }) => ({ pin: `${pin}-unlisted` })),
};

/** Kinds whose checks need the values that the server counts every night. */
const nightly: Partial<Record<CheckName, Change>> = {
  // 40 km from the street: another district.
  'place-far': withReport(({ longitude }) => ({ longitude: near(longitude, 0.42) })),
  // Honest areas lie between 500 and 9000: 1.5 ranges end at some 13,000, 3 at some 20,000.
  'value-unusual': withReport(() => ({ land_area: 16_500, covered_area: 9000, floors_num: 1 })),
  'value-extreme': withReport(() => ({ land_area: 60_000, covered_area: 9000, floors_num: 1 })),
};

interface Row {
  /** Reports of a row; the last of them is the one that the check shall find. */
  reports: number;
  /** Changes the report at `place`, from 0, of a row that began with `first`. */
  change: (report: NewSubmission, first: NewSubmission, place: number) => Partial<NewSubmission>;
}

/** Kinds that take several reports in a row. */
export const mischiefInARow: Partial<Record<CheckName, Row>> = {
  pace: {
    reports: 6,
    change: (report, first, place) =>
      moved(
        report,
        (Date.parse(first.capture_time) - Date.parse(report.capture_time)) / 1000 + place * 45,
      ),
  },
  'answers-repeated': {
    reports: 5,
    change: (_, { land, floors_num, basement, Store_front, land_area, covered_area }) => ({
      land,
      floors_num,
      basement,
      Store_front,
      land_area,
      covered_area,
    }),
  },
};

const kindsOf = (table: Partial<Record<CheckName, unknown>>) => Object.keys(table) as CheckName[];

/** Kinds whose checks need values of the night. */
export const nightlyKinds = kindsOf(nightly);

/** Kinds that are made; those of the night where they are asked for. */
export const mischiefKinds = (withNight: boolean): readonly CheckName[] => [
  ...kindsOf(mischief),
  ...kindsOf(mischiefInARow),
  ...(withNight ? nightlyKinds : []),
];

/** Kinds that other checks find too, rightly: a false place is far away and was reached too fast. */
const alsoFound: Partial<Record<CheckName, readonly CheckName[]>> = {
  'place-far': ['travel'],
  'value-extreme': ['value-unusual'],
  travel: ['place-far'],
};

/** Whether a check is right to flag what was made as a kind. */
export const isRight = (check: CheckName, kind: CheckName | null): boolean =>
  kind !== null && (kind === check || alsoFound[kind]?.includes(check) === true);

/** A draft made bad in one way. */
export const spoil = async (
  kind: CheckName,
  draft: Draft,
  before: Draft,
  random: Random,
): Promise<Draft> => (await (mischief[kind] ?? nightly[kind])?.(draft, before, random)) ?? draft;
