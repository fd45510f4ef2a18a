import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { calls, photosZipFileName, totalPhotosHeader } from '@survey/contract';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { newPhotoName } from '../../plugins/photo-store.ts';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, type Report, report } from '../../testing/report-factory.ts';
import { until } from '../../testing/until.ts';

const server = setUpTestServer();

/** A report whose photo is in the store; each photo has different bytes. */
const addWithPhoto = async (
  given: Parameters<typeof report>[0],
  bytes: Buffer,
  extension: 'jpg' | 'png' = 'jpg',
): Promise<Report> => {
  const photo_name = newPhotoName(extension);
  const store = await openFolderStore(server.photoFolder);
  await store.keep(await store.stage(Readable.from([bytes])), photo_name);
  const [stored] = await insertReports(server.database, [
    report({ ...given, photo_name, photo_bytes: bytes.length }),
  ]);
  return stored as Report;
};

const download = async (query = '') => {
  const answer = await server.app.inject({
    url: `${calls.reportPhotosZip.path}${query}`,
    headers: { authorization: `Bearer ${server.administrator.token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
};

const manifestOf = (files: Record<string, Uint8Array>) =>
  readCsv(
    Buffer.from(files['manifest.csv'] as Uint8Array)
      .toString()
      .slice(1),
  );

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 9, minute));

describe('the ZIP of photos', () => {
  test('holds the manifest alone where nothing matches', async () => {
    const answer = await download('?username=nobody');
    expect(answer.headers[totalPhotosHeader]).toBe('0');
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(['manifest.csv']);
    expect(manifestOf(files)).toHaveLength(1);
  });

  test('holds every photo that matches, named by PIN, and says what is missing', async () => {
    const bytes = Buffer.alloc(300_000, 'photo');
    const first = await addWithPhoto({ pin: '12', capture_time: at(9) }, bytes);
    const again = await addWithPhoto({ pin: '12', capture_time: at(8) }, Buffer.from('again'));
    const drawn = await addWithPhoto(
      { pin: 'A/../B', capture_time: at(7) },
      Buffer.from('p'),
      'png',
    );
    const [gone] = await insertReports(server.database, [
      report({ pin: '=77', capture_time: at(6), photo_name: newPhotoName('jpg') }),
      report({ pin: '88', capture_time: at(5), photo_name: 'not/a/photo-name.jpg' }),
      report({ pin: '99', capture_time: at(4) }),
    ]);
    await addWithPhoto({ pin: '55', username: 'sana.khan' }, Buffer.from('other'));

    const answer = await download('?username=ali.raza');
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="${photosZipFileName}"`,
    );
    expect(answer.headers[totalPhotosHeader]).toBe('5');
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual(['12.jpg', '12-2.jpg', 'A___B.png', 'manifest.csv']);
    expect(Buffer.from(files['12.jpg'] as Uint8Array).equals(bytes)).toBe(true);
    expect(Buffer.from(files['12-2.jpg'] as Uint8Array).toString()).toBe('again');
    // Stored, not compressed: pictures do not get smaller.
    expect(answer.rawPayload.includes(bytes)).toBe(true);

    const [header, ...lines] = manifestOf(files);
    expect(header?.join()).toBe('file_name,report_id,circle,pin,username,capture_time,problem');
    const time = (minute: number) => `10/03/2026 14:0${minute}:00`;
    expect(lines).toEqual([
      ['12.jpg', String(first.id), 'Model Town', '12', 'ali.raza', time(9), ''],
      ['12-2.jpg', String(again.id), 'Model Town', '12', 'ali.raza', time(8), ''],
      ['A___B.png', String(drawn.id), 'Model Town', 'A/../B', 'ali.raza', time(7), ''],
      ['', String(gone?.id), 'Model Town', "'=77", 'ali.raza', time(6), 'photo is missing'],
      [
        '',
        String((gone?.id ?? 0) + 1),
        'Model Town',
        '88',
        'ali.raza',
        time(5),
        'photo is missing',
      ],
    ]);
  });
});

describe('a photo that is not the one that came', () => {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

  test('is in the ZIP as it is, and the manifest says for each report what is wrong', async () => {
    const came = Buffer.from('the bytes of a photo');
    const flipped = Buffer.from(came);
    flipped[3] = 0;
    const damages: [string, Buffer, string][] = [
      ['cut', came.subarray(0, 5), 'photo is damaged: 5 bytes in place of 20'],
      ['empty', Buffer.alloc(0), 'photo is damaged: 0 bytes in place of 20'],
      ['flipped', flipped, 'photo is damaged: checksum differs'],
      ['longer', Buffer.concat([came, came]), 'photo is damaged: 40 bytes in place of 20'],
      ['whole', came, ''],
    ];
    for (const [pin, bytes] of damages) {
      const { photo_name } = await addWithPhoto({ circle: 'Damaged', pin }, came);
      await server.database.db
        .updateTable('reports')
        .set({ photo_sha256: sha256(came) })
        .where('photo_name', '=', photo_name)
        .execute();
      await writeFile(path.join(server.photoFolder, photo_name as string), bytes);
    }
    // A file that is not a photo is not read into memory.
    const { photo_name: huge } = await addWithPhoto({ circle: 'Damaged', pin: 'huge' }, came);
    await truncate(path.join(server.photoFolder, huge as string), 3 * 2 ** 30);

    const files = unzipSync((await download('?circle=Damaged')).rawPayload);
    const [, ...lines] = manifestOf(files);
    const problems = Object.fromEntries(lines.map((cells) => [cells[3], [cells[0], cells[6]]]));
    expect(problems).toEqual({
      ...Object.fromEntries(damages.map(([pin, , problem]) => [pin, [`${pin}.jpg`, problem]])),
      huge: ['', 'photo cannot be read'],
    });
    for (const [pin, bytes] of damages) {
      expect(Buffer.from(files[`${pin}.jpg`] as Uint8Array).equals(bytes)).toBe(true);
    }
  });
});

describe('over a real socket', () => {
  const one = 2_000_000;

  test('a client that goes away ends the query, and the photos are read no further', async () => {
    for (let index = 0; index < 20; index += 1) {
      await addWithPhoto({ circle: 'Large', pin: String(index) }, Buffer.alloc(one, index));
    }
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .get(
          {
            port,
            path: `${calls.reportPhotosZip.path}?circle=Large`,
            agent: false,
            headers: { authorization: `Bearer ${server.administrator.token}` },
          },
          resolve,
        )
        .on('error', reject);
    });
    expect(answer.headers[totalPhotosHeader]).toBe('20');
    answer.once('data', () => answer.destroy());
    await new Promise((resolve) => answer.once('close', resolve));
    const { longReads } = server.database;
    await until(() => longReads.totalCount === longReads.idleCount);
  });

  test('the whole comes after that as well', async () => {
    const files = unzipSync((await download('?circle=Large')).rawPayload);
    expect(Object.keys(files)).toHaveLength(21);
    for (let index = 0; index < 20; index += 1) {
      const bytes = Buffer.from(files[`${index}.jpg`] as Uint8Array);
      expect(bytes.equals(Buffer.alloc(one, index))).toBe(true);
    }
  });
});
