// `npm run counts -- check` and `-- rebuild`: kept counts against counted ones, on a live database. Works
// beside a running server and without one.
import path from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import { checkCounts, rebuildCounts } from '../modules/reports/kept-counts.commands.ts';

const usage = `Usage:
  npm run counts -- check      compares the kept counts with counted ones; ends with 1 where they differ
  npm run counts -- rebuild    counts everything again, beside the running server`;

const check = async (database: Parameters<typeof checkCounts>[0]): Promise<number> => {
  const differences = await checkCounts(database);
  for (const { table, row, kept, counted } of differences) {
    console.log(`${table} ${row}: kept ${kept}, counted ${counted}`);
  }
  console.log(
    differences.length === 0
      ? 'All kept counts are right.'
      : 'Kept counts differ: run `npm run counts -- rebuild`, and report it as a fault.',
  );
  return differences.length === 0 ? 0 : 1;
};

const main = async ([action, ...others]: string[]) => {
  if ((action !== 'check' && action !== 'rebuild') || others.length > 0) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env);
  const home = path.join(config.DATA_DIR, 'postgres');
  const running = config.DATABASE_URL ?? (await runningEmbeddedUrl(home));
  const started = running ? undefined : await startEmbeddedDatabase(home);
  const database = openDatabase({
    url: running ?? (started?.url as string),
    connections: 2,
    timeZone: config.TIME_ZONE,
  });
  try {
    await migrateLargeDatabase(database);
    if (action === 'check') return await check(database);
    await rebuildCounts(database, config.TIME_ZONE);
    console.log('All reports are counted again.');
    return 0;
  } finally {
    await database.close();
    await started?.stop();
  }
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  },
);
