// Sentences of the form that the console says too are said alike in Urdu.
import { expect, test } from 'vitest';
import { formTexts } from '../modules/openrosa/form-texts.ts';
import { textOf } from './project-files.ts';

const catalogue = async (name: string): Promise<Record<string, string>> =>
  JSON.parse(await textOf(`web/src/text/${name}.json`));

test.each([
  ['ur', formTexts.urdu],
  ['ur-messages', formTexts.refusals],
])('%s.json has the same Urdu', async (name, sentences) => {
  const urdu = await catalogue(name);
  const shared = Object.entries(sentences).filter(([key]) => urdu[key] !== undefined);
  expect(shared.length).toBeGreaterThan(3);
  expect(Object.fromEntries(shared)).toEqual(
    Object.fromEntries(shared.map(([key]) => [key, urdu[key]])),
  );
});
