// Facts of photos: measured once, after the answer, and used by the checks that need them.
import { calls } from '@survey/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import { openDecoder } from '../photos/decoder.ts';
import { evaluateDue } from './due-checks.commands.ts';
import { readPhotoFacts } from './photo-facts.commands.ts';

const server = setUpTestServer();
const decoder = openDecoder();
afterAll(() => decoder.close());

/** A picture of light and dark blocks that differ with the seed. */
const scene = (seed: number, { width = 1200, height = 900 } = {}) => {
  const [across, down] = [12, 9];
  const raw = Buffer.from(
    Array.from({ length: across * down }, (_, at) => ((at * 7919 + seed * 104_729) % 97) * 2 + 50),
  );
  return sharp(raw, { raw: { width: across, height: down, channels: 1 } })
    .resize({ width, height, kernel: 'nearest' })
    .toColourspace('srgb');
};

const settle = async () => {
  const photos = await openFolderStore(server.photoFolder);
  const { signal } = new AbortController();
  const read = await readPhotoFacts(server.database, { photos, decoder }, signal);
  while ((await evaluateDue(server.database, server.app.live.notifyFlags)) > 0);
  return read;
};

const flagsOf = async (id: number) => {
  const { body } = await server.call(
    calls.reportDetails,
    { params: { id } },
    server.administrator.token,
  );
  return new Map(body.flags.map((flag) => [flag.check, flag]));
};

describe('a photo', () => {
  test('that was made smaller and compressed again is found under another PIN, and no other', async () => {
    const { token } = await server.addSurveyor('similar');
    const send = async (pin: string, photo: Buffer, minute: number) => {
      const capture_time = `2026-03-10T14:${String(minute).padStart(2, '0')}:00+05:00`;
      const fields = submissionFields({ pin, capture_time });
      const { status, body } = await submit(server, token, fields, photo);
      expect(status).toBe(200);
      return body.id;
    };
    const original = await send('1', await scene(1).jpeg().toBuffer(), 0);
    const copy = await scene(1, { width: 900, height: 675 }).jpeg({ quality: 45 }).toBuffer();
    const copied = await send('2', copy, 20);
    const other = await send('3', await scene(2).jpeg().toBuffer(), 40);
    expect(await settle()).toBe(3);
    const found = (await flagsOf(copied)).get('photo-similar');
    expect(found?.counterpart?.id).toBe(original);
    expect(found?.message).toMatch(/^Photo much like that of PIN 1, 10\/03\/2026 14:00: /);
    expect((await flagsOf(original)).has('photo-similar')).toBe(false);
    expect((await flagsOf(other)).has('photo-similar')).toBe(false);
    expect(await settle()).toBe(0);
  });

  test('whose earlier capture comes later is compared with it all the same', async () => {
    const { token } = await server.addSurveyor('late');
    const send = async (pin: string, hour: string, photo: Buffer) => {
      const capture_time = `2026-03-11T${hour}:00:00+05:00`;
      return (await submit(server, token, submissionFields({ pin, capture_time }), photo)).body.id;
    };
    // The same pixels, but other bytes.
    const photo = (text: string) =>
      scene(6)
        .withExif({ IFD0: { ImageDescription: text } })
        .jpeg()
        .toBuffer();
    const later = await send('21', '14', await photo('second'));
    const last = await send('22', '16', await photo('third'));
    await settle();
    expect((await flagsOf(later)).has('photo-similar')).toBe(false);
    const earlier = await send('23', '10', await photo('first'));
    await settle();
    const counterpart = async (id: number) =>
      (await flagsOf(id)).get('photo-similar')?.counterpart?.id;
    // Of equally similar photos the newest capture is the counterpart.
    expect([await counterpart(earlier), await counterpart(later), await counterpart(last)]).toEqual(
      [undefined, earlier, later],
    );
  });

  test('that is blurred says so with its number', async () => {
    const { token } = await server.addSurveyor('blurred');
    const blurred = await scene(5).blur(20).jpeg().toBuffer();
    const { body } = await submit(server, token, submissionFields({ pin: '7' }), blurred);
    await settle();
    const message = (await flagsOf(body.id)).get('photo-blurred')?.message;
    expect(message).toMatch(/^The photo has few sharp edges: \d+\.$/);
  });

  test('that is dark, small or of another time says so with its numbers', async () => {
    const { token } = await server.addSurveyor('measured');
    const dark = await scene(3, { width: 400, height: 300 })
      .linear(0.1)
      .blur(20)
      .withExif({ IFD2: { DateTimeOriginal: '2026:03:10 11:00:00' } })
      .jpeg()
      .toBuffer();
    const { body } = await submit(server, token, submissionFields({ pin: '8' }), dark);
    await settle();
    const flags = await flagsOf(body.id);
    const names = ['photo-dark', 'photo-small', 'photo-time'] as const;
    expect(names.filter((name) => flags.has(name))).toEqual([...names]);
    // A dark photo has no edges.
    expect(flags.has('photo-blurred')).toBe(false);
    expect(flags.get('photo-small')?.message).toBe('The photo has 400 × 300 pixels.');
    // The report was captured at 14:05:06. The EXIF time has no offset: it is read as the operation's time.
    expect(flags.get('photo-time')?.message).toBe(
      'The photo’s own time is 10/03/2026 11:00, 185 min from the capture.',
    );
  });

  test('that is gone has no facts, and is not asked for again', async () => {
    const { token } = await server.addSurveyor('gone');
    const { body } = await submit(
      server,
      token,
      submissionFields({ pin: '9' }),
      await scene(4).jpeg().toBuffer(),
    );
    await server.database.db
      .updateTable('reports')
      .set({ photo_name: 'aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jpg' })
      .where('id', '=', body.id)
      .execute();
    expect(await settle()).toBe(1);
    const facts = await server.database.db
      .selectFrom('photo_facts')
      .select('hash')
      .where('report_id', '=', body.id)
      .executeTakeFirst();
    expect(facts?.hash).toBeNull();
    expect(await settle()).toBe(0);
  });
});
