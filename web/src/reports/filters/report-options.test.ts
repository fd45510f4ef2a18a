import { optionsOfCases, reportsForOptions } from '@survey/contract/report-options.cases';
import { expect, it } from 'vitest';
import { runNow } from '../../api/steps.ts';
import { sampleReport } from '../../testing/sample-reports.ts';
import { collectOptions } from './report-options.ts';

const reports = reportsForOptions.map((given, at) => sampleReport(at, given));

it('offers what the server offers for the same reports', () => {
  expect(runNow(collectOptions(reports))).toEqual(optionsOfCases);
});

it('offers the same whatever the order of the reports', () => {
  expect(runNow(collectOptions([...reports].reverse()))).toEqual(optionsOfCases);
});
