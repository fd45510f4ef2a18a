// `npm run bench` runs all benches, `npm run bench -- NAME…` these. Benches that need a loaded dataset take `--reports
// N` and `--data-dir DIR`, like `npm run bench:load`; `upgrade` loads its own with `--reports N`. `--only TEXT` limits
// `hostile` to the attacks whose names contain the text; such a run is not stored.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checksBench } from './checks.bench.ts';
import { collectBench } from './collect.bench.ts';
import { consoleBench } from './console.bench.ts';
import { exportBench } from './export.bench.ts';
import { feedsBench } from './feeds.bench.ts';
import { type Bench, figureLine, writeResult } from './figures.ts';
import { hostileBench } from './hostile.bench.ts';
import { importBench } from './import.bench.ts';
import { jsonBench } from './json.bench.ts';
import { listsBench } from './lists.bench.ts';
import { liveBench } from './live.bench.ts';
import { mapBench } from './map.bench.ts';
import { phonesBench } from './phones.bench.ts';
import { sheetBench } from './sheet.bench.ts';
import { surveyBench } from './survey.bench.ts';
import { transfersBench } from './transfers.bench.ts';
import { upgradeBench } from './upgrade.bench.ts';
import { webhooksBench } from './webhooks.bench.ts';
import { zipBench } from './zip.bench.ts';

const benches: readonly Bench[] = [
  importBench,
  sheetBench,
  listsBench,
  exportBench,
  feedsBench,
  webhooksBench,
  jsonBench,
  zipBench,
  mapBench,
  phonesBench,
  checksBench,
  collectBench,
  surveyBench,
  transfersBench,
  consoleBench,
  liveBench,
  hostileBench,
  upgradeBench,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reports: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string' },
    only: { type: 'string' },
  },
});
const reports = Number(values.reports);
const dataDir = path.resolve(values['data-dir'] ?? `data/bench-${reports}`);

const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. The benches:`);
  for (const { name, question } of benches) console.error(`  ${name.padEnd(12)} ${question}`);
  process.exit(2);
}

for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  console.log(`\n${bench.name}: ${bench.question}`);
  const result = await bench.run((line) => console.log(`  … ${line}`), {
    reports,
    dataDir,
    only: values.only,
  });
  console.log(`  ${result.dataset}`);
  for (const figure of result.figures) console.log(`  ${figureLine(figure)}`);
  if (values.only !== undefined) continue;
  const name = bench.needsDataset ? `${bench.name}-${reports}` : bench.name;
  const about = { bench: bench.name, question: bench.question };
  console.log(`  kept in bench/results/${await writeResult(name, about, result)}.md`);
}
