// `npm run simulate`: phones in the field, over the device API, or over OpenRosa as Collect.
import { Administrator } from './administrator.ts';
import type { Server } from './api.ts';
import { CollectPhone } from './collect-phone.ts';
import { inParallel } from './in-parallel.ts';
import { Phone } from './phone.ts';
import { newFigures, writeTable } from './simulation/figures.ts';
import { measureChecks } from './simulation/measured-checks.ts';
import { runMischief } from './simulation/mischief-run.ts';
import { help, readOptions, type SimulationOptions } from './simulation/options.ts';
import { preparePhotos } from './simulation/photo-pool.ts';
import { readBack } from './simulation/read-back.ts';
import { type PhoneAtWork, runPhones } from './simulation/run.ts';
import { prepareSurveyors } from './simulation/surveyors.ts';

const startWork = async (
  server: Server,
  username: string,
  { password, collect }: SimulationOptions,
  onRetry: () => void,
): Promise<PhoneAtWork> => {
  if (collect) {
    const phone = new CollectPhone(server, username, password, { onRetry });
    return { phone, pins: await phone.pins() };
  }
  const phone = await Phone.signIn(server, username, password, { onRetry });
  const { pins } = await phone.pins();
  // Pins not surveyed yet come first, as a surveyor goes.
  return { phone, pins: pins.sort((a, b) => a.status - b.status || a.id - b.id) };
};

/** Runs the simulation and gives the exit code. */
const simulate = async (options: SimulationOptions): Promise<number> => {
  const server: Server = { baseUrl: options.url, timeoutMs: 30_000 };
  const figures = newFigures();
  const administrator = await Administrator.signIn(
    server,
    options.adminEmail,
    options.adminPassword,
  );
  const planned = Math.min(options.reports, Math.ceil(options.rate * options.seconds));
  const usernames =
    options.usernames.length > 0
      ? options.usernames.slice(0, options.surveyors)
      : await prepareSurveyors(administrator, {
          count: options.surveyors,
          reports: planned,
          password: options.password,
        });
  const photoFor = await preparePhotos(options.photoKb);
  const phones: PhoneAtWork[] = [];
  await inParallel(usernames, 4, async (username) => {
    const onRetry = () => {
      figures.retried += 1;
    };
    const work = await startWork(server, username, options, onRetry);
    if (work.pins.length === 0) throw new Error(`${username} has no pins on the list.`);
    phones.push(work);
  });
  console.log(
    `${phones.length} phones, ${options.rate} submissions per second, photos of ${options.photoKb} kB, at most ${planned} reports.`,
  );
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const progress = setInterval(() => {
    console.error(`${figures.acknowledged.length} acknowledged, ${figures.retried} retried`);
  }, 10_000);
  const made =
    options.mischief === undefined
      ? undefined
      : await runMischief(
          phones,
          {
            reports: planned,
            share: options.mischief,
            withNight: options.night,
            stop: stop.signal,
          },
          figures,
        );
  if (!made) await runPhones(phones, { ...options, photoFor, stop: stop.signal }, figures);
  clearInterval(progress);
  const found = await readBack(administrator, usernames, figures.acknowledged);
  console.log(writeTable(figures, found));
  if (made) {
    const of = { made, withNight: options.night };
    console.log(await measureChecks(administrator, usernames, of));
  }
  return found.lost > 0 || found.doubled > 0 || figures.acknowledged.length === 0 ? 1 : 0;
};

const run = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(help);
    return 0;
  }
  return simulate(options);
};

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
