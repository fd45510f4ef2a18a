// The project's files, for the tests of documents and references.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../project-root.ts';

/** Left out: files that are not committed, pictures, and generated figures. */
const skipped = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  'results',
  'test-results',
  'coverage',
]);

const walk = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(path.join(projectRoot, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) found.push(`${name}/`, ...(await walk(name)));
    else if (entry.isFile()) found.push(name);
  }
  return found;
};

/** Paths of all files and folders from the root, with `/`; a folder ends with one. Built and installed ones are left out. */
export const projectPaths: Promise<string[]> = walk('.');

/** The text of a file by its path from the root. */
export const textOf = (file: string): Promise<string> =>
  readFile(path.join(projectRoot, file), 'utf8');

/** The texts between backticks. */
export const namesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');

/** Names of the folders directly below a folder, sorted. */
export const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(projectRoot, folder), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !skipped.has(entry.name))
    .map((entry) => entry.name)
    .sort();
