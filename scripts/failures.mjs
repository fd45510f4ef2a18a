// Repeats the failures of vitest's and Playwright's reports at the end of `npm test`, where a truncated log still shows
// them.

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
const colours = /\u001b\[[0-9;]*m/g;

/** The first lines of an error. */
const told = (name, message = '') =>
  `${name}\n${message.replace(colours, '').split('\n').slice(0, 20).join('\n')}`;

const failed = ({ status }) => status === 'failed';

const unitTests = ({ testResults = [] }) =>
  testResults.flatMap((file) => {
    const tests = file.assertionResults.map(({ fullName, status, failureMessages: [message] }) => ({
      name: `${file.name} ${fullName}`,
      status: status === 'passed' && message ? 'flaky' : status,
      message,
    }));
    // A file that could not be loaded, or whose set-up failed, has no failed test.
    const isBroken = file.status === 'failed' && !tests.some(failed);
    return isBroken
      ? [...tests, { name: file.name, status: 'failed', message: file.message }]
      : tests;
  });

const statusOf = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' };

const journeys = ({ suites = [], specs = [], file }) => [
  ...suites.flatMap(journeys),
  ...specs.flatMap(({ title, line, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${file}:${line} ${title}`,
      status: statusOf[status] ?? 'failed',
      message: results.find(({ error }) => error)?.error.message,
    })),
  ),
];

/**
 * The tests that did not simply pass, one text each with the begin of the reason.
 * @returns failures: failed or skipped; flaky: failed first and passed at the second try, which only CI grants
 */
export const failuresOf = (unitReport, journeyReport) => {
  const tests = [
    ...unitTests(unitReport),
    ...(journeyReport.errors ?? []).map(({ message }) => ({
      name: 'journeys',
      status: 'failed',
      message,
    })),
    ...journeys(journeyReport),
  ];
  const textsOf = (wanted) =>
    tests.filter(({ status }) => wanted(status)).map(({ name, message }) => told(name, message));
  return {
    failures: textsOf((status) => status !== 'passed' && status !== 'flaky'),
    flaky: textsOf((status) => status === 'flaky'),
  };
};
