// Dashboard and alert rules of deploy/monitoring: their queries name series that the server has, and Prometheus' own
// tool accepts them where it is installed (Debian's package prometheus).
import path from 'node:path';
import { calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { findProgram, runProgram } from '../testing/other-programs.ts';
import { submissionFields, submit } from '../testing/submissions.ts';
import { textOf } from './project-files.ts';

const folder = path.join(projectRoot, 'deploy/monitoring');
const token = 'k3y+of/monitoring==';
const server = setUpTestServer({ METRICS_TOKEN: token });

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}

/** The queries of rules and panels, with the name of the rule or panel. */
const queriesOf = async (): Promise<[string, string][]> => {
  const { groups } = parse(await textOf('deploy/monitoring/alerts.yml')) as {
    groups: { rules: Rule[] }[];
  };
  const { panels, templating } = JSON.parse(await textOf('deploy/monitoring/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
    templating: { list: { name: string; definition?: string }[] };
  };
  return [
    ...groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr }): [string, string] => [alert, expr]),
    ),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }): [string, string] => [title, expr]),
    ),
    ...templating.list.map(({ name, definition = '' }): [string, string] => [name, definition]),
  ];
};

/** Names of series and labels in the server's metrics. */
const series = new Set<string>();
const labels = new Map<string, Set<string>>();

beforeAll(async () => {
  const surveyor = await server.addSurveyor('ali');
  await submit(server, surveyor.token, submissionFields());
  const { body } = await server.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  });
  // A histogram has no samples before its first event, so its series are derived from its type.
  for (const [, name] of body.matchAll(/^# TYPE (\w+) histogram$/gm))
    for (const part of ['bucket', 'count', 'sum']) series.add(`${name}_${part}`);
  for (const [, name = '', pairs = ''] of body.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    series.add(name);
    for (const [, label = '', value = ''] of pairs.matchAll(/(\w+)="([^"]*)"/g))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
});

/** A series that Prometheus itself adds to each scrape. */
const ofPrometheus = new Set(['up']);
const ownLabels = new Set(['job', 'instance']);

describe('rules and panels', () => {
  test('name figures that the server gives', async () => {
    const queries = await queriesOf();
    expect(queries.length).toBeGreaterThan(25);
    const names = queries.flatMap(([asks, query]) =>
      [...query.matchAll(/\b(up|(?:survey|nodejs|process)_[a-z0-9_]+)\b/g)].map(([name]) => ({
        asks,
        name,
      })),
    );
    expect(names.length).toBeGreaterThan(25);
    const unknown = names.filter(({ name }) => !series.has(name) && !ofPrometheus.has(name));
    expect(unknown).toEqual([]);
  });

  test('choose by labels that the server writes, and by calls that there are', async () => {
    const known = new Set([...Object.keys(calls), 'openRosaSubmission']);
    for (const [asks, query] of await queriesOf()) {
      for (const [, label = '', value = ''] of query.matchAll(/(\w+)=~?"([^"]*)"/g)) {
        expect([asks, label, labels.has(label) || ownLabels.has(label)]).toEqual([
          asks,
          label,
          true,
        ]);
        if (label === 'call')
          for (const call of value.split('|'))
            expect([asks, call, known.has(call)]).toEqual([asks, call, true]);
      }
    }
  });

  test('say what happened and what to do, and have a case each', async () => {
    const { groups } = parse(await textOf('deploy/monitoring/alerts.yml')) as {
      groups: { rules: Rule[] }[];
    };
    const cases = await textOf('deploy/monitoring/alerts.test.yml');
    for (const { alert, labels: given, annotations } of groups.flatMap(({ rules }) => rules)) {
      expect(['critical', 'warning']).toContain(given.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
      expect(cases).toMatch(new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:\\n`));
    }
  });
});

test('Prometheus understands its settings, and every rule rings when it should', async ({
  annotate,
}) => {
  const promtool = await findProgram('promtool');
  if (promtool === undefined) {
    await annotate('Prometheus is not installed: its rules were only read.');
    return;
  }
  const file = (name: string) => path.join(folder, name);
  await runProgram(promtool, ['check', 'config', file('prometheus.yml')]);
  await runProgram(promtool, ['check', 'rules', file('alerts.yml')]);
  expect(await runProgram(promtool, ['test', 'rules', file('alerts.test.yml')])).toContain(
    'SUCCESS',
  );
});
