import { screenPaths } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { router } from './router.tsx';

it('has the screens of the contract, and the gallery in development', () => {
  expect(Object.keys(router.routesByPath).sort()).toEqual([...screenPaths, '/_gallery'].sort());
});

it.each([
  ['/pins', '/Pins'],
  ['/upload', '/UPLOAD'],
])('%s leads to %s', async (typed, meant) => {
  const rendered = await renderAt(typed, NotFoundPage);
  await waitFor(() => expect(rendered.router.state.location.pathname).toBe(meant));
});

it('says of any other address that there is no such page', async () => {
  const rendered = await renderAt('/nothing', NotFoundPage);
  expect(await screen.findByText('There is no such page')).toBeDefined();
  expect(rendered.router.state.location.pathname).toBe('/nothing');
});
