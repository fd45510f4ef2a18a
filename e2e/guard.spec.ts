// Sign-in, guard, expiry, logout (spec 2, 5, 6, 8; R1, R2, R4).
import { calls } from '@survey/contract';
import { administratorToken, expect, holdCalls, send, signIn, test } from './product.ts';
import { administrator } from './server-process.ts';

const guarded = [
  '/dashboard',
  '/create-user',
  '/mobile-users',
  '/report',
  '/sreport',
  '/Pins',
  '/circle',
  '/status',
];
const open = [
  ['/user-data', 'User Data'],
  ['/UPLOAD', 'Excel Data Upload'],
  ['/assign', 'User Circle Management'],
] as const;

test.describe('a visitor without a token', () => {
  test('is sent from every guarded screen to the login screen', async ({ page, server }) => {
    for (const path of guarded) {
      await test.step(path, async () => {
        await page.goto(server.url + path);
        await expect(page).toHaveURL(new RegExp(`^${server.url}/(\\?.*)?$`));
        await expect(page.getByLabel('Email')).toBeVisible();
      });
    }
  });

  test('sees open screens without data and with a link to sign in', async ({ page, server }) => {
    for (const [path, heading] of open) {
      await test.step(path, async () => {
        await page.goto(server.url + path);
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
      });
    }
  });

  test('sees Register, whose button does nothing', async ({ page, server }) => {
    await page.goto(`${server.url}/register`);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    await page.getByLabel('Email').fill('new@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('whatever');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(`${server.url}/register`);
    expect(requests).toEqual([]);
  });
});

test.describe('the login form', () => {
  test('checks email and password again at each submit and sends nothing while they are wrong', async ({
    page,
    server,
  }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/login')) sent += 1;
    });
    await page.goto(server.url);
    const submit = page.getByRole('button', { name: 'Login' });
    await submit.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await page.getByLabel('Email').fill('not-an-email');
    await page.getByRole('textbox', { name: 'Password' }).fill('12345');
    await submit.click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
    await expect(page.getByText('Email is required')).toBeHidden();
    expect(sent).toBe(0);
  });

  test('says what the server says of a wrong password', async ({ page, server }) => {
    await page.goto(server.url);
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong-password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Email or password is not correct.')).toBeVisible();
  });

  test('says Login failed where the server cannot be reached', async ({ page, server }) => {
    await page.goto(server.url);
    await page.route('**/api/login', (route) => route.abort());
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
  });

  test('shows Logging in... while it waits, then the dashboard', async ({ page, server }) => {
    await page.goto(server.url);
    const held = await holdCalls(page, '**/api/login');
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    held.letThrough();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await expect(page.getByText('Welcome back, Administrator')).toBeVisible();
    await page.goto(server.url);
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  });

  test('refuses a surveyor, stores nothing and hands the token back', async ({ page, server }) => {
    const token = await administratorToken(server);
    await send(
      server,
      calls.mobileSignup,
      {
        body: {
          username: 'guard.surveyor',
          name: 'Guard Surveyor',
          email: 'guard.surveyor@example.org',
          phonenumber: '03001234567',
          designation: 'Surveyor',
          password: 'field-2026',
          cnic: '35202-7654321-1',
        },
      },
      token,
    );
    await page.goto(server.url);
    await page.getByLabel('Email').fill('guard.surveyor@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('field-2026');
    const handedBack = page.waitForRequest(`${server.url}/logout`);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Access not allowed')).toBeVisible();
    await handedBack;
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('a session', () => {
  test('that ended sends the next call to the login screen with the reason', async ({
    page,
    server,
  }) => {
    await signIn(page, server);
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await page.goto(`${server.url}/report`);
    await expect(page.getByText(/Showing \d+ of \d+ properties/)).toBeVisible();
    // On another page, so that no request under way is refused first.
    await page.goto('about:blank');
    await send(server, calls.logout, {}, token);
    await page.goto(`${server.url}/report`);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('ends at Logout even where the server does not answer', async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByText('Progress by circle')).toBeVisible();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 401) refused.push(answer.url());
    });
    await page.route('**/logout', (route) => route.abort());
    await page.getByText('Logout').click();
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(refused).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test('the header shows the day and a running clock', async ({ page, server }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/dashboard`);
  const clock = page.getByRole('banner').getByText(/\d\d:\d\d:\d\d/);
  const first = await clock.textContent();
  await expect(clock).not.toHaveText(first ?? '');
  const month = new Date().toLocaleString('en', { month: 'long' });
  await expect(page.getByRole('banner')).toContainText(month);
});
