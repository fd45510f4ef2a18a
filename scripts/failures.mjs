// Repeats the failures of vitest's and Playwright's reports at the end of `npm test`, where a truncated log still shows
// them.

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
const colours = /\u001b\[[0-9;]*m/g;

/** The first lines of what was thrown. */
const told = (name, message = '') =>
  `${name}\n${message.replace(colours, '').split('\n').slice(0, 20).join('\n')}`;

const unitFailures = ({ testResults = [] }) =>
  testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be read at all, or whose preparation failed, has no failed test.
    if (failed.length === 0 && file.status === 'failed') return [told(file.name, file.message)];
    return failed.map((test) => told(`${file.name} ${test.fullName}`, test.failureMessages[0]));
  });

const journeyFailures = ({ suites = [], specs = [], file }) => [
  ...suites.flatMap(journeyFailures),
  ...specs.flatMap(({ title, line, tests }) =>
    tests.flatMap(({ results }) =>
      results
        .filter(({ status }) => status !== 'passed')
        .map(({ status, error }) => told(`${file}:${line} ${title} (${status})`, error?.message)),
    ),
  ),
];

/** Each failed test with the begin of its reason, one text each; a journey that passed when it was tried again too. */
export const failuresOf = (unitReport, journeyReport) => [
  ...unitFailures(unitReport),
  ...(journeyReport.errors ?? []).map(({ message }) => told('journeys', message)),
  ...journeyFailures(journeyReport),
];
