// `--mischief`: phones walk along a street, and a known share of their reports is bad in a known way. Captures lie on the
// days before, minutes apart, so that honest reports have nothing that a check looks for.
import { randomUUID } from 'node:crypto';
import type { CheckName, DevicePin } from '@survey/contract';
import { drawHouse } from '../drawn-house.ts';
import { type Draft, mischiefKinds, spoil } from '../mischief.ts';
import { type Random, seeded } from '../random.ts';
import type { Figures } from './figures.ts';
import { drawReport, type PhoneAtWork } from './run.ts';

/** Visits of a day begin at 9:00 UTC; the default hours of work hold them from Brazil to Bangladesh. */
const visitsOfDay = 40;
const firstHour = 9;
const daysBack = 6;
const minutesApart = 6.5;
const dayMs = 86_400_000;

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
  return { report, photo: await drawHouse(scene) };
};

export interface MischiefOptions {
  reports: number;
  /** Share of bad reports. */
  share: number;
  stop: AbortSignal;
}

/**
 * Sends reports as fast as the phones can, one after the other each.
 * @returns the acknowledged ones, by the check that shall find them; null where nothing was done
 */
export const runMischief = async (
  phones: readonly PhoneAtWork[],
  { reports, share, stop }: MischiefOptions,
  figures: Figures,
): Promise<Map<number, CheckName | null>> => {
  const made = new Map<number, CheckName | null>();
  const begun = performance.now();
  const each = Math.min(visitsOfDay * daysBack, Math.ceil(reports / phones.length));
  const walk = async ({ phone, pins }: PhoneAtWork, street: number): Promise<void> => {
    let before: Draft | undefined;
    let turn = street;
    for (let visit = 0; visit < Math.min(each, pins.length) && !stop.aborted; visit += 1) {
      const id = randomUUID();
      const random = seeded('mischief', id);
      const pin = pins[visit] as Pick<DevicePin, 'circle' | 'pin'>;
      const draft = await honest(id, pin, { street, visit }, phone.username, random);
      const isBad = before !== undefined && random.chance(share);
      const kind = isBad ? (mischiefKinds[turn % mischiefKinds.length] as CheckName) : null;
      if (kind) turn += 1;
      const sent = kind && before ? await spoil(kind, draft, before, random) : draft;
      figures.sent += 1;
      const sentAt = performance.now();
      try {
        const receipt = await phone.submit(id, sent.report, sent.photo);
        figures.waits.push(performance.now() - sentAt);
        figures.acknowledged.push({ reportId: receipt.id, submissionId: id });
        made.set(receipt.id, kind);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        figures.refused.set(reason, (figures.refused.get(reason) ?? 0) + 1);
      }
      if (!kind) before = draft;
    }
  };
  await Promise.all(phones.map(walk));
  figures.seconds = (performance.now() - begun) / 1000;
  return made;
};
