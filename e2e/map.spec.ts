// The map: positions of matching reports, clicked, drawn, and as a list (ADR 20).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { sampleCircles } from '@survey/field/sample/circles.ts';
import sharp from 'sharp';
import { assign, createSurveyor, phoneOf, reportOf, uploadCircle } from './operation.ts';
import { expect, signIn, test } from './product.ts';
import { baseMapFile, startServer } from './server-process.ts';

const ready = (page: Page) =>
  expect(page.locator('[data-map-ready]')).toBeVisible({ timeout: 30_000 });
const shown = (page: Page) => page.getByRole('list', { name: 'Reports in this view' });

const whitePixels = async (page: Page): Promise<number> => {
  const picture = await page.locator('.maplibregl-canvas').screenshot();
  const bytes = await sharp(picture).greyscale().raw().toBuffer();
  return bytes.filter((grey) => grey === 255).length;
};

/** A map server of another make: a style that is one colour. Counts how often it was asked. */
const startStyleServer = async (colour: string) => {
  let asked = 0;
  const style = {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': colour } }],
  };
  const server = createServer((_request, response) => {
    asked += 1;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(style));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/style.json`,
    asked: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** How many pixels of the map have this colour, as `[red, green, blue]`. */
const pixelsOf = async (page: Page, colour: readonly number[]): Promise<number> => {
  const picture = await page.locator('.maplibregl-canvas').screenshot();
  const bytes = await sharp(picture).removeAlpha().raw().toBuffer();
  let found = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    if (colour.every((value, part) => bytes[at + part] === value)) found += 1;
  }
  return found;
};

/** Reports of one circle at two places, a kilometre and a half from each other. */
const survey = async (server: { url: string }, circle: string, username: string) => {
  await uploadCircle(server, circle, 8);
  await createSurveyor(server, username);
  await assign(server, username, circle);
  const phone = await phoneOf(server, username);
  for (const at of [1, 2, 3, 4, 5]) {
    const isEast = at > 3;
    await phone.submit(
      randomUUID(),
      reportOf(circle, `000${at}`, {
        latitude: 31.52 + at / 10_000,
        longitude: isEast ? 74.37 : 74.355,
        land: isEast ? 'Commercial' : 'Residential',
      }),
      null,
    );
  }
  return phone;
};

test.describe('the map', () => {
  test.setTimeout(120_000);

  test('shows the reports that match, opens one, and a drawn box filters the list', async ({
    page,
    server,
  }) => {
    await survey(server, 'Map Town', 'map.one');
    await signIn(page, server);
    await page.goto(`${server.url}/map?circle=Map%20Town`);
    await ready(page);
    await expect(page.getByText('5 reports on this map')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Legend' })).toContainText('Residential');
    await expect(shown(page).getByRole('button')).toHaveCount(5);

    // Far from the reports, only the streets of the base map are white.
    const [town] = sampleCircles;
    const read = page.waitForResponse((answer) => answer.url().includes(calls.mapArchive.path));
    await page.goto(`${server.url}/map?at=${town?.longitude},${town?.latitude},15`);
    await ready(page);
    expect((await read).status()).toBe(206);
    await expect.poll(() => whitePixels(page)).toBeGreaterThan(2000);

    // The pin in the middle of the view is clicked on the map itself.
    await page.goto(`${server.url}/map?circle=Map%20Town&at=74.355,31.5202,17`);
    await ready(page);
    await expect(shown(page).getByRole('button', { name: 'PIN 0002: Residential' })).toBeVisible();
    const canvas = page.locator('.maplibregl-canvas');
    const box = await canvas.boundingBox();
    if (!box) throw new Error('there is no map');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const drawer = page.getByRole('dialog', { name: /PIN 0002/ });
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    // West of the middle lie three reports, and the box goes along to the list.
    await page.goto(`${server.url}/map?circle=Map%20Town&at=74.3625,31.5203,14`);
    await ready(page);
    await expect(shown(page).getByRole('button')).toHaveCount(5);
    await page.getByRole('button', { name: 'Draw a box' }).click();
    const wide = await canvas.boundingBox();
    if (!wide) throw new Error('there is no map');
    await page.mouse.move(wide.x + 20, wide.y + wide.height - 60);
    await page.mouse.down();
    await page.mouse.move(wide.x + wide.width / 2, wide.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText('3 reports on this map')).toBeVisible();
    await page.getByRole('link', { name: 'Show as a list' }).click();
    await expect(page.getByText(/Showing 3 of 3 properties/)).toBeVisible();
    await expect(page).toHaveURL(/box=/);
    await expect(page).toHaveURL(/circle=Map/);
  });

  test('with MAP_STYLE_URL the style of another server is under the reports, before the own file', async ({
    page,
  }) => {
    const styles = await startStyleServer('rgb(200, 120, 40)');
    const server = await startServer({ MAP_STYLE_URL: styles.url, MAP_PMTILES: baseMapFile });
    await survey(server, 'Styled Town', 'map.styled');
    await signIn(page, server);
    await page.goto(`${server.url}/map?circle=Styled%20Town`);
    await ready(page);
    await expect(page.getByText('5 reports on this map')).toBeVisible();
    await expect.poll(() => pixelsOf(page, [200, 120, 40])).toBeGreaterThan(100_000);
    expect(styles.asked()).toBeGreaterThan(0);
    styles.close();
    await server.remove();
  });

  test('a crowd is a group with its count; a click zooms in', async ({ page, server }) => {
    const phone = await survey(server, 'Crowd Town', 'map.two');
    await Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        phone.submit(
          randomUUID(),
          reportOf('Crowd Town', `000${at + 6}`, { latitude: 31.6, longitude: 74.5 }),
          null,
        ),
      ),
    );
    await signIn(page, server);
    // Far out, everything is a group.
    await page.goto(`${server.url}/map?circle=Crowd%20Town&at=74.4,31.55,4`);
    await ready(page);
    const group = shown(page).getByRole('button', { name: /^Crowd Town: 8 reports/ });
    await expect(group).toBeVisible();
    await group.click();
    await expect(page).toHaveURL(/at=[^&]*,6\.5(&|$)/);
  });

  test('by keyboard: borders are typed, the list opens a report', async ({ page, server }) => {
    await survey(server, 'Key Town', 'map.three');
    await signIn(page, server);
    await page.goto(`${server.url}/map?circle=Key%20Town`);
    await ready(page);
    await page.getByRole('button', { name: 'Enter coordinates' }).press('Enter');
    for (const [name, value] of [
      ['West', '74.36'],
      ['South', '31'],
      ['East', '74.4'],
      ['North', '32'],
    ] as const) {
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    }
    await page.getByRole('button', { name: 'Filter by these borders' }).press('Enter');
    await expect(page.getByText('2 reports on this map')).toBeVisible();
    await shown(page).getByRole('button', { name: 'PIN 0004: Commercial' }).press('Enter');
    await expect(page.getByRole('dialog', { name: /PIN 0004/ })).toBeVisible();
  });

  test('a new report appears by itself', async ({ page, server }) => {
    const phone = await survey(server, 'Fresh Town', 'map.four');
    await signIn(page, server);
    const listening = page.waitForResponse('**/api/live', { timeout: 40_000 });
    await page.goto(`${server.url}/map?circle=Fresh%20Town`);
    await ready(page);
    await expect(page.getByText('5 reports on this map')).toBeVisible();
    await listening;
    const where = { latitude: 31.521, longitude: 74.36 };
    await phone.submit(randomUUID(), reportOf('Fresh Town', '0006', where), null);
    await expect(page.getByText('6 reports on this map')).toBeVisible();
    await expect(shown(page).getByRole('button', { name: /PIN 0006/ })).toBeVisible();
  });

  test('tiles that the server does not give are reported, and asked for again', async ({
    page,
    server,
  }) => {
    await survey(server, 'Torn Town', 'map.six');
    await signIn(page, server);
    const tiles = '**/map/tiles/**';
    await page.route(tiles, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${server.url}/map?circle=Torn%20Town`);
    await ready(page);
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Some of the map could not be loaded' });
    await expect(notice).toBeVisible();
    await page.unroute(tiles);
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(notice).toBeHidden();
    await expect(shown(page).getByRole('button')).toHaveCount(5);
  });

  test('without WebGL it says so, and the circles lead to their reports', async ({
    page,
    server,
  }) => {
    await survey(server, 'Blind Town', 'map.five');
    await signIn(page, server);
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (
        this: HTMLCanvasElement,
        ...args: unknown[]
      ) {
        return /webgl/.test(String(args[0])) ? null : original.apply(this, args as never);
      } as typeof original;
    });
    await page.goto(`${server.url}/map`);
    await expect(page.getByText('This browser cannot draw the map')).toBeVisible();
    await page.getByRole('link', { name: 'Blind Town' }).click();
    await expect(page.getByText(/Showing 5 of 5 properties/)).toBeVisible();
  });
});
