// The patterns of build/chunks.ts, without a build.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { patternsWithout } from '../../build/chunks.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const filesOf = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `/${folder}/${file}`,
  );

it('each pattern of our own files matches one that is there', () => {
  const ours = patternsWithout([...filesOf('web/src'), ...filesOf('contract/src')]);
  expect(ours.filter((pattern) => /\/(?:web|contract)\/src\//.test(pattern))).toEqual([]);
});

it('a pattern that matches no module is named', () => {
  expect(patternsWithout(['/node_modules/react/index.js'])).toContain('/web/src/undo/');
  expect(patternsWithout(['/node_modules/react/index.js'])).not.toContain('/node_modules/react/');
});
