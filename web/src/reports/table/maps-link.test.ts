import { expect, it } from 'vitest';
import { mapsLink } from './maps-link.ts';

it('opens the configured maps service, Google Maps by default, and nothing without a place', () => {
  const place = { latitude: 31.52, longitude: -74.35 };
  expect(mapsLink(null, { latitude: null, longitude: 74 })).toBeUndefined();
  expect(mapsLink(null, { latitude: 0, longitude: 0 })).toBe('https://www.google.com/maps?q=0,0');
  expect(mapsLink(null, place)).toBe('https://www.google.com/maps?q=31.52,-74.35');
  expect(mapsLink('https://osm.example/#map=18/{lat}/{lng}', place)).toBe(
    'https://osm.example/#map=18/31.52/-74.35',
  );
});
