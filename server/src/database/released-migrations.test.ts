// A migration that a release has run is never edited: databases that have it would differ from new ones.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lastOfReleaseBefore } from './migrate.ts';

/** SHA-256 of each file as the last release has it; a release adds its own. */
const released = {
  '0001-first': '714e028cd3f60c5265b80bc0d4eaa6f7e3a6feb4b0444525520aeaf7f198a934',
  '0002-kept-counts': 'a6bb7cae460616c6528e3556c198e5554fdadd5b6342a05959e040ba777d594a',
  '0003-activity': '686267979af618522b3260ddaabede8ee1e726040e056aeace0b0925e1f82343',
  '0004-security': 'd9eef70d2c80fdf4ae6e323e6c22087c3df05a78cc1605691e512c3c8b559d85',
  '0005-map': '78b7eeae58e8bc6cf152edd99605008a048fcb9664033841992fc78807e45cd7',
  '0006-views': '864537257f5f05b557f5c24deba28e159514b58e743eaf8d5432d6f94ad52a2a',
  '0007-kept-version': 'd1f8c017214ce8f2cd62f99808937fc7feba69ffe5eb9c35681c29cc328510e1',
  '0008-filter-months': 'a001f11577e87e83359f663571854943b9b26f1c3ed7030aa562df7b60a477ec',
  '0009-kept-pins-and-traits': '3588af07db4e9249c7460dc93525f25ddc48d982f570a8a950c5c0a10e190889',
  '0010-set-aside': '2b6f73671c2407c1113b84fe689410c0e78895b1ba16df8f8a10f5d28e048bb2',
  '0011-circle-versions': '647b83b1a864e884e69ae53a1b6ee47db7486f37bc3c8cbe1f12af72ca762394',
  '0012-photo-names': '6e6277e20218f3bf7c281b48fa0a8539bfd5d4c41160354b55ce4f7de75f4a23',
  '0013-rollups': '9396fda83e5b10b29d4a431b9371ccf07dd76ed09696bd148cb9b1cfdd7f3cb0',
};

test.each(Object.entries(released))('%s is as it was released', (name, checksum) => {
  const file = readFileSync(path.join(import.meta.dirname, 'migrations', `${name}.ts`));
  expect(createHash('sha256').update(file).digest('hex')).toBe(checksum);
});

test('servers of the last release may work while a database is migrated', () => {
  expect(lastOfReleaseBefore).toBe(Object.keys(released).at(-1));
});
