import { expect, test } from 'vitest';
import { BrokenRescueFile, formOf, readRescueFile, rescuedReports } from './read-rescue-file.ts';

const head = '{"format":"survey-rescue-1","username":"ali","writtenAt":"2026-11-23T08:00:00.000Z"';
const report = (pin: string, more = {}) =>
  JSON.stringify({
    fields: { submission_id: `id-${pin}`, circle: 'شاہدرہ', pin, comments: 'two\nlines' },
    isDraft: false,
    photo: null,
    ...more,
  });
const fileOf = (...reports: string[]) =>
  new Blob([`${head},"reports":[\n${reports.join(',\n')}\n]}`]);

test.each([
  ['empty', ''],
  ['no JSON', 'Buy airtime'],
  ['of another format', '{"format":"x","username":"ali","writtenAt":"2026-11-23T08:00:00.000Z"}'],
  ['that breaks off', `${head},"reports":[\n${report('1')},\n{"fields":{"pin"`],
  ['that breaks off between reports', `${head},"reports":[\n${report('1')},\n`],
  ['whose report has other fields', `${head},"reports":[\n{"fields":[]}\n]}`],
])('a file %s is refused', async (_, text) => {
  await expect(readRescueFile(new Blob([text]))).rejects.toThrow(BrokenRescueFile);
});

test('says whose reports it holds, which are not finished, and which have photos', async () => {
  const photo = { type: 'image/jpeg', base64: btoa('picture') };
  const file = fileOf(report('0001', { photo }), report('0002', { isDraft: true }));
  expect(await readRescueFile(file)).toEqual({
    username: 'ali',
    writtenAt: '2026-11-23T08:00:00.000Z',
    reports: [
      { circle: 'شاہدرہ', pin: '0001', isDraft: false, hasPhoto: true },
      { circle: 'شاہدرہ', pin: '0002', isDraft: true, hasPhoto: false },
    ],
  });
});

test('the form has the fields and the very bytes of the photo', async () => {
  const photo = { type: 'image/jpeg', base64: btoa('\u00ff\u00d8 picture') };
  for await (const one of rescuedReports(fileOf(report('0001', { photo })))) {
    const form = formOf(one);
    expect(form.get('comments')).toBe('two\nlines');
    const sent = form.get('photo') as File;
    expect([sent.name, sent.type]).toEqual(['id-0001.jpg', 'image/jpeg']);
    expect(new Uint8Array(await sent.arrayBuffer()).slice(0, 2)).toEqual(
      new Uint8Array([0xff, 0xd8]),
    );
  }
});

test('a file without reports holds none', async () => {
  const { reports } = await readRescueFile(new Blob([`${head},"reports":[\n\n]}`])).catch(() => ({
    reports: 'refused',
  }));
  expect(reports).toBe('refused');
});
