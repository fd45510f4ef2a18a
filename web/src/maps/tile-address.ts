import { calls, type MapColouring } from '@survey/contract';
import type { RequestParameters } from 'maplibre-gl';
import { serverUrl } from '../api/config.ts';
import { readSession } from '../api/session.ts';

const path = calls.mapTile.path.replace(/\/:.*$/, '');

/** The tile URL template of MapLibre: absolute, with {z}, {x}, {y}. */
export const tileAddress = (
  query: Readonly<Record<string, string | undefined>>,
  colour: MapColouring,
  version: number,
): string => {
  const written = new URLSearchParams({ colour });
  for (const [name, value] of Object.entries(query)) if (value) written.set(name, value);
  // New reports change the address: the browser has cached the old tiles.
  if (version > 0) written.set('v', String(version));
  const base = new URL(serverUrl(path), window.location.href).href;
  return `${base}/{z}/{x}/{y}?${written}`;
};

/** Adds the token to requests for our own tiles, never to those for a basemap. */
export const withToken = (url: string): RequestParameters => {
  const own = new URL(serverUrl(path), window.location.href).href;
  const token = readSession()?.token;
  return url.startsWith(`${own}/`) && token
    ? { url, headers: { Authorization: `Bearer ${token}` } }
    : { url };
};
