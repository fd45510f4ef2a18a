// Proves that the figure "lost" can be other than 0: what a server has is given by hand here.
import type { PropertyReport } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { type ReportReader, readBack } from './read-back.ts';
import { infoOf } from './run.ts';

const report = (id: number, submissionId: string) =>
  ({ id, info: infoOf(submissionId) }) as PropertyReport;

/** A server that lists these reports and keeps those ids as replaced ones. */
const serverWith = (listed: PropertyReport[], replaced: number[] = []): ReportReader => ({
  reportsOf: async () => listed,
  hasReport: async (id) => replaced.includes(id),
});
const acknowledged = [
  { reportId: 1, submissionId: 'a' },
  { reportId: 2, submissionId: 'b' },
];
const users = ['phone-001'];

describe('reading back', () => {
  it('counts an acknowledged report that is nowhere as lost', async () => {
    const found = await readBack(serverWith([report(1, 'a')]), users, acknowledged);
    expect(found).toEqual({ lost: 1, doubled: 0 });
  });

  it('does not count a report as lost that a later one replaced', async () => {
    const server = serverWith([report(1, 'a'), report(3, 'c')], [2]);
    expect(await readBack(server, users, acknowledged)).toEqual({ lost: 0, doubled: 0 });
  });

  it('counts a submission that became two reports as doubled, acknowledged twice or not', async () => {
    const server = serverWith([report(1, 'a'), report(2, 'b'), report(9, 'b')]);
    expect(await readBack(server, users, acknowledged)).toEqual({ lost: 0, doubled: 1 });
    const twice = [...acknowledged, { reportId: 3, submissionId: 'a' }];
    const other = serverWith([report(1, 'a'), report(2, 'b'), report(3, 'a')]);
    expect(await readBack(other, users, twice)).toEqual({ lost: 0, doubled: 1 });
  });
});
