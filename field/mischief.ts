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

/** Each kind by the check that shall find it. Those that are not here need a run of reports, or a night. */
export const mischief: Partial<Record<CheckName, Change>> = {
  'photo-same': ({ report, photo }, before) => ({ report, photo: before.photo ?? photo }),
  'photo-missing': ({ report }) => ({ report, photo: null }),
  'photo-similar': withPhoto(
    (photo) => sharp(photo).autoOrient().resize({ width: 700 }).jpeg({ quality: 50 }).toBuffer(),
    'before',
  ),
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
  'place-moved': withReport((_, { circle, pin, latitude, longitude }) => ({
    circle,
    pin,
    latitude: near(latitude, 0.004),
    longitude,
  })),
  'land-changed': withReport((_, { circle, pin, land }) => ({
    circle,
    pin,
    land: land === 'Industrial' ? 'Residential' : 'Industrial',
  })),
  'photo-resubmitted': ({ report, photo }, before) => ({
    report: { ...report, circle: before.report.circle, pin: before.report.pin },
    photo: before.photo ?? photo,
  }),
  'visit-short': withReport(({ capture_time }) => ({ started_at: later(capture_time, -8) })),
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

export const mischiefKinds = Object.keys(mischief) as CheckName[];

/** A draft made bad in one way. */
export const spoil = async (
  kind: CheckName,
  draft: Draft,
  before: Draft,
  random: Random,
): Promise<Draft> => (await mischief[kind]?.(draft, before, random)) ?? draft;
