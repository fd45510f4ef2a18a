// docs/asvs.md: one row for each requirement of OWASP ASVS 5.0.0 of levels 1 and 2, whose files and tests are there.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectPaths, textOf } from './project-files.ts';

/** Levels of the requirements of each section, in their order: `V1.2.10` is of level 3. */
const levels: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const verdicts = ['met', 'declined', 'n/a'] as const;

interface Row {
  id: string;
  level: string;
  verdict: string;
  where: string;
  test: string;
}

const text = await textOf('docs/asvs.md');
const rows: Row[] = text
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, id = '', level = '', , verdict = '', where = '', proof = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return { id, level, verdict, where, test: proof };
  });

test('has one row for each requirement of levels 1 and 2, in their order', () => {
  const asked = Object.entries(levels).flatMap(([section, each]) =>
    [...each].map((level, at) => ({ id: `V${section}.${at + 1}`, level })),
  );
  // As many as the standard says.
  expect([1, 2, 3].map((level) => asked.filter((one) => one.level === `${level}`).length)).toEqual([
    70, 183, 92,
  ]);
  const expected = asked.filter(({ level }) => level !== '3');
  expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(expected);
});

test('says of each one of three verdicts, and why it is not met', () => {
  for (const { id, verdict, where } of rows) {
    expect([id, verdicts]).toEqual([id, expect.arrayContaining([verdict])]);
    expect([id, where.length]).toEqual([id, expect.toSatisfy((length) => length > 3)]);
  }
});

test('counts its verdicts', () => {
  const count = (verdict: string, level: string) =>
    rows.filter((row) => row.verdict === verdict && row.level === level).length;
  const lines = ['1', '2'].map((level) => {
    const counts = verdicts.map((verdict) => count(verdict, level));
    const applying = (counts[0] ?? 0) + (counts[1] ?? 0);
    return `| ${level} | ${counts.join(' | ')} | ${counts[0]} of ${applying} that apply |`;
  });
  expect(text).toContain(
    `| level | met | declined | n/a | |\n|---|---|---|---|---|\n${lines.join('\n')}\n`,
  );
});

describe('names', async () => {
  const paths = await projectPaths;
  /** The only file of this end of a path. */
  const resolve = (name: string): string[] =>
    paths.filter((known) => known === name || known.endsWith(`/${name}`));

  test('files that are there', () => {
    const named = rows.flatMap(({ id, where }) =>
      [...where.matchAll(/[\w./-]*[\w-]+\.(?:tsx?|mjs|conf|yaml|json|sh)\b|\bdeploy\/\w+/g)].map(
        ([name]) => ({ id, name }),
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ name }) => resolve(name).length === 0)).toEqual([]);
  });

  test('tests that are there, or says that it was read', async () => {
    const wrong: string[] = [];
    for (const { id, verdict, test: proof } of rows) {
      const [, file = '', title] =
        /^`([\w-]+\.(?:test|spec)\.tsx?)`(?: "(.+)")?$/.exec(proof) ?? [];
      if (verdict === 'n/a' ? proof === '' : proof === 'by reading') continue;
      const found = resolve(file);
      if (found.length === 0) wrong.push(`${id}: no test ${proof}`);
      else if (title !== undefined) {
        const texts = await Promise.all(found.map(textOf));
        if (!texts.some((one) => one.includes(title))) {
          wrong.push(`${id}: ${path.basename(file)} has no "${title}"`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
