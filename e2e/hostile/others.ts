// Ordinary work during an attack, and its response times.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';

/** Pause between an answer and the next call of the same kind, in milliseconds. */
const restMs = 100;
/** Timeout of an answer, in milliseconds. */
const patienceMs = 20_000;

/** The ordinary users. */
export interface Workers {
  url: string;
  login: { email: string; password: string };
  /** Token of an administrator. */
  administrator: string;
  phones: readonly { token: string; circle: string; pin: string }[];
  photo: Buffer;
}

export const kinds = ['sign-in', 'first page', 'phone submission', 'upload'] as const;
export type Kind = (typeof kinds)[number];

export interface Felt {
  /** Milliseconds of each call; those without an answer count with the time they waited. */
  times: Record<Kind, number[]>;
  /** Answers of 500 and above, and calls without an answer. */
  failures: string[];
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

const requestsOf = (workers: Workers): Record<Kind, (turn: number) => [string, RequestInit]> => ({
  'sign-in': () => [
    calls.login.path,
    { method: 'POST', headers: json, body: JSON.stringify(workers.login) },
  ],
  'first page': () => [calls.allReports.path, { headers: bearer(workers.administrator) }],
  'phone submission': (turn) => {
    const phone = workers.phones[turn % workers.phones.length] as Workers['phones'][number];
    const form = new FormData();
    form.set('submission_id', randomUUID());
    form.set('circle', phone.circle);
    form.set('pin', phone.pin);
    form.set('land', 'Residential');
    form.set('capture_time', new Date().toISOString());
    form.set('photo', new Blob([new Uint8Array(workers.photo)]), 'photo.jpg');
    return [calls.submitReport.path, { method: 'POST', headers: bearer(phone.token), body: form }];
  },
  upload: (turn) => {
    const records = Array.from({ length: 100 }, (_, at) => ({
      Circle: 'Uploaded meanwhile',
      Pin: String(at),
      OwnerName: `Owner ${turn}`,
    }));
    const headers = { ...json, ...bearer(workers.administrator) };
    return [
      calls.storeRecords.path,
      { method: 'POST', headers, body: JSON.stringify({ records }) },
    ];
  },
});

/**
 * Runs the work until the signal, each kind of call one after the other.
 * Throws at any status except 200 and 5xx: a fault of the test itself.
 */
export const work = async (workers: Workers, signal: AbortSignal): Promise<Felt> => {
  const requests = requestsOf(workers);
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Felt['times'];
  const failures: string[] = [];
  const worker = async (kind: Kind) => {
    for (let turn = 0; !signal.aborted || turn === 0; turn += 1) {
      const [path, init] = requests[kind](turn);
      const begun = performance.now();
      const answer = await fetch(workers.url + path, {
        ...init,
        signal: AbortSignal.timeout(patienceMs),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error: Error) => ({ status: 0, text: error.message }));
      times[kind].push(performance.now() - begun);
      if (answer.status >= 500 || answer.status === 0) failures.push(`${kind}: ${answer.status}`);
      else if (answer.status !== 200)
        throw new Error(`${kind}: ${answer.status} ${answer.text.slice(0, 300)}`);
      await pause(restMs);
    }
  };
  await Promise.all(kinds.map(worker));
  return { times, failures };
};
