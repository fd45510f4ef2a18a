import { expect, test, vi } from 'vitest';

vi.stubGlobal('addEventListener', () => undefined);
const { pathOf, routeOf } = await import('./route.ts');

test.each([
  [{ screen: 'work' }],
  [{ screen: 'circle', circle: 'Faisal Town, Block B & C?' }],
  [{ screen: 'map', circle: 'شاہدرہ' }],
  [{ screen: 'report', id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' }],
  [{ screen: 'queue' }],
  [{ screen: 'more' }],
] as const)('%j has an address that leads back to it', (route) => {
  expect(routeOf(pathOf(route))).toEqual(route);
});

test.each([
  '/survey/nothing',
  '/survey/report',
  '/survey/circle?name=',
])('%s leads to the work', (path) => {
  expect(routeOf(path)).toEqual({ screen: 'work' });
});
