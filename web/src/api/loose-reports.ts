// Reports as backends other than ours write them: figures as text, 1 and 0 for booleans, 'No' for no
// resubmission, null for an empty text, no `success` beside a `message` (section 3 and 7 allow all of it).
import { looseBoolean, type PropertyReport } from '@survey/contract';

type Written = Partial<Record<keyof PropertyReport, unknown>>;

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

const figure = (value: unknown): number | null => {
  const written = text(value).trim();
  const number = Number(written);
  return written !== '' && Number.isFinite(number) ? number : null;
};

const truth = (value: unknown): boolean => looseBoolean.safeParse(value).data ?? false;

const mark = (value: unknown): 0 | 1 | null => {
  const number = figure(value);
  return number === 0 || number === 1 ? number : null;
};

const looseReport = (report: Written): PropertyReport => ({
  id: figure(report.id) ?? 0,
  username: text(report.username),
  user_name: text(report.user_name),
  user_phone: text(report.user_phone),
  circle: text(report.circle),
  pin: text(report.pin),
  info: text(report.info),
  floors_num: figure(report.floors_num),
  basement: truth(report.basement),
  Store_front: truth(report.Store_front),
  land_area: figure(report.land_area),
  covered_area: figure(report.covered_area),
  land: text(report.land),
  other: text(report.other),
  comments: text(report.comments),
  latitude: figure(report.latitude),
  longitude: figure(report.longitude),
  capture_time: text(report.capture_time),
  submission_time: text(report.submission_time),
  resubmission: mark(report.resubmission),
  picture_path: text(report.picture_path) || null,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pageFigures = ['total', 'last_page', 'current_page'] as const;

/** An answer of the reports calls as the contract writes it; what is no such answer is left as it is. */
export const looseReportAnswer = (raw: unknown): unknown => {
  if (!isObject(raw)) return raw;
  if (!Array.isArray(raw.data)) {
    return typeof raw.message === 'string' ? { success: true, ...raw } : raw;
  }
  const figures = pageFigures.map((name) => [name, figure(raw[name]) ?? undefined]);
  return {
    ...raw,
    ...Object.fromEntries(figures),
    data: raw.data.filter(isObject).map(looseReport),
  };
};
