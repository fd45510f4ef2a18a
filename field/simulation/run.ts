// The run itself: phones take the next due submission, send it, and count what comes back.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevicePin } from '@survey/contract';
import type { SubmittingPhone } from '../collect-phone.ts';
import type { NewSubmission, Receipt } from '../phone.ts';
import { type Random, seeded } from '../random.ts';
import type { Figures } from './figures.ts';

export interface PhoneAtWork {
  phone: SubmittingPhone;
  /** Pins still to be visited; begins again at the first when all were. */
  pins: Pick<DevicePin, 'circle' | 'pin'>[];
}

export interface RunOptions {
  rate: number;
  reports: number;
  seconds: number;
  resend: number;
  photoFor: (id: string) => Buffer | null;
  /** Ends the run early; what is on its way is still waited for. */
  stop: AbortSignal;
}

const lands = ['Residential', 'Commercial', 'Mixed Use', 'Vacant Plot', 'Industrial'];

/** The id also stands in `info`, where reading back finds it. */
export const infoOf = (id: string): string => `simulate ${id}`;

/** How the phones of this program name themselves. */
const phoneApp = { app: 'survey-field', app_version: '0.3.0' };

/** What a surveyor might write of a pin. */
export const drawReport = (
  id: string,
  { circle, pin }: Pick<DevicePin, 'circle' | 'pin'>,
  random: Random,
  username: string,
): NewSubmission => {
  const area = random.whole(500, 9000);
  const floors = random.whole(0, 4);
  const now = Date.now();
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
  return {
    circle,
    pin,
    info: infoOf(id),
    floors_num: floors,
    basement: random.chance(0.1),
    Store_front: random.chance(0.2),
    land_area: area,
    covered_area: Math.round(area * 0.7 * floors),
    land: random.pick(lands),
    other: '',
    comments: '',
    latitude: Number(random.around(32.16, 0.02).toFixed(6)),
    longitude: Number(random.around(74.19, 0.02).toFixed(6)),
    capture_time: at(0),
    accuracy: Number(random.between(3, 12).toFixed(1)),
    location_time: at(random.whole(0, 20)),
    started_at: at(random.whole(90, 420)),
    outcome: 'surveyed',
    answer: null,
    ...phoneApp,
    device_id: `simulated ${username}`,
  };
};

/** Runs until the count or the time is reached, at the given rate or as near to it as the phones can. */
export const runPhones = async (
  phones: readonly PhoneAtWork[],
  { rate, reports, seconds, resend, photoFor, stop }: RunOptions,
  figures: Figures,
): Promise<void> => {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let taken = 0;
  const submitNext = async (work: PhoneAtWork, visit: number): Promise<void> => {
    const id = randomUUID();
    const random = seeded(id);
    const pin = work.pins[visit % work.pins.length] as Pick<DevicePin, 'circle' | 'pin'>;
    const report = drawReport(id, pin, random, work.phone.username);
    const photo = photoFor(id);
    figures.sent += 1;
    const sentAt = performance.now();
    let receipt: Receipt;
    try {
      receipt = await work.phone.submit(id, report, photo);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      figures.refused.set(reason, (figures.refused.get(reason) ?? 0) + 1);
      return;
    }
    figures.waits.push(performance.now() - sentAt);
    figures.acknowledged.push({ reportId: receipt.id, submissionId: id });
    if (!random.chance(resend)) return;
    // Without an answer nothing is wrong: the report is acknowledged already.
    const again = await work.phone.submit(id, report, photo).catch(() => undefined);
    if (!again) return;
    figures.resent += 1;
    // Another id for the same submission is a double: reading back counts it.
    if (again.id !== receipt.id)
      figures.acknowledged.push({ reportId: again.id, submissionId: id });
  };
  const keepSending = async (work: PhoneAtWork): Promise<void> => {
    for (let visit = 0; taken < reports && !stop.aborted; visit += 1) {
      const due = begun + (taken * 1000) / rate;
      if (due >= end) return;
      taken += 1;
      const wait = due - performance.now();
      if (wait > 0) await pause(wait);
      if (stop.aborted || performance.now() >= end) return;
      await submitNext(work, visit);
    }
  };
  await Promise.all(phones.map(keepSending));
  figures.seconds = (performance.now() - begun) / 1000;
};
