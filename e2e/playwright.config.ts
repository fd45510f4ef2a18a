import { defineConfig, devices } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: 'results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  fullyParallel: false,
  // In CI a failed journey runs once more; `npm test` names it at the end (scripts/failures.mjs).
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    actionTimeout: 10_000,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Recording takes as long again as the journey: to look into one, --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Debian's Chromium otherwise asks for addresses of its maker at every start.
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Maps need WebGL, which a machine without a graphics card draws in software. Only they: a browser
        // that puts whole pages together that way (--use-angle=swiftshader) takes twice the time.
        '--enable-unsafe-swiftshader',
        // Chromium without windows draws letters as the whole one does: the pictures are the same.
        '--font-render-hinting=none',
      ],
    },
  },
});
