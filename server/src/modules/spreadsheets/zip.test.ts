import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type ZipEntry, zipOf } from './zip.ts';

const noon = new Date(2026, 2, 10, 12, 30, 42);

async function* entries(
  count: number,
  contentOf: (at: number) => Buffer,
): AsyncGenerator<ZipEntry> {
  for (let at = 0; at < count; at += 1) {
    yield { name: `${at}.jpg`, content: contentOf(at), lastModified: noon };
  }
}

/** A second check, by Python's `zipfile` where it is installed: checksums, names and times. */
const readByPython = (file: string): unknown => {
  const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps({'broken': z.testzip(), 'count': len(z.namelist()), 'first': z.infolist()[0].date_time}))`;
  try {
    return JSON.parse(execFileSync('python3', ['-c', script, file]).toString());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

describe('a ZIP of stored files', () => {
  test.each([0, 1, 3])('of %i files is taken apart into the same', async (count) => {
    const contentOf = (at: number) => createHash('sha256').update(String(at)).digest();
    const files = unzipSync(await buffer(zipOf(entries(count, contentOf))));
    expect(Object.keys(files)).toEqual(Array.from({ length: count }, (_, at) => `${at}.jpg`));
    for (let at = 0; at < count; at += 1) {
      expect(Buffer.from(files[`${at}.jpg`] as Uint8Array).equals(contentOf(at))).toBe(true);
    }
  });

  test('keeps names in any script', async () => {
    const name = 'پلاٹ ۱۲.jpg';
    const one = async function* () {
      yield { name, content: Buffer.from('x'), lastModified: noon };
    };
    expect(Object.keys(unzipSync(await buffer(zipOf(one()))))).toEqual([name]);
  });

  test('of more files than the old directory counts is one of ZIP64', async () => {
    const count = 70_000;
    const zip = await buffer(zipOf(entries(count, (at) => Buffer.from(`photo ${at}`))));
    expect(zip.readUInt32BE(zip.length - 42)).toBe(0x504b0607);
    const files = unzipSync(zip);
    expect(Object.keys(files)).toHaveLength(count);
    expect(Buffer.from(files['69999.jpg'] as Uint8Array).toString()).toBe('photo 69999');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-zip-'));
    await writeFile(path.join(folder, 'photos.zip'), zip);
    const seen = readByPython(path.join(folder, 'photos.zip'));
    await rm(folder, { recursive: true });
    if (seen) expect(seen).toEqual({ broken: null, count, first: [2026, 3, 10, 12, 30, 42] });
  });

  test('asks for no entry before the one before is taken', async () => {
    let asked = 0;
    const zip = zipOf(
      entries(100, (at) => {
        asked = at + 1;
        return Buffer.from('x');
      }),
    );
    for (let part = 0; part < 4; part += 1) await zip.next();
    expect(asked).toBe(2);
  });
});
