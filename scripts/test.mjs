// `npm test`: everything, from a fresh clone: types, lint, server on a real database, console,
// end to end in a real browser. Ends with one line that counts all tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { failuresOf } from './failures.mjs';
import { ensureBuilt, ensureInstalled, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const chromium = await ensureBrowser();
const results = mkdtempSync(path.join(os.tmpdir(), 'survey-results-'));
const startedAt = Date.now();
const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;

/** Steps that ended badly, with the last lines of each. */
const failedSteps = [];

/** Runs one step and prints its output at the end, so that the output of parallel steps does not mix. */
const step = (name, command, args, environment = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('close', (code) => {
      console.log(`\n== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds()})\n${output.trim()}`);
      if (code !== 0)
        failedSteps.push(`${name}\n${output.trim().split('\n').slice(-10).join('\n')}`);
      resolve(code === 0);
    });
  });

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const readJson = (name) => {
  try {
    return JSON.parse(readFileSync(path.join(results, name), 'utf8'));
  } catch {
    return {};
  }
};

const checks = await Promise.all([
  step('types of contract, server, field, bench', bin('tsc'), ['-p', '.']),
  step('types of the journeys', bin('tsc'), ['-p', 'e2e']),
  step('types of the console', bin('tsc'), ['-p', 'web']),
  step('types of the surveyor’s page', bin('tsc'), ['-p', 'survey']),
  step('sizes of the console', process.execPath, ['scripts/budget.mjs']),
  step('lint, format, import rules', bin('biome'), ['check', '--error-on-warnings', '.']),
  step('unused files, exports, dependencies', bin('knip'), []),
]);
const unit = await step('contract, server, console', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${path.join(results, 'unit.json')}`,
]);
const journeys = await step(
  'journeys in a browser',
  bin('playwright'),
  ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
  { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(results, 'e2e.json'), CHROMIUM_PATH: chromium },
);
// Takes some minutes and 2 GB: only with CLUSTER_TEST=1.
const cluster =
  process.env.CLUSTER_TEST !== '1' ||
  (await step('a cluster whose database is killed, photos on Ceph', process.execPath, [
    'scripts/run-typescript.mjs',
    'e2e/soak/cluster-test.ts',
  ]));

const unitReport = readJson('unit.json');
const journeyReport = readJson('e2e.json');
const { numPassedTests = 0, numFailedTests = 0 } = unitReport;
const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = journeyReport.stats ?? {};
rmSync(results, { recursive: true, force: true });
const isGreen = [...checks, unit, journeys, cluster].every(Boolean) && skipped === 0;
const passed = numPassedTests + expected + flaky + checks.filter(Boolean).length;
// A step that failed without a failed test counts as one failure.
const failed = Math.max(
  numFailedTests + unexpected + skipped + checks.filter((ok) => !ok).length,
  isGreen ? 0 : 1,
);
const notSimplyPassed = failuresOf(unitReport, journeyReport);
for (const test of notSimplyPassed.flaky) console.log(`\nFLAKY, passed at the second try: ${test}`);
for (const failure of [...failedSteps, ...notSimplyPassed.failures])
  console.log(`\nFAILED ${failure}`);
console.log(`\nAll of it took ${seconds()}.\n${passed} passed, ${failed} failed`);
process.exit(isGreen ? 0 : 1);
