import { type CheckName, calls, checkNames, type Rule } from '@survey/contract';
import pLimit from 'p-limit';
import type { Reader } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { own, read, write } from '../../plugins/calls.ts';
import { reachOf } from '../../plugins/circle-limits.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { telling } from '../../say.ts';
import { cancelRun, latestRun, reportsSince, startRun } from './check-runs.commands.ts';
import { dismissFlag } from './flags.commands.ts';
import { flagsOfReports, precisionOf } from './flags.queries.ts';
import { previewOf } from './preview.queries.ts';
import { refuseWrongParameters, saveRule } from './rules.commands.ts';
import { rulesNow } from './rules.queries.ts';

/** A preview takes seconds of a processor: one at a time. */
const previewsInTurn = pLimit(1);

const rulesWithPrecision = async (db: Reader): Promise<Rule[]> => {
  const [rules, precision] = [await rulesNow(db), await precisionOf(db)];
  return checkNames.map((check) => ({ check, ...rules[check], precision: precision[check] }));
};

const ruleOf = async (db: Reader, check: CheckName): Promise<Rule> =>
  (await rulesWithPrecision(db)).find((rule) => rule.check === check) as Rule;

export const checksRoutes = {
  checks: read(calls.checks, async ({ db }) => ({
    rules: await rulesWithPrecision(db),
    run: await latestRun(db),
  })),
  saveCheck: write(calls.saveCheck, async ({ db, actor }, { params: { check }, body }) => {
    await saveRule(db, actor, { check, ...body });
    return { success: true, ...telling('check-saved'), rule: await ruleOf(db, check) };
  }),
  previewCheck: own(
    calls.previewCheck,
    async ({ db, services, signal }, { params: { check }, body }) => {
      refuseWrongParameters(check, body);
      return previewsInTurn(async () => {
        signal.throwIfAborted();
        const now = (await rulesNow(db))[check];
        const client = await services.database.longReads.connect();
        let failed: Error | undefined;
        try {
          return await previewOf(client, { check, settings: body, now, signal });
        } catch (error) {
          failed = error as Error;
          throw error;
        } finally {
          client.release(failed);
        }
      });
    },
  ),
  startCheckRun: write(calls.startCheckRun, async ({ db, actor }, { body: { days } }) => ({
    run: await startRun(db, actor, { days, total: await reportsSince(db, days) }),
  })),
  latestCheckRun: read(calls.latestCheckRun, async ({ db }) => ({ run: await latestRun(db) })),
  cancelCheckRun: write(calls.cancelCheckRun, async ({ db, actor }, { params }) => ({
    run: await cancelRun(db, actor, params.id),
  })),
  dismissFlag: own(calls.dismissFlag, async ({ db, actor, services }, { params, body }) => {
    const dismissal = { ...params, reason: body.reason };
    await services.live.notifyFlags(
      () =>
        withRetry(() =>
          db.transaction().execute((change) => dismissFlag(change, actor, dismissal)),
        ),
      ({ circle_key }) => [circle_key],
    );
    const sign = (name: string) => signPhoto(services.linkKey, name);
    const flags = await flagsOfReports(db, [params.id], sign, reachOf(actor));
    return { flags: flags.get(params.id) ?? [] };
  }),
};
