// `npm run rollups -- check` and `-- rebuild`: compares rollups with counts of all reports, or rebuilds them, in a live
// database. Works with and without a running server.
import { ConfigError } from '../config.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import { checkRollups, rebuildRollups } from '../modules/rollups/rollups.commands.ts';
import { openOperation } from './operation.ts';

const usage = `Usage:
  npm run rollups -- check      compares the rollups with counts of all reports; ends with 1 where they differ
  npm run rollups -- rebuild    counts everything again, beside the running server`;

const check = async (database: Parameters<typeof checkRollups>[0]): Promise<number> => {
  const differences = await checkRollups(database);
  for (const { table, row, stored, counted } of differences) {
    console.log(`${table} ${row}: stored ${stored}, counted ${counted}`);
  }
  console.log(
    differences.length === 0
      ? 'All rollups are right.'
      : 'Rollups differ: run `npm run rollups -- rebuild`, and report it as a fault.',
  );
  return differences.length === 0 ? 0 : 1;
};

const main = async ([action, ...others]: string[]) => {
  if ((action !== 'check' && action !== 'rebuild') || others.length > 0) {
    console.error(usage);
    return 2;
  }
  const { config, database, close } = await openOperation();
  try {
    await migrateLargeDatabase(database);
    if (action === 'check') return await check(database);
    await rebuildRollups(database, config.TIME_ZONE);
    console.log('All reports are counted again.');
    return 0;
  } finally {
    await close();
  }
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  },
);
