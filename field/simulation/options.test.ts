import { describe, expect, it } from 'vitest';
import { newFigures, percentile, writeTable } from './figures.ts';
import { readOptions } from './options.ts';

const signIn = ['--admin-email', 'a@example.org', '--admin-password', 'a long password'];

describe('the flags of simulate', () => {
  it('refuse a server that is not this machine', () => {
    for (const url of [
      'http://survey.example',
      'https://10.0.0.4:8080',
      'http://127.0.0.1.evil.example',
    ])
      expect(() => readOptions([...signIn, '--url', url], {})).toThrow('--allow-remote');
    expect(
      readOptions([...signIn, '--url', 'http://survey.example', '--allow-remote'], {}),
    ).toMatchObject({
      url: 'http://survey.example/',
    });
  });

  it('accept every way to write this machine', () => {
    for (const url of ['http://localhost:8080', 'http://127.0.0.2', 'http://[::1]:9000'])
      expect(readOptions([...signIn, '--url', url], {})).not.toBe('help');
  });

  it('refuse what is no number, too much, or unknown', () => {
    for (const flags of [
      ['--surveyors', 'many'],
      ['--surveyors', '0'],
      ['--surveyors', '2.5'],
      ['--rate', '1e9'],
      ['--photo-kb', '20000'],
      ['--seconds', ''],
      ['--url', 'not an address'],
      ['--url', 'ftp://127.0.0.1'],
      ['--forever', '1'],
    ])
      expect(() => readOptions([...signIn, ...flags], {}), flags.join(' ')).toThrow();
  });

  it('refuse to run without an administrator', () => {
    expect(() => readOptions([], {})).toThrow('--admin-email');
    const environment = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'a long password' };
    expect(readOptions([], environment)).toMatchObject({ reports: 50, seconds: 300 });
  });

  it('answer --help', () => {
    expect(readOptions(['--help'], {})).toBe('help');
  });
});

describe('the table', () => {
  it('names every figure', () => {
    const figures = newFigures();
    figures.sent = 3;
    figures.acknowledged.push(
      { reportId: 1, submissionId: 'a' },
      { reportId: 2, submissionId: 'b' },
    );
    figures.refused.set('submitReport: too large (413 too-large)', 1);
    figures.waits.push(10, 20);
    figures.seconds = 2;
    const table = writeTable(figures, { lost: 0, doubled: 0 });
    for (const line of [
      /^sent +3$/m,
      /^acknowledged +2$/m,
      /^lost +0$/m,
      /^p95 ms +20$/m,
      /1 × submitReport/,
    ])
      expect(table).toMatch(line);
  });

  it('counts percentiles by rank', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0.5, 0.95, 0.99].map((share) => percentile(values, share))).toEqual([50, 95, 99]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
