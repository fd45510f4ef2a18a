// `--mischief`: phones walk along a street, and a known share of their reports is bad in a known way. Captures lie on the
// days before, minutes apart, so that honest reports have nothing that a check looks for.
import { randomUUID } from 'node:crypto';
import type { CheckName, DevicePin } from '@survey/contract';
import { drawHouse } from '../drawn-house.ts';
import { type Draft, mischiefInARow, mischiefKinds, spoil, withGrain } from '../mischief.ts';
import { type Random, seeded } from '../random.ts';
import type { Figures } from './figures.ts';
import { drawReport, type PhoneAtWork } from './run.ts';

/** Visits of a day begin at 9:00 UTC; the default hours of work hold them from Brazil to Bangladesh. */
const visitsOfDay = 40;
const firstHour = 9;
const daysBack = 6;
const minutesApart = 6.5;
const dayMs = 86_400_000;

const lands = ['Residential', 'Commercial', 'Mixed Use'];

interface Way {
  /** Of the phone among the others: each has a street of its own. */
  street: number;
  visit: number;
}

const captureOf = ({ visit }: Way): number => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const day = today - (daysBack - Math.floor(visit / visitsOfDay)) * dayMs;
  return day + firstHour * 3_600_000 + (visit % visitsOfDay) * minutesApart * 60_000;
};

const honest = async (
  id: string,
  pin: Pick<DevicePin, 'circle' | 'pin'>,
  way: Way,
  username: string,
  random: Random,
): Promise<Draft> => {
  const at = (secondsBefore: number) =>
    new Date(captureOf(way) - secondsBefore * 1000).toISOString();
  const report = {
    ...drawReport(id, pin, random, username),
    // Few types: quartiles need thirty reports of a type in the circle.
    land: random.pick(lands),
    latitude: Number((32.1 + way.street * 0.05 + way.visit * 0.0003).toFixed(6)) + 0.000001,
    longitude: Number(random.around(74.19, 0.0001).toFixed(6)),
    capture_time: at(0),
    location_time: at(10),
    started_at: at(random.whole(120, 300)),
  };
  const scene = {
    seed: id,
    pin: pin.pin,
    land: report.land,
    floors: report.floors_num ?? 0,
    hasStoreFront: report.Store_front,
    hour: 14,
    isPortrait: random.chance(0.3),
  };
  return { report, photo: await withGrain(await drawHouse(scene)) };
};

/** What was done to a report. */
export interface Mischief {
  /** The check that shall find it; null where nothing was done. */
  kind: CheckName | null;
  /** What was done to the phone's previous report: the way back from a false place is as fast as the way there. */
  after: CheckName | null;
}

/** The kind of each visit of a phone, each kind in turn, drawn before the first. */
const planVisits = (
  visits: number,
  street: number,
  { share, withNight }: Pick<MischiefOptions, 'share' | 'withNight'>,
) => {
  const kinds = mischiefKinds(withNight);
  const random = seeded('mischief', String(street), randomUUID());
  const planned: { kind: CheckName | null; row?: { kind: CheckName; place: number } }[] = [];
  for (let turn = street; planned.length < visits; ) {
    const kind =
      planned.length > 0 && random.chance(share) ? (kinds[turn % kinds.length] as CheckName) : null;
    if (kind) turn += 1;
    const reports = (kind && mischiefInARow[kind]?.reports) ?? 1;
    // A row lies within a day.
    if (kind && reports > 1 && (planned.length % visitsOfDay) + reports <= visitsOfDay) {
      for (let place = 0; place < reports; place += 1) {
        planned.push({ kind: place === reports - 1 ? kind : null, row: { kind, place } });
      }
    } else {
      planned.push({ kind: reports > 1 ? null : kind });
    }
  }
  return planned.slice(0, visits);
};

export interface MischiefOptions {
  reports: number;
  /** Share of bad reports. */
  share: number;
  /** Makes kinds too whose checks need values counted every night. */
  withNight: boolean;
  stop: AbortSignal;
}

/**
 * Sends reports as fast as the phones can, one after the other each.
 * @returns the acknowledged ones, with what was done to them
 */
export const runMischief = async (
  phones: readonly PhoneAtWork[],
  { reports, share, withNight, stop }: MischiefOptions,
  figures: Figures,
): Promise<Map<number, Mischief>> => {
  const made = new Map<number, Mischief>();
  const begun = performance.now();
  const each = Math.min(visitsOfDay * daysBack, Math.ceil(reports / phones.length));
  const walk = async ({ phone, pins }: PhoneAtWork, street: number): Promise<void> => {
    const plan = planVisits(Math.min(each, pins.length), street, { share, withNight });
    let before: Draft | undefined;
    let after: CheckName | null = null;
    let first: Draft | undefined;
    for (const [visit, { kind, row }] of plan.entries()) {
      if (stop.aborted) return;
      const id = randomUUID();
      const random = seeded('mischief', id);
      const pin = pins[visit] as Pick<DevicePin, 'circle' | 'pin'>;
      const draft = await honest(id, pin, { street, visit }, phone.username, random);
      if (row?.place === 0) first = draft;
      const changed =
        row && first && mischiefInARow[row.kind]?.change(draft.report, first.report, row.place);
      const own = changed ? { ...draft, report: { ...draft.report, ...changed } } : draft;
      const sent = kind && before && !row ? await spoil(kind, own, before, random) : own;
      figures.sent += 1;
      const sentAt = performance.now();
      try {
        const receipt = await phone.submit(id, sent.report, sent.photo);
        figures.waits.push(performance.now() - sentAt);
        figures.acknowledged.push({ reportId: receipt.id, submissionId: id });
        made.set(receipt.id, { kind, after });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        figures.refused.set(reason, (figures.refused.get(reason) ?? 0) + 1);
      }
      after = kind;
      if (!kind) before = own;
    }
  };
  await Promise.all(phones.map(walk));
  figures.seconds = (performance.now() - begun) / 1000;
  return made;
};
