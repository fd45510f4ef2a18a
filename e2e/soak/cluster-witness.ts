// Who watches a cluster while parts of it fail: phones that submit without a pause, an export, a live console.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, totalRowsHeader } from '@survey/contract';
import { Phone } from '@survey/field/phone.ts';
import { mayPass } from '@survey/field/retry.ts';
import { assign, createSurveyor, fieldPassword, reportOf } from '../operation.ts';
import { type Scene, towns } from './workload.ts';

/** Pause between two tries of a witness, in milliseconds: how exact the times without answers are. */
const tryEveryMs = 100;

export interface Witness {
  /** Since when nothing was acknowledged, and the longest such time since the last call of it, in milliseconds. */
  takeLongestGap(): number;
  /** When the last one was acknowledged, by `performance.now()`. */
  last(): number;
  work: Promise<void>;
}

/** A surveyor's phone that submits again and again, with a photo or without. */
export const submitting = async (
  { server, ledger, pins, photos }: Scene,
  username: string,
  withPhoto: boolean,
): Promise<Witness> => {
  await createSurveyor(server, username);
  await assign(server, username, towns.field);
  const patience = { tries: 100_000, firstPauseMs: tryEveryMs, longestPauseMs: tryEveryMs };
  const at = { baseUrl: server.url, timeoutMs: 20_000 };
  const phone = await Phone.signIn(at, username, fieldPassword, { patience });
  const photo = withPhoto ? (photos[0] as Buffer) : null;
  const sha256 = photo && createHash('sha256').update(photo).digest('hex');
  let last = performance.now();
  let longest = 0;
  const submit = async () => {
    const entry = {
      submissionId: randomUUID(),
      sha256,
      acknowledged: undefined as number | undefined,
    };
    ledger.sent.push(entry);
    const report = reportOf(towns.field, pins[0] as string);
    entry.acknowledged = (await phone.submit(entry.submissionId, report, photo)).id;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const work = async () => {
    while (!ledger.isOver) {
      await submit();
      await pause(tryEveryMs);
    }
  };
  return {
    takeLongestGap: () => {
      const taken = Math.max(longest, performance.now() - last);
      longest = 0;
      return taken;
    },
    last: () => last,
    work: work(),
  };
};

export interface Exports {
  whole: number;
  brokenOff: number;
  /** Files that ended as whole ones and had fewer rows than were announced. */
  short: string[];
}

/** An administrator who exports everything again and again. A file that breaks off must not look like a whole one. */
export const exporting = async (
  { server, ledger, token }: Scene,
  found: Exports,
): Promise<void> => {
  while (!ledger.isOver) {
    try {
      const response = await fetch(new URL(calls.allReportsExport.path, server.url), {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      if (response.ok) {
        const rows = (JSON.parse(text) as { data: unknown[] }).data.length;
        const announced = Number(response.headers.get(totalRowsHeader));
        if (rows === announced) found.whole += 1;
        else found.short.push(`${rows} of ${announced} rows`);
      } else if (response.status < 500 && response.status !== 429) {
        found.short.push(`an export was answered ${response.status}: ${text.slice(0, 200)}`);
      } else {
        found.brokenOff += 1;
      }
    } catch (error) {
      // The end of its connection is what tells a reader that a file is not whole.
      if (error instanceof SyntaxError)
        found.short.push('a file that ended early without an error');
      else if (!mayPass(error)) throw error;
      found.brokenOff += 1;
    }
    await pause(200);
  }
};

/** A console that listens: the time of its last event, by `performance.now()`. It connects again as ours does. */
export const listening = ({ server, ledger, token }: Scene) => {
  const heard = { last: 0 };
  const listen = async () => {
    const response = await fetch(new URL(calls.live.path, server.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok || !response.body) return;
    for await (const chunk of response.body) {
      if (ledger.isOver) return;
      if (Buffer.from(chunk).toString().includes('data:')) heard.last = performance.now();
    }
  };
  const work = async () => {
    while (!ledger.isOver) {
      await listen().catch(() => undefined);
      await pause(500);
    }
  };
  return { heard, work: work() };
};
