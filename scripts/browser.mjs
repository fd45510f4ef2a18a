// Finds or installs a Chromium for the end-to-end tests: Debian's where packages may be installed, else Playwright's.
// chromium-headless-shell (ADR 32) is preferred.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './install.mjs';

const onPath = (name) => {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

const installed = async () => {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  for (const name of names) {
    const found = onPath(name);
    if (found) return found;
  }
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
};

/** Path of a Chromium, installed first where there is none. */
export const ensureBrowser = async () => {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const found = await installed();
  if (found) return found;
  console.log('No Chromium on this machine: installing one ...');
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    // Separately, because older Debian releases do not have the second package.
    for (const name of ['chromium', 'chromium-headless-shell']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  }
  const afterPackages = await installed();
  if (afterPackages) return afterPackages;
  run('npx', ['playwright', 'install', '--with-deps', 'chromium']);
  return installed();
};
