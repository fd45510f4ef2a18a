// `node field/dist/load-sample.js`: loads the sample operation into a running server and says what it did.
import { parseArgs } from 'node:util';
import { loadSampleOperation, samplePassword } from './sample-operation.ts';

const help = `Loads the sample operation (12 circles, 24 surveyors, 6 000 units, about 3 500 reports).

  node field/dist/load-sample.js [--url http://127.0.0.1:8080] [--admin-email EMAIL] [--admin-password PASSWORD]

Email and password may also stand in ADMIN_EMAIL and ADMIN_PASSWORD. A second run adds nothing.`;

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      'admin-email': { type: 'string', default: process.env.ADMIN_EMAIL ?? '' },
      'admin-password': { type: 'string', default: process.env.ADMIN_PASSWORD ?? '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const begun = performance.now();
  const result = await loadSampleOperation({
    baseUrl: values.url,
    adminEmail: values['admin-email'],
    adminPassword: values['admin-password'],
    onProgress: (line) => console.log(line),
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (result.wasThere) console.log(`The sample operation is there already (${seconds} s).`);
  else
    console.log(
      `Added ${result.unitsStored} units, ${result.surveyorsAdded} surveyors, ${result.reportsSent} reports; ${result.sentBack} sent back, ${result.answered} answered (${seconds} s).`,
    );
  if (result.skipped.length > 0) console.log(`Could not sign in: ${result.skipped.join(', ')}`);
  console.log(`Surveyors' password on the phone: ${samplePassword}`);
};

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
