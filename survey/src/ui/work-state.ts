// What is left to do: the list of the server, and what this phone has surveyed since.
import type { DevicePin } from '@survey/contract';
import { isSurveyed } from '../store/pin.ts';
import type { Report } from '../store/report.ts';

export type PinState = 'sent-back' | 'to-do' | 'draft' | 'waiting' | 'refused' | 'surveyed';

const keyOf = ({ circle, pin }: { circle: string; pin: string }) => `${circle}\n${pin}`;

/** The newest report of each pin on this phone. Reports come newest first. */
export const latestReports = (reports: readonly Report[]): Map<string, Report> => {
  const latest = new Map<string, Report>();
  for (const report of reports) {
    if (!latest.has(keyOf(report))) latest.set(keyOf(report), report);
  }
  return latest;
};

/** Confirmed here, and the list was not asked since: the server will say the same. */
const isNews = (report: Report, refreshedAt: number) => (report.confirmedAt ?? 0) > refreshedAt;

export const stateOf = (
  pin: DevicePin,
  latest: ReadonlyMap<string, Report>,
  refreshedAt: number,
): PinState => {
  const report = latest.get(keyOf(pin));
  if (report?.state === 'draft') return 'draft';
  if (report?.state === 'ready') return 'waiting';
  if (report?.state === 'refused') return 'refused';
  if (report?.state === 'confirmed' && isNews(report, refreshedAt)) return 'surveyed';
  if (pin.sent_back) return 'sent-back';
  return isSurveyed(pin) ? 'surveyed' : 'to-do';
};

/** Whether the surveyor still has to go there. */
export const isOpenWork = (state: PinState): boolean =>
  state === 'to-do' || state === 'sent-back' || state === 'draft' || state === 'refused';

/** Every word of the search in PIN, owner, address, street, block or circle. */
export const matches = (pin: DevicePin, words: readonly string[]): boolean => {
  const text =
    `${pin.pin} ${pin.OwnerName} ${pin.Street_Address} ${pin.Road} ${pin.Block} ${pin.Locality} ${pin.circle}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

export const wordsOf = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean);

/** Local midnight. */
const startOfDay = (now: number) => new Date(now).setHours(0, 0, 0, 0);

export const countReports = (reports: readonly Report[], now = Date.now()) => {
  const of = (state: Report['state']) => reports.filter((report) => report.state === state).length;
  return {
    waiting: of('ready'),
    refused: of('refused'),
    drafts: of('draft'),
    sentToday: reports.filter(({ confirmedAt }) => (confirmedAt ?? 0) >= startOfDay(now)).length,
  };
};
