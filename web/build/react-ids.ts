// Mantine gives each of its parts an id twice: React's at first, a random one right after, for pages with several
// roots. The second draws every field and menu of the first view again. The console has one root.
import type { Plugin } from 'vite';

const replaced = '/@mantine/hooks/esm/use-id/use-id.mjs';
const code = `import { useId as useReactId } from 'react';
export const useId = (given) => {
  const own = useReactId();
  return typeof given === 'string' ? given : 'mantine-' + own.replaceAll(':', '');
};`;

/** Ids of Mantine's parts are React's. Where the library has no such file any more, the build stops. */
export const reactIds = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'react-ids',
    apply: 'build',
    enforce: 'pre',
    load: (id) => {
      if (!id.endsWith(replaced)) return undefined;
      isReplaced = true;
      return code;
    },
    generateBundle: () => {
      if (!isReplaced) throw new Error(`react-ids.ts: the library has no ${replaced}`);
    },
  };
};
