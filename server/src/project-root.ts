// The root of the project, for files that are not imported: the built console, programs of threads.
import path from 'node:path';

/** The same from these sources and from `server/dist`, where every compiled program lies (scripts/compile.mjs). */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/**
 * A program that was compiled from a module of the server, for a thread or process of its own: these never read
 * TypeScript, in tests neither (testing/global-setup.ts compiles).
 * @param name one of those in scripts/compile.mjs, such as `password-matcher`
 */
export const compiledProgram = (name: string): string =>
  path.join(projectRoot, 'server', 'dist', `${name}.js`);
