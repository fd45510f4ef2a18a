// `npm run rollups -- check` and `-- rebuild`: compares rollups with counts of all reports, or rebuilds them, with and
// without a running server. `-- change-zone ZONE`: counts days in another time zone from now on.
import { readConfig } from '../config.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import { checkRollups, rebuildRollups } from '../modules/rollups/rollups.commands.ts';
import { openOperation } from './operation.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run rollups -- check      compares the rollups with counts of all reports; ends with 1 where they differ
  npm run rollups -- rebuild    counts everything again, beside the running server
  npm run rollups -- change-zone ZONE    days of another time zone from now on; the server must be stopped`;

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

const main = async ([action = '', zone, ...others]: string[]) => {
  const isKnown = zone === undefined ? /^(check|rebuild)$/.test(action) : action === 'change-zone';
  if (!isKnown || others.length > 0) {
    console.error(usage);
    return 2;
  }
  if (zone !== undefined) readConfig({ TIME_ZONE: zone });
  const newZone = zone === undefined ? {} : { newZone: zone };
  const { config, database, close } = await openOperation({ connections: 2, ...newZone });
  try {
    await migrateLargeDatabase(database);
    if (action === 'check') return await check(database);
    await rebuildRollups(database, config.TIME_ZONE);
    console.log(`All reports are counted again, by days of ${config.TIME_ZONE}.`);
    return 0;
  } finally {
    await close();
  }
};

runCommand(main(process.argv.slice(2)));
