// Two servers on one database and one photo folder behind a balancer that sends each request to the next:
// one of them is killed, and neither phones nor the console lose anything.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { calls, storagePath } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { startBalancer } from './balancer.ts';
import { assign, createSurveyor, phoneOf, reportOf, uploadCircle } from './operation.ts';
import { administratorToken, expect, send, signIn, test } from './product.ts';
import { startServer } from './server-process.ts';

const root = path.resolve(import.meta.dirname, '..');
const units = 40;
/** Two servers, their database and a browser start here at the same time. */
const patiently = { timeout: 30_000 };

/** A PostgreSQL that belongs to neither server. */
const startDatabase = async (dataDir: string): Promise<{ url: string; process: ChildProcess }> => {
  const child = spawn(process.execPath, ['server/dist/database.js', 'run'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('postgres:')) return { url: line, process: child };
  }
  throw new Error('PostgreSQL ended at its start');
};

test('two servers on one database: one is killed, phones and console go on with the other', async ({
  page,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-two-'));
  const database = await startDatabase(folder);
  const settings = { DATABASE_URL: database.url, PHOTO_STORE: `file://${folder}/photos` };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  const [one, two] = servers;
  const balancer = await startBalancer(servers.map(({ url }) => url));
  try {
    const circle = 'Two Towers';
    const pins = await uploadCircle(balancer, circle, units);
    await createSurveyor(balancer, 'both.phones');
    await assign(balancer, 'both.phones', circle);
    const phone = await phoneOf(balancer, 'both.phones');
    await signIn(page, balancer);
    await page.goto(`${balancer.url}/report`);
    await expect(page.getByText('No properties found')).toBeVisible(patiently);

    const scene = { land: 'Residential', floors: 1, hasStoreFront: true, hour: 9 };
    const photo = await drawHouse(
      { ...scene, isPortrait: false, seed: 'two', pin: '1' },
      { longEdge: 320 },
    );
    const acknowledged: number[] = [];
    const sending = Promise.all(
      pins.map(async (pin) => {
        const { id } = await phone.submit(randomUUID(), reportOf(circle, pin), photo);
        acknowledged.push(id);
      }),
    );
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5);
    const before = [...balancer.answered];
    await one.kill();
    await sending;
    expect(Math.min(...before)).toBeGreaterThan(5);

    // A session that was opened through either server, on the one that is left.
    const token = await administratorToken(two);
    const { data, total } = await send(two, calls.allReports, { query: { per_page: 100 } }, token);
    expect(total).toBe(units);
    expect(data.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    expect(new Set(data.map(({ pin }) => pin)).size).toBe(units);
    const checksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (const { picture_path } of data) {
      const stored = await fetch(`${two.url}${storagePath}${picture_path}`);
      expect(checksum(new Uint8Array(await stored.arrayBuffer()))).toBe(checksum(photo));
    }
    const { pins: list } = await phone.pins();
    expect(list.filter(({ status }) => status === 1)).toHaveLength(units);
    await page.goto(`${balancer.url}/report`);
    await expect(page.getByText(`of ${units} properties (Page 1 of 4)`)).toBeVisible(patiently);
    await page.goto(`${balancer.url}/dashboard`);
    await expect(page.getByText('both.phones').first()).toBeVisible(patiently);
  } finally {
    // A page that still fetches its chart would miss it. What failed before is what has to be told.
    await page.goto('about:blank').catch(() => undefined);
    await balancer.close();
    await Promise.all(servers.map((server) => server.remove()));
    const ended = new Promise((resolve) => database.process.once('exit', resolve));
    database.process.stdin?.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});
