import { calls, type QueuedReport } from '@survey/contract';
import type { Actor } from '../../database/audit.ts';
import type { Reader } from '../../database/connection.ts';
import { read, write } from '../../plugins/calls.ts';
import { reachOf } from '../../plugins/circle-limits.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { flagsOfReports } from '../checks/flags.queries.ts';
import { reportsToReview } from '../reports/report-rows.queries.ts';
import { colleaguesAt, noteOpen } from './open-reports.commands.ts';
import { paceOf, queuedReports, refuseUnknownSample, remainingIn } from './queue.queries.ts';
import { drawSample, newestSamples } from './samples.ts';

/** Reports of the queue with everything that a reviewer sees, in the order of `ids`. */
const withFlags = async (
  db: Reader,
  actor: Actor,
  ids: readonly number[],
  sign: (name: string) => string,
): Promise<QueuedReport[]> => {
  const rows = new Map((await reportsToReview(db, ids)).map((row) => [row.report.id, row]));
  const flags = await flagsOfReports(db, ids, sign, reachOf(actor));
  const colleagues = await colleaguesAt(db, actor, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { report, review } = row;
    const of = flags.get(id) ?? [];
    const open = of.filter(({ outcome }) => outcome !== 'dismissed');
    return [
      {
        report: {
          ...report,
          picture_path: report.picture_path && sign(report.picture_path),
          flags: open.map(({ check, severity }) => ({ check, severity })),
        },
        review,
        flags: of,
        open_by: colleagues.get(id) ?? null,
      },
    ];
  });
};

export const queueRoutes = {
  reviewQueue: read(calls.reviewQueue, async ({ db, actor, services }, { query }) => {
    const { order, sample, after, limit } = query;
    if (order === 'sample') await refuseUnknownSample(db, sample);
    const reach = reachOf(actor);
    const found = await queuedReports(db, order, { sample, after, limit, reach });
    const ids = found.map(({ id }) => id);
    const sign = (name: string) => signPhoto(services.linkKey, name);
    return {
      reports: await withFlags(db, actor, ids, sign),
      next: found.length < limit ? null : (found.at(-1)?.place ?? null),
      remaining: await remainingIn(db, order, { sample, reach }),
      ...(await paceOf(db, actor.username)),
    };
  }),
  openReport: write(calls.openReport, async ({ db, actor }, { params, body }) => ({
    open_by: await noteOpen(db, actor, { id: params.id, isOpen: body.is_open }),
  })),
  reviewSamples: read(calls.reviewSamples, async ({ db, actor }) => ({
    samples: await newestSamples(db, reachOf(actor)),
  })),
  drawSample: write(calls.drawSample, async ({ db, actor }, { body }) => ({
    sample: await drawSample(db, actor, body),
  })),
};
