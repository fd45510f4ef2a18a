// Users run JavaScript that was compiled here, never a TypeScript file: a loader such as tsx caches its output in a
// folder for temporary files, where another user of the machine may have placed code.
// Each program is one file with the sources of this project in it; packages are loaded from node_modules.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Source files by output file, threads included. All outputs are in one folder: see project-root.ts. */
const programs = {
  'server/dist/main': 'server/src/main.ts',
  'server/dist/administrators': 'server/src/command-line/administrators.ts',
  'server/dist/backup': 'server/src/command-line/backup.ts',
  'server/dist/database': 'server/src/command-line/database.ts',
  'server/dist/decoder-process': 'server/src/modules/photos/decoder-process.ts',
  'server/dist/keys': 'server/src/command-line/keys.ts',
  'server/dist/password-matcher': 'server/src/plugins/password-matcher.ts',
  'server/dist/rollups': 'server/src/command-line/rollups.ts',
  'field/dist/load-sample': 'field/load-sample.ts',
  'field/dist/sample-streets': 'field/sample/streets.ts',
  'field/dist/sample-operation': 'field/sample-operation.ts',
  'field/dist/simulate': 'field/simulate.ts',
};

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: programs,
  outdir: '.',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  // The contract is a workspace without a build of its own.
  alias: { '@survey/contract': './contract/src/index.ts' },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
});
// Files are replaced atomically: a program that starts meanwhile reads the old or the new one.
for (const { path: file, contents } of outputFiles) {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(written, contents);
  renameSync(written, file);
}
