// One client attacks for a short time while others work: the short form of `npm run bench -- hostile`.
import { expect, test } from '@playwright/test';
import { calls } from '@survey/contract';
import { preparePhotos } from '@survey/field/simulation/photo-pool.ts';
import type { Target } from './hostile/attack.ts';
import { attacks } from './hostile/attacks.ts';
import { type Workers, work } from './hostile/others.ts';
import { assign, createSurveyor, fieldPassword, uploadCircle } from './operation.ts';
import { addAdministrator, administratorToken, send } from './product.ts';
import { administrator, type ServerProcess, startServer } from './server-process.ts';

test.describe.configure({ mode: 'serial' });

/** Seconds of each attack. The bench takes fifteen, at full size, and also measures response times. */
const seconds = 1;
const scale = 0.1;
/** Generous: many tests share the machine. */
const mostMs = 15_000;

let server: ServerProcess;
let target: Target;
let workers: Workers;

test.beforeAll(async () => {
  server = await startServer({ OVERLOAD_DELAY_MS: '2000' });
  const pins = await uploadCircle(server, 'Attacked Town', 200);
  const names = ['attacker', 'worker-1', 'worker-2'];
  const tokens: string[] = [];
  for (const name of names) {
    await createSurveyor(server, name);
    await assign(server, name, 'Attacked Town');
    const body = { login: name, password: fieldPassword };
    tokens.push((await send(server, calls.deviceSignIn, { body })).token);
  }
  const [phone = '', ...others] = tokens;
  const { url } = server;
  const email = 'attacking-administrator@example.org';
  const password = await addAdministrator(server, email);
  const { token } = await send(server, calls.login, { body: { email, password } });
  target = { url, administrator: token, phone, scale };
  workers = {
    url,
    login: administrator,
    administrator: await administratorToken(server),
    phones: others.map((token, at) => ({
      token,
      circle: 'Attacked Town',
      pin: pins[at] as string,
    })),
    photo: (await preparePhotos(50))('hostile') as Buffer,
  };
});

test.afterAll(() => server.remove());

for (const attack of attacks) {
  test(`${attack.by}: ${attack.name}`, async () => {
    const seen = new Set<number>();
    const signal = AbortSignal.timeout(seconds * 1000);
    const attacking = attack.run(target, signal, (status) => seen.add(status));
    const { times, failures } = await work(workers, signal);
    await attacking;
    expect(failures).toEqual([]);
    expect(Math.max(...Object.values(times).flat())).toBeLessThan(mostMs);
    // Attacks are refused with 4xx, never answered with 5xx.
    expect([...seen].filter((status) => !attack.answers.includes(status))).toEqual([]);
    if (attack.isRefused) expect([...seen].some((status) => status >= 400)).toBe(true);
  });
}
