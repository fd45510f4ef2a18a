// PINs that lost their leading zeros in a spreadsheet program: found, shown repaired, and repaired.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { findShortPins, type PinWidths, repairShortPins } from './short-pins.ts';

const widths: PinWidths = { circles: [{ circle: 'Model Town', width: 7 }], width: null };

const table = (...pins: string[]) => ({
  headers: ['Circle', 'PIN', 'Status'],
  rows: pins.map((pin) => ['model town ', pin, '1']),
});

test('numbers that are too short are found, with what they would be; others are left', () => {
  const sheet = table('1234', '0000077', '12345678', 'W12', '');
  expect(findShortPins(sheet, widths)).toEqual({
    count: 1,
    first: [{ circle: 'model town ', pin: '1234', repaired: '0001234' }],
  });
  repairShortPins(sheet, widths);
  expect(sheet.rows.map(([, pin]) => pin)).toEqual(['0001234', '0000077', '12345678', 'W12', '']);
});

test('nothing is guessed for a circle whose PINs are of no one length', () => {
  const sheet = { headers: ['Circle', 'Pin'], rows: [['Johar Town', '12']] };
  expect(findShortPins(sheet, widths).count).toBe(0);
  // A new circle follows the operation, where all of it has one length.
  expect(findShortPins(sheet, { ...widths, width: 4 }).first).toEqual([
    { circle: 'Johar Town', pin: '12', repaired: '0012' },
  ]);
});

const office = '/usr/bin/soffice';

/** Opens a CSV in LibreOffice and saves it again, as whoever clicks on it does. */
const savedByOffice = async (csv: string, kind: 'csv' | 'xlsx') => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-office-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'statuses.csv');
  await writeFile(file, csv);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  // Text of UTF-8 with commas, as the dialog offers it for the file's first bytes.
  const from = '--infilter=CSV:44,34,76,1';
  const to = [from, '--convert-to', kind, '--outdir', path.join(folder, 'saved'), file];
  execFileSync(office, [profile, '--headless', '--norestore', ...to], { stdio: 'pipe' });
  const bytes = await readFile(path.join(folder, 'saved', `statuses.${kind}`));
  return readSheet({
    name: `statuses.${kind}`,
    size: bytes.length,
    stream: () => new Blob([bytes]).stream(),
  });
};

const exported = '\uFEFFcircle,pin,status\r\nModel Town,0000007,1\r\nModel Town,0001234,0\r\n';

// Debian: libreoffice-calc-nogui. Where it is not installed the title says that it was not tried.
if (existsSync(office)) {
  test('a CSV that LibreOffice opened and saved is as it was, with the zeros put back', async () => {
    for (const kind of ['csv', 'xlsx'] as const) {
      const sheet = await savedByOffice(exported, kind);
      expect(sheet.rows.map(([, pin]) => pin)).toEqual(['7', '1234']);
      expect(findShortPins(sheet, widths).count).toBe(2);
      repairShortPins(sheet, widths);
      expect(sheet.rows.map((row) => row.slice(0, 3))).toEqual([
        ['Model Town', '0000007', '1'],
        ['Model Town', '0001234', '0'],
      ]);
    }
  }, 60_000);
} else {
  test('NOT TRIED with LibreOffice, which is not installed: rows as it leaves them are repaired', async () => {
    const lost = exported.replaceAll(/,0+/g, ',');
    const bytes = new TextEncoder().encode(lost.replace('1234,', '1234,0'));
    const sheet = await readSheet({
      name: 'statuses.csv',
      size: bytes.length,
      stream: () => new Blob([bytes]).stream(),
    });
    repairShortPins(sheet, widths);
    expect(sheet.rows.map(([, pin]) => pin)).toEqual(['0000007', '0001234']);
  });
}
