// A browser compiles a function when it is first called, on the main thread: for the first view some 1700 times, a
// fifth of what a slow browser does before it stands. Told at the top of a file, it compiles all of it beside the
// main thread while the file comes (V8's explicit compile hints). Browsers that do not know the words pass them over.
import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/** Of these chunks most functions run before the first view stands; of the others few, and compiling costs too. */
const runAtOnce = ['react', 'index', 'frame', 'common', 'shell', 'reports', 'report-page'];

/** Chunks that run at once say so in their first line. A name that no chunk has stops the build. */
export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  apply: 'build',
  generateBundle: {
    // After Vite has written its own lines before the code.
    order: 'post',
    handler: (_options, bundle) => {
      const chunks = Object.values(bundle).filter((made) => made.type === 'chunk');
      for (const wanted of runAtOnce) {
        const found = chunks.filter(({ name }) => name === wanted);
        if (found.length === 0) throw new Error(`compile-hint.ts: the build has no ${wanted}`);
        for (const chunk of found) chunk.code = hint + chunk.code;
      }
    },
  },
});
