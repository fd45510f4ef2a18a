// What the phone tells the office of itself with each request (docs/phones.md).
import { phoneHeaders } from '@survey/contract/submission-fields';
import { deviceId } from '../store/accounts.ts';
import type { Report } from '../store/report.ts';
import { freeBytes } from '../store/storage.ts';

/** Finished reports that the server has not confirmed. */
interface Unsent {
  count: number;
  /** When the oldest was begun, in milliseconds. */
  oldest: number;
}

export const unsentOf = (reports: readonly Report[]): Unsent => {
  const unsent = reports.filter(({ state }) => state === 'ready' || state === 'refused');
  return {
    count: unsent.length,
    oldest: unsent.reduce(
      (least, { begunAt }) => Math.min(least, begunAt),
      Number.MAX_SAFE_INTEGER,
    ),
  };
};

export const headersOfPhone = async ({
  count,
  oldest,
}: Unsent): Promise<Record<string, string>> => {
  const free = await freeBytes();
  return {
    [phoneHeaders.device]: await deviceId(),
    [phoneHeaders.app]: 'survey page',
    [phoneHeaders.version]: import.meta.env.VITE_VERSION,
    [phoneHeaders.unsent]: String(count),
    ...(count > 0 && { [phoneHeaders.unsentSince]: new Date(oldest).toISOString() }),
    ...(free !== undefined && { [phoneHeaders.freeBytes]: String(free) }),
  };
};
