// A browser compiles a function at its first call, on the main thread: some 1700 functions before the first view, a fifth
// of the time of a slow browser. With V8's explicit compile hints in the first line of a file it compiles all functions
// in another thread while the file is received. Other browsers ignore the comment.
import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/** Chunks most of whose functions run before the first view. For the others the hint would cost more than it saves. */
const runAtOnce = ['react', 'index', 'frame', 'common', 'shell', 'reports', 'report-page'];

/** Writes the hint into the first line of these chunks. A name that no chunk has stops the build. */
export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  apply: 'build',
  generateBundle: {
    // After Vite's own plugins have prepended their lines.
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
