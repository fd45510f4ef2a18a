// The process: settings, database, application; drains on SIGTERM and Ctrl+C.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDatabase } from './database/connection.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './database/embedded.ts';
import { migrateLargeDatabase } from './database/migrate.ts';
import { operationState, settleTimeZone } from './database/operation-state.ts';
import { isReadAlong } from './database-address.ts';
import { jobsOf } from './jobs.ts';
import { rebuildWhereDue } from './modules/rollups/rollups.commands.ts';
import { ensureFirstAdministrator } from './modules/sign-in/first-administrator.ts';
import { handOver, removeHandOver } from './modules/sign-in/hand-over.ts';
import { openPhotoStore } from './plugins/open-photo-store.ts';
import { periodicJobs } from './plugins/periodic-jobs.ts';
import { checkStoreMark } from './plugins/store-mark.ts';
import { startTracing } from './plugins/tracing.ts';
import { closeDataDir, writePrivately } from './private-files.ts';
import { settingProblem } from './setting-problem.ts';

/** Time for requests under way to finish after SIGTERM; the rest is cut off. */
const drainMs = 9_000;

/** To be stopped here, also where the start fails later. */
let embedded: EmbeddedDatabase | undefined;

/** What to say of ways to and from this server on which others can read along. */
const warningsOf = ({ HOST, TRUST_PROXY, DATABASE_URL }: Config): string[] => {
  const warnings: string[] = [];
  if (!/^(127\.|localhost$|::1$)/.test(HOST) && !TRUST_PROXY) {
    warnings.push(
      'Passwords come over plain HTTP to an address that others reach, and phones open the surveyor’s page (/survey) and ODK Collect over HTTPS only. Put a proxy with TLS in front and set TRUST_PROXY.',
    );
  }
  if (DATABASE_URL && isReadAlong(DATABASE_URL)) {
    warnings.push(
      'Nothing is encrypted on the way to the database. Add sslmode=verify-full to DATABASE_URL, or sslmode=disable where nobody else reaches that network.',
    );
  }
  return warnings;
};

const start = async () => {
  const settings = readConfig(process.env);
  const stopTracing = await startTracing(settings);
  await closeDataDir(settings.DATA_DIR);
  embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbeddedDatabase(path.join(settings.DATA_DIR, 'postgres'));
  const url = settings.DATABASE_URL ?? (embedded?.url as string);
  const zone = settleTimeZone(await operationState(url), settings.TIME_ZONE);
  const config = { ...settings, TIME_ZONE: zone };
  const database = openDatabase({
    url,
    connections: config.DATABASE_CONNECTIONS,
    querySeconds: config.DATABASE_QUERY_SECONDS,
    queue: config.DATABASE_QUEUE,
    replicaUrl: config.DATABASE_REPLICA_URL,
    replicaLagSeconds: config.DATABASE_REPLICA_LAG_SECONDS,
    tellOperator: (sentence) => app.log.warn(sentence),
    timeZone: config.TIME_ZONE,
  });
  await migrateLargeDatabase(database, (line) => console.log(line));
  await rebuildWhereDue(database, config.TIME_ZONE, (line) => console.log(line));
  const made = await ensureFirstAdministrator(database.db, config);
  await removeHandOver(database.db, config.DATA_DIR);
  const photos = await openPhotoStore(config);
  await checkStoreMark(database.db, photos);
  const app = await buildApp(config, database, photos);
  await app.register(periodicJobs, { jobs: jobsOf(config, database, photos, app.live) });

  const drain = async () => {
    await app.close();
    await database.close();
    await stopTracing();
  };
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await Promise.race([drain(), pause(drainMs)]);
    // However draining went, the database is stopped before the exit: for a copy of its files, and the next start.
    await embedded?.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  // The parent script with an IPC channel (`npm run demo`) has ended.
  process.on('disconnect', () => void stop(0));

  const address = await app.listen({ port: config.PORT, host: config.HOST });
  // For people and for scripts that wait for it; everything else on this stream is the log.
  console.log(`Field Survey is ready at ${address}`);
  for (const warning of warningsOf(config)) app.log.warn(warning);
  if (made) {
    const isTerminal = process.stdout.isTTY === true;
    console.log(await handOver(made, { dataDir: config.DATA_DIR, isTerminal }));
  }
};

/** Errors that an operator can correct are one line; all others have their stack. */
const explain = (error: Error & { code?: string; port?: number }): unknown => {
  if (error.code === 'EADDRINUSE') return `PORT ${error.port} is in use by another program.`;
  return error instanceof ConfigError
    ? error.message
    : (settingProblem(error, process.env.HOST ?? '') ?? error);
};

writePrivately();
start().catch(async (error: Error) => {
  console.error(explain(error));
  await embedded?.stop();
  process.exit(1);
});
