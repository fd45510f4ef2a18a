// The shipped console under its content security policy, and the administrator's own account: password,
// second factor, sessions.

import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { type TOTP, URI } from 'otpauth';
import { expect, send, signIn, test } from './product.ts';
import { hasLoaded } from './screens.ts';
import { administrator } from './server-process.ts';

const screens = [
  ...['/', '/register', '/dashboard', '/create-user', '/mobile-users', '/user-data', '/UPLOAD'],
  ...['/assign', '/report', '/sreport', '/Pins', '/circle', '/status', '/account', '/activity'],
  ...['/map', '/nothing-here'],
];

declare global {
  interface Window {
    violations: string[];
  }
}

const collectViolations = (page: Page) =>
  page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(
        `${event.violatedDirective}: ${event.blockedURI} (${event.sourceFile})`,
      );
    });
  });

test('no screen breaks the content security policy, which allows no inline script', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  await collectViolations(page);
  for (const screen of screens) {
    if (screen === '/dashboard') await signIn(page, server);
    const answer = await page.goto(server.url + screen);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
    await hasLoaded(page);
    expect([screen, await page.evaluate(() => window.violations)]).toEqual([screen, []]);
  }
});

test.describe('a script that got into a page', () => {
  test.use({ expectedErrors: [/Content Security Policy/] });
  test('does not run', async ({ page, server }) => {
    await collectViolations(page);
    await page.goto(server.url);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.violations.push("it ran")';
      document.body.append(script);
    });
    await expect.poll(() => page.evaluate(() => window.violations.length)).toBe(1);
    expect(await page.evaluate(() => window.violations[0])).toContain('script-src');
  });
});

test.describe('the own account', () => {
  const changed = 'seven parcels by the canal';

  const login = async (page: Page, url: string, password: string) => {
    await page.goto(url);
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
  };

  test('password, second factor, sign-in with a code, sessions', async ({ page, freshServer }) => {
    const { url } = freshServer;
    // Somebody else's browser, to be signed out.
    const { token } = await send(freshServer, calls.login, { body: administrator });
    await login(page, url, administrator.password);
    await expect(page).toHaveURL(`${url}/dashboard`);
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

    const sessions = page.getByRole('region', { name: 'Sessions' }).first();
    await expect(sessions.getByRole('row')).toHaveCount(3);
    await expect(sessions.getByText('This one')).toBeVisible();
    await sessions.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText('That session has ended.')).toBeVisible();
    await expect(sessions.getByRole('row')).toHaveCount(2);
    await expect(send(freshServer, calls.capabilities, {}, token)).rejects.toThrow(/session/);

    const password = page.getByRole('region', { name: 'Password' });
    await password.getByRole('textbox', { name: 'Current password' }).fill(administrator.password);
    await password.getByRole('textbox', { name: 'New password', exact: true }).fill('password1234');
    await expect(password.getByText('Guessed at once')).toBeVisible();
    await password.getByRole('textbox', { name: 'New password again' }).fill('password1234');
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(password.getByText(/is too easy to guess/)).toBeVisible();
    await password.getByRole('textbox', { name: 'New password', exact: true }).fill(changed);
    await expect(password.getByText('Very hard to guess')).toBeVisible();
    await password.getByRole('textbox', { name: 'New password again' }).fill(changed);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    // The new session took the place of the old one.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

    await page.getByRole('button', { name: 'Switch on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This is not correct.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(changed);
    const started = page.waitForResponse('**/api/account/second-factor/start');
    await page.keyboard.press('Enter');
    const app = URI.parse((await (await started).json()).uri) as TOTP;
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await page.keyboard.press('Enter');
    const shown = dialog.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    await expect(shown).toHaveCount(10);
    const codes = await shown.allTextContents();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();

    await page.getByText('Logout').click();
    await login(page, url, changed);
    await expect(page.getByText('Your account has a second factor.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'The code is not correct, or was used already.',
    );
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/dashboard`);

    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  });
});
