// `npm run keys -- exchange` and `-- end-earlier`: the keys that sign photo links and seal second factors (ADR 76).
// Works with and without a running server.
import { audit, operator } from '../database/audit.ts';
import { migrateLargeDatabase } from '../database/migrate.ts';
import { endEarlierKey, exchangeKey } from '../database/server-secrets.ts';
import { sealAgain } from '../modules/sign-in/second-factor.commands.ts';
import { linkKeyName } from '../plugins/link-keys.ts';
import { openOperation } from './operation.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run keys -- exchange       new keys for photo links and sealed secrets; links made until today stay valid for 3 days
  npm run keys -- end-earlier    ends the keys before the last exchange, and with them those links`;

const told = {
  exchange: 'The keys are new. Links to photos that were made until today stay valid for 3 days.',
  'end-earlier':
    'The earlier keys are ended, and the links that they signed. Running servers notice within half a minute.',
};

const isAction = (action: string): action is keyof typeof told => Object.hasOwn(told, action);

const main = async ([action = '', ...others]: string[]) => {
  if (!isAction(action) || others.length > 0) {
    console.error(usage);
    return 2;
  }
  const { database, close } = await openOperation();
  try {
    await migrateLargeDatabase(database);
    const isExchange = action === 'exchange';
    await database.db.transaction().execute(async (db) => {
      await (isExchange ? exchangeKey : endEarlierKey)(db, linkKeyName);
      const sealed = await sealAgain(db, { withNewKey: isExchange });
      await audit(db, operator, {
        action: isExchange ? 'exchange-keys' : 'end-earlier-keys',
        subject: 'photo links, second factors',
        rowCount: sealed,
      });
    });
    console.log(told[action]);
    return 0;
  } finally {
    await close();
  }
};

runCommand(main(process.argv.slice(2)));
