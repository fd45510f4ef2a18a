// `npm run licences`: licences of all shipped packages that are installed here, with their texts, on standard output.
// Where a licence is none of those below, it ends with 1: somebody has to look at it first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { shippedPackages } from './shipped-packages.mjs';

/** Licences that allow what is done here: use and distribution of unchanged packages with their texts. */
const known = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
  ],
  ...['OFL-1.1', 'Unlicense'],
  // libvips and libraries in it: dynamically linked files of their own, which anybody can replace.
  'LGPL-3.0-or-later',
]);

const textFiles = /^(licen[cs]e|copying|notice|third-party)/i;

/** Texts of a package. The one of libvips lists its libraries and their licences in its README. */
const textsOf = (folder, name) => {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && textFiles.test(entry.name))
    .map((entry) => entry.name);
  if (files.length === 0 && name.startsWith('@img/sharp-libvips')) files.push('README.md');
  return files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
};

const unknown = [];
const packages = shippedPackages().map(({ folder, name, version, license = 'not stated' }) => {
  const words = license.split(/[()\s]+|\b(?:AND|OR)\b/).filter(Boolean);
  if (!words.every((word) => known.has(word))) unknown.push(`${name} ${version}: ${license}`);
  return { folder: path.join(root, folder), title: `${name} ${version} (${license})` };
});

const line = '-'.repeat(80);
const sections = packages
  .filter(({ folder }) => existsSync(folder))
  .map(({ folder, title }) => {
    const texts = textsOf(folder, title);
    const { homepage = '' } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return [title, ...(texts.length > 0 ? texts : [`It brings no text. ${homepage}`.trim()])];
  });
const head = [
  'Field Survey uses these packages, unchanged. Full texts of the GNU licences that some name:',
  'https://www.gnu.org/licenses/ (on Debian /usr/share/common-licenses).',
];
process.stdout.write(
  `${[head.join('\n'), ...sections.map((each) => each.join('\n\n'))].join(`\n\n${line}\n`)}\n`,
);
for (const each of unknown) console.error(`Look at this licence: ${each}`);
if (unknown.length > 0) process.exitCode = 1;
