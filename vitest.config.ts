import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Twice as many as this machine has processors: many tests wait for programs that start, and for limits of time.
    maxWorkers: 4,
    // A poll ends where something is wrong, not where the machine is busy.
    expect: { poll: { timeout: 10_000 } },
    // In CI a failed test runs once more; `npm test` names it at the end (scripts/failures.mjs).
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          // Every file has a database and an application of its own; loading the modules anew for each would be a
          // third of the time.
          isolate: false,
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          isolate: false,
          include: ['{contract,web,survey}/src/**/*.test.ts', 'field/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Hooks and components, rendered into a document without a browser; web/src/testing/render-at.tsx.
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: './web/src/testing/document-environment.ts',
        },
      },
    ],
  },
});
