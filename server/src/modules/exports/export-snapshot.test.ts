// What an export says of its size, and what it holds, are of one moment (ADR 47).
import { calls, totalPhotosHeader, totalRowsHeader } from '@survey/contract';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { newPhotoName } from '../../plugins/photo-store.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { until } from '../../testing/until.ts';

const server = setUpTestServer();
beforeAll(async () => {
  await arrive();
});

const arrive = () => insertReports(server.database, [report({ photo_name: newPhotoName('jpg') })]);

const get = async (url: string, accept: string) => {
  const answer = await server.app.inject({
    url,
    headers: { accept, authorization: `Bearer ${server.administrator.token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
};

/** How many there are by the header, and by the file. */
const exports: [string, () => Promise<[said: number, held: number]>][] = [
  [
    'CSV',
    async () => {
      const { headers, body } = await get(calls.allReportsExport.path, 'text/csv');
      return [Number(headers[totalRowsHeader]), readCsv(body.slice(1)).length - 1];
    },
  ],
  [
    'JSON under a filter of PINs',
    async () => {
      const answer = await get(`${calls.allReportsExport.path}?pin=123`, 'application/json');
      return [Number(answer.headers[totalRowsHeader]), answer.json().data.length];
    },
  ],
  [
    'photo ZIP',
    async () => {
      const { headers, rawPayload } = await get(calls.reportPhotosZip.path, '*/*');
      const manifest = Buffer.from(unzipSync(rawPayload)['manifest.csv'] as Uint8Array);
      return [Number(headers[totalPhotosHeader]), readCsv(manifest.toString().slice(1)).length - 1];
    },
  ],
];

test.each(exports)('%s that waits for its connection while a report arrives', async (_, read) => {
  const { longReads } = server.database;
  const held = await Promise.all(
    Array.from({ length: longReads.options.max }, () => longReads.connect()),
  );
  const asked = read();
  await until(() => longReads.waitingCount > 0);
  await arrive();
  for (const client of held) client.release();
  const [said, holds] = await asked;
  expect(said).toBeGreaterThan(1);
  expect(holds).toBe(said);
});

test.each(exports)('%s beside reports that arrive all the time', async (_, read) => {
  let isDone = false;
  const arriving = (async () => {
    while (!isDone) await arrive();
  })();
  try {
    for (let round = 0; round < 10; round += 1) {
      const [said, holds] = await read();
      expect(holds).toBe(said);
    }
  } finally {
    isDone = true;
    await arriving;
  }
});
