// The time from a phone's report to the screens of two open consoles: dashboard and list.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, calls } from '@survey/contract';
import { Phone } from '../field/phone.ts';
import { seeded } from '../field/random.ts';
import { drawReport } from '../field/simulation/run.ts';
import { signedIn, startBrowser } from './browser.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, type Figure, median } from './figures.ts';
import { newReportsPainted, surveyedPainted } from './page-scripts.ts';
import { password } from './server-process.ts';

const rounds = 20;
/** Open consoles show a new report within two seconds (ADR 19). */
const soonMs = 2000;

/** A surveyor with this many pins of one circle that nobody has surveyed yet, nor sent back: each changes the counts. */
const surveyorWith = async ({ client }: OpenDataset, count: number) => {
  const { rows } = await client.query<{ username: string; circle: string; pins: string[] }>(
    `select username, circles.name as circle, (array_agg(pin))[:$1] as pins
    from assigned_pins
    join units on units.id = unit_id
    join users on users.id = user_id
    join circles on circles.id = assigned_pins.circle_id
    where status = 0 and not exists (select from reports where reports.unit_id = units.id)
    group by 1, 2 having count(*) >= $1 limit 1`,
    [count],
  );
  const [found] = rows;
  if (!found) throw new Error(`Nobody has ${count} pins left in one circle.`);
  return found;
};

export const liveBench: Bench = {
  name: 'live',
  question: 'How soon after a phone has its answer does its report stand on open screens?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server } = opened;
    const browser = await startBrowser();
    try {
      const { username, circle, pins } = await surveyorWith(opened, rounds + 1);
      const phone = await Phone.signIn({ baseUrl: server.url }, username, password);
      const submit = (pin: string) => {
        const id = randomUUID();
        return phone.submit(id, drawReport(id, { circle, pin }, seeded(id), phone.username), null);
      };
      /** Opens a screen and waits until it knows what there is and listens for more. */
      const open = async (path: string, ...asks: Call[]) => {
        // A separate window, because hidden windows are not painted.
        const page = await (await signedIn(browser, server)).newPage();
        const answers = asks.map((call) => page.waitForResponse(`**${call.path}*`));
        await page.goto(server.url + path);
        await Promise.all(answers);
        return page;
      };
      const dashboard = await open('/dashboard', calls.live);
      await dashboard.getByText('Surveyed Units').waitFor();
      const list = await open('/report', calls.live, calls.newReports);
      // One event reaches both before the measurement.
      await submit(pins.pop() as string);
      await list.getByRole('button', { name: /^\d+ new report/ }).waitFor();
      const screens = [
        { name: 'dashboard', page: dashboard, change: surveyedPainted, waits: [] as number[] },
        { name: 'list, as new ones', page: list, change: newReportsPainted, waits: [] as number[] },
      ];
      for (const [round, pin] of pins.entries()) {
        // At a random moment of the pause between two queries of a screen, and after it.
        await pause((round * 137) % 1200);
        const painted = screens.map(({ page, change }): Promise<number> => page.evaluate(change));
        await submit(pin);
        const answered = Date.now();
        const times = await Promise.all(painted);
        for (const [index, { waits }] of screens.entries())
          waits.push(Math.max(0, (times[index] as number) - answered));
      }
      const figures = screens.flatMap(({ name, waits }): Figure[] => [
        { name: `on the ${name}, median`, value: median(waits), unit: 'ms' },
        { name: `on the ${name}, longest`, value: Math.max(...waits), unit: 'ms', most: soonMs },
      ]);
      log(`${pins.length} reports sent and seen`);
      return { dataset: `${opened.words}; Chromium, ${pins.length} reports`, figures };
    } finally {
      await browser.close();
      await opened.close();
    }
  },
};
