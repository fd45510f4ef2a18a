// `npm run bench`: all benches. `npm run bench -- NAME…`: these.
import { type Bench, figureLine, writeResult } from './figures.ts';
import { importBench } from './import.bench.ts';
import { sheetBench } from './sheet.bench.ts';

const benches: readonly Bench[] = [importBench, sheetBench];

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. The benches:`);
  for (const { name, question } of benches) console.error(`  ${name.padEnd(12)} ${question}`);
  process.exit(2);
}

for (const bench of benches) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  console.log(`\n${bench.name}: ${bench.question}`);
  const result = await bench.run((line) => console.log(`  … ${line}`));
  console.log(`  ${result.dataset}`);
  for (const figure of result.figures) console.log(`  ${figureLine(figure)}`);
  console.log(`  kept in bench/results/${await writeResult(bench.name, result)}`);
}
