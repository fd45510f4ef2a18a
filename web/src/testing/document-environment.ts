// The environment of component tests: happy-dom's document with Node's own fetch. happy-dom's fetch reports an aborted
// stream as a broken connection.
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const fetchNames = [
  ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob'],
  ...['AbortController', 'AbortSignal', 'DOMException', 'URL', 'URLSearchParams'],
] as const;

const environment: Environment = {
  name: 'document',
  viteEnvironment: 'client',
  setup: async (global, options) => {
    const ofNode = Object.fromEntries(fetchNames.map((name) => [name, global[name]]));
    const made = await builtinEnvironments['happy-dom'].setup(global, options);
    Object.assign(global, ofNode);
    // Node has no address of a page, which paths are relative to.
    global.fetch = (path: string, init?: RequestInit) =>
      (ofNode.fetch as typeof fetch)(new URL(path, global.location.href), init);
    return made;
  },
};

export default environment;
