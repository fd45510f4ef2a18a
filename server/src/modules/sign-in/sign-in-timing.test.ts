// The response time does not tell whether an account exists (R5).
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';

const server = setUpTestServer();

const rounds = 24;
/** Medians may differ by this share: hashing takes most of the time, and the machine has other work. */
const tolerance = 0.25;

const milliseconds = async (email: string, address: string): Promise<number> => {
  const from = performance.now();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: 'wrong password' },
    remoteAddress: address,
  });
  expect(answer.statusCode).toBe(401);
  return performance.now() - from;
};

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number;

/** Medians of known and unknown accounts, requested alternately so that a busy moment affects both. */
const measure = async (trial: number) => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const address = `10.30.${trial}.${round}`;
    times.known.push(await milliseconds(`timed-${trial}-${round}@example.org`, address));
    times.unknown.push(await milliseconds(`nobody-${trial}-${round}@example.org`, address));
  }
  return { known: median(times.known), unknown: median(times.unknown) };
};

test('a wrong password takes as long as an unknown account', async () => {
  const differences: number[] = [];
  // Noise varies; a real difference is there in every trial.
  for (let trial = 0; trial < 4; trial += 1) {
    for (let round = 0; round < rounds; round += 1) {
      await server.addSurveyor(`timed-${trial}-${round}`);
    }
    const { known, unknown } = await measure(trial);
    differences.push(Math.abs(known - unknown) / Math.max(known, unknown));
    if ((differences.at(-1) as number) < tolerance) return;
  }
  expect(Math.min(...differences)).toBeLessThan(tolerance);
});
