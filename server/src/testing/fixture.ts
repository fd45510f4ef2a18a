// The set-up of most test files.
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * A test server for the file or the `describe` that calls this: started before what else is prepared there, closed
 * after everything else there is closed.
 * @param start what `startTestServer` takes
 * @returns the server, for use in hooks and tests; throws where it is used earlier
 */
export const setUpTestServer = (...start: Parameters<typeof startTestServer>): TestServer => {
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await startTestServer(...start);
  });
  afterAll(() => started?.close());
  return new Proxy({} as TestServer, {
    get: (_, name) => {
      if (!started) throw new Error('the test server is used before its test file begins');
      return Reflect.get(started, name);
    },
  });
};
