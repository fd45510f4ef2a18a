// The surveyor's page in WebKit, the engine of every browser on an iPhone: Debian's webkit2gtk-driver on a display of
// its own (xvfb). Where they are not installed the title says that it was not tried.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import { storagePath } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { Builder, By, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { fieldPassword } from './operation.ts';
import { expect, test } from './product.ts';
import { prepare, reportsOf } from './survey-phone.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const browserPath = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const displayPath = '/usr/bin/Xvfb';
const isThere = [driverPath, browserPath, displayPath].every((file) => existsSync(file));

/** Upright by EXIF, as phones store what is held upright. */
const house = {
  seed: 'webkit',
  pin: '0001',
  land: 'Residential',
  floors: 2,
  hasStoreFront: false,
  hour: 12,
  isPortrait: true,
};

const patienceMs = 15_000;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Starts a display with a free number. */
const openDisplay = async (): Promise<{ child: ChildProcess; display: string }> => {
  const child = spawn(
    displayPath,
    ['-displayfd', '3', '-screen', '0', '360x740x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = (
    await new Promise<Buffer>((resolve, reject) => {
      child.stdio[3]?.once('data', resolve);
      child.once('exit', () => reject(new Error('Xvfb did not start')));
    })
  )
    .toString()
    .split('\n');
  return { child, display: `:${number}` };
};

/** A window of WebKit; `close` ends it with its display. */
const openWebKit = async () => {
  const { child, display } = await openDisplay();
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  const end = () => {
    driver.kill();
    child.kill();
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await expect
      .poll(() =>
        fetch(`${url}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const browser = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
      })
      .build();
    return {
      browser,
      close: async () => {
        await browser.quit().catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
};

/** Waits for an element that is displayed. */
const seen = async (browser: WebDriver, xpath: string): Promise<WebElement> => {
  const element = await browser.wait(until.elementLocated(By.xpath(xpath)), patienceMs, xpath);
  await browser.wait(until.elementIsVisible(element), patienceMs, xpath);
  return element;
};
/** Presses a button, in the middle of the window: the form's last lines lie under its buttons. */
const press = async (browser: WebDriver, name: string): Promise<void> => {
  const button = await seen(browser, `//button[contains(normalize-space(), "${name}")]`);
  await browser.executeScript('arguments[0].scrollIntoView({ block: "center" })', button);
  await button.click();
};
const said = (browser: WebDriver, words: string) =>
  seen(browser, `//*[text()[contains(., "${words}")]]`);
/** A field by its label. */
const field = (browser: WebDriver, label: string) =>
  seen(
    browser,
    `//label[contains(normalize-space(), "${label}")]//*[self::input or self::textarea]`,
  );

if (isThere) {
  test('WebKit: signed in, surveyed with a photo while the server is away, opened again, sent', async ({
    freshServer: server,
  }, info) => {
    const { username, circle } = await prepare(server, 'webkit');
    const photo = info.outputPath('house.jpg');
    await writeFile(photo, await drawHouse(house, { longEdge: 4000 }));
    const { browser, close } = await openWebKit();
    try {
      await browser.get(`${server.url}/survey`);
      await (await field(browser, 'Username or email')).sendKeys(username);
      await (await field(browser, 'Password')).sendKeys(fieldPassword);
      await press(browser, 'Sign in');
      await said(browser, 'List of ');
      await browser.executeAsyncScript(
        'const done = arguments[0]; navigator.serviceWorker.ready.then(() => done());',
      );
      await server.kill();

      await press(browser, circle);
      await press(browser, '0001');
      await (await field(browser, 'Comments')).sendKeys('دکان بند، seen in WebKit');
      await press(browser, 'Take a photo');
      const chooser = await browser.wait(
        until.elementLocated(By.css('.viewfinder input[type=file]')),
        patienceMs,
      );
      await chooser.sendKeys(photo);
      await said(browser, 'Kept on this phone');
      await press(browser, 'Surveyed');
      await press(browser, 'Save and send');
      await press(browser, 'Save all the same');
      await press(browser, 'Reports');
      await said(browser, '1 to be sent');

      // The page comes from its service worker, the report from IndexedDB.
      await browser.get(`${server.url}/survey/queue`);
      await said(browser, '1 to be sent');
      await server.restart();
      await press(browser, 'Send now');
      await said(browser, '1 sent today, confirmed.');
    } finally {
      await close();
    }
    const [report, ...others] = await reportsOf(server, circle);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ pin: '0001', comments: 'دکان بند، seen in WebKit' });
    const { status, headers } = await fetch(`${server.url}${storagePath}${report?.picture_path}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
} else {
  test('NOT TRIED in WebKit (webkit2gtk-driver, xvfb), which is not installed', () => {
    expect(isThere).toBe(false);
  });
}
