// Styles stand in ui, reports, maps and the theme; the other rooms only arrange components.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '..');

const filesOf = (under: string, ending: RegExp): string[] =>
  readdirSync(path.join(folder, under), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const linesWith = (files: readonly string[], wrong: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (wrong.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );

/** Rooms without styles of their own; reports and maps have tables and maps to style. */
const rooms = [
  'account',
  'activity',
  'dashboard',
  'lists',
  'pin-status',
  'sign-in',
  'units',
  'users',
];
const screens = rooms.flatMap((room) => filesOf(room, /\.module\.css$/));
const styles = filesOf('.', /\.css$/);
const code = filesOf('.', /\.tsx$/);

describe('screens', () => {
  it('bring no letters, shadows or corners of their own', () => {
    const look =
      /^\s*(?:font(?:-size|-family)?:|letter-spacing|text-transform|box-shadow|border-radius:\s*\d|--(?!mantine))/;
    // The drawing of the sign-in screen has a text of its own size.
    const drawings = ['sign-in/sign-in-frame.module.css'];
    expect(
      linesWith(
        screens.filter((file) => !drawings.includes(file)),
        look,
      ),
    ).toEqual([]);
  });

  it('write no style into an element, except what data decides', () => {
    const files = code.filter((file) => rooms.includes(file.split('/')[0] ?? ''));
    expect(linesWith(files, /style=\{\{/)).toEqual([]);
  });
});

describe('every style', () => {
  it('mirrors: no left and right where the language decides', () => {
    const physical =
      /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|float|text-align:\s*(?:left|right))\b/;
    // Cells whose text decides their direction, and the scroll buttons of tables.
    const reasoned = ['app/global.css', 'ui/table-frame.module.css'];
    expect(
      linesWith(
        styles.filter((file) => !reasoned.includes(file)),
        physical,
      ),
    ).toEqual([]);
  });

  it('takes its colours from the tokens', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i;
    // The shade behind pinned columns is defined there.
    const reasoned = ['app/global.css'];
    expect(
      linesWith(
        styles.filter((file) => !reasoned.includes(file)),
        literal,
      ),
    ).toEqual([]);
  });

  it('mirrors in code too: no m-left, p-right and the like', () => {
    expect(linesWith(code, /\s(?:ml|mr|pl|pr)=/)).toEqual([]);
  });
});
