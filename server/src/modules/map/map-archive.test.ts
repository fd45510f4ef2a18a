// The file of the base map: read by ranges, only by administrators. Faults are shown and stop nothing.
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { calls } from '@survey/contract';
import { sampleStreets } from '@survey/field/sample/streets.ts';
import { PMTiles } from 'pmtiles';
import { afterAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-map-'));
const name = 'städte & map.pmtiles';
const file = path.join(folder, name);
const streets = sampleStreets();
const server = setUpTestServer({ DATA_DIR: folder, MAP_PMTILES: name });
afterAll(() => rm(folder, { recursive: true, force: true }));

let second = 0;
/** Writes the file with a new time: its version is derived from size and time. */
const put = async (bytes: Uint8Array) => {
  await writeFile(file, bytes);
  second += 1;
  await utimes(file, second, second);
};

const basemap = async () =>
  (await server.call(calls.mapSummary, { query: {} }, server.administrator.token)).body.basemap;

const fetchRange = (version: string, range: string | undefined, token?: string) =>
  server.app.inject({
    method: 'GET',
    url: calls.mapArchive.path,
    query: { version },
    headers: {
      ...(range !== undefined && { range }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

describe('a good file', () => {
  test('is read by the console’s reader through ranges', async () => {
    await put(streets);
    const { archive, archive_problem, attribution } = await basemap();
    expect(archive).toMatchObject({ kind: 'vector', min_zoom: 9, max_zoom: 15 });
    expect({ archive_problem, attribution }).toEqual({
      archive_problem: null,
      attribution: 'Streets of the sample, made up',
    });
    const reader = new PMTiles({
      getKey: () => 'served',
      getBytes: async (offset, length) => {
        const range = `bytes=${offset}-${offset + length - 1}`;
        const { statusCode, rawPayload, headers } = await fetchRange(
          archive?.version ?? '',
          range,
          server.administrator.token,
        );
        expect(statusCode).toBe(206);
        expect(headers['content-type']).toBe('application/vnd.pmtiles');
        expect(headers['cache-control']).toMatch(/^private/);
        return { data: new Uint8Array(rawPayload).buffer };
      },
    });
    const { centerLon, centerLat, minZoom } = await reader.getHeader();
    const x = Math.floor(((centerLon + 180) / 360) * 2 ** minZoom);
    const y = Math.floor(
      ((1 - Math.asinh(Math.tan((centerLat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** minZoom,
    );
    expect((await reader.getZxy(minZoom, x, y))?.data.byteLength).toBeGreaterThan(50);
  });

  test('is nobody’s without a session, nor a surveyor’s', async () => {
    await put(streets);
    const version = (await basemap()).archive?.version ?? '';
    const ali = await server.addSurveyor('ali.map');
    expect((await fetchRange(version, 'bytes=0-9')).statusCode).toBe(401);
    expect((await fetchRange(version, 'bytes=0-9', ali.token)).statusCode).toBe(403);
  });

  test('answers ranges to the byte, and 416 beyond its end', async () => {
    await put(streets);
    const version = (await basemap()).archive?.version ?? '';
    const { token } = server.administrator;
    const part = await fetchRange(version, 'bytes=5-9', token);
    expect(part.headers['content-range']).toBe(`bytes 5-9/${streets.length}`);
    expect(part.rawPayload).toEqual(streets.subarray(5, 10));
    const tail = await fetchRange(version, `bytes=${streets.length - 3}-9999999`, token);
    expect(tail.rawPayload).toEqual(streets.subarray(-3));
    expect((await fetchRange(version, 'bytes=99999999-', token)).statusCode).toBe(416);
    expect((await fetchRange(version, undefined, token)).rawPayload).toEqual(streets);
  });

  test('that was replaced is not mixed with the one before', async () => {
    await put(streets);
    const version = (await basemap()).archive?.version ?? '';
    await put(Buffer.concat([streets, Buffer.from([0])]));
    expect((await fetchRange(version, 'bytes=0-9', server.administrator.token)).statusCode).toBe(
      409,
    );
  });
});

const changed = (at: number, value: number): Buffer => {
  const bytes = Buffer.from(streets);
  bytes.writeUInt8(value, at);
  return bytes;
};

describe('a file that cannot be used is said, and the map works', () => {
  test.each([
    ['a text', Buffer.from('this is no map at all, only words '.repeat(20)), 'other-format'],
    ['an empty file', Buffer.alloc(0), 'cut-off'],
    ['half a copy', streets.subarray(0, streets.length / 2), 'cut-off'],
    ['another version of the format', changed(7, 2), 'unsupported'],
    ['tiles of an unknown kind', changed(99, 6), 'unsupported'],
    ['tiles packed with zstd', changed(98, 4), 'unsupported'],
    ['a broken directory', changed(140, streets.readUInt8(140) ^ 255), 'damaged'],
    ['zooms out of order', changed(100, 20), 'damaged'],
  ])('%s', async (_, bytes, problem) => {
    await put(bytes);
    const { archive, archive_problem } = await basemap();
    expect({ archive, archive_problem }).toEqual({ archive: null, archive_problem: problem });
    const { statusCode } = await fetchRange('1-1', 'bytes=0-9', server.administrator.token);
    expect(statusCode).toBe(404);
  });

  test('a missing one; it is found when it comes', async () => {
    await rm(file, { force: true });
    expect((await basemap()).archive_problem).toBe('missing');
    await put(streets);
    expect((await basemap()).archive_problem).toBeNull();
    await truncate(file, 60);
    expect((await basemap()).archive_problem).not.toBeNull();
  });
});

test('what a file says of its makers is text', async () => {
  const { writeArchive } = await import('@survey/field/pmtiles-file.ts');
  const archive = writeArchive([{ z: 0, x: 0, y: 0, bytes: new Uint8Array(9) }], {
    bounds: { west: 0, south: 0, east: 1, north: 1 },
    metadata: { attribution: '<a href="x" onclick="alert(1)">© <b>OSM</b></a> <img src=x' },
  });
  await put(archive);
  expect((await basemap()).attribution).toBe('© OSM img src=x');
});
