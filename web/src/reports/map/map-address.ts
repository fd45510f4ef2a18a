// The state of the map in the address beside the filters: colouring and position.
import { type MapColouring, mapColourings } from '@survey/contract';

export interface MapPlace {
  lng: number;
  lat: number;
  zoom: number;
}

export interface MapAddress {
  colour: MapColouring;
  at: MapPlace | undefined;
}

type Raw = Record<string, string | undefined>;

const readPlace = (written: string | undefined): MapPlace | undefined => {
  const [lng, lat, zoom, ...rest] = (written ?? '').split(',').map(Number);
  if (lng === undefined || lat === undefined || zoom === undefined || rest.length > 0)
    return undefined;
  if (![lng, lat, zoom].every(Number.isFinite)) return undefined;
  if (Math.abs(lng) > 180 || Math.abs(lat) > 85 || zoom < 0 || zoom > 22) return undefined;
  return { lng, lat, zoom };
};

export const readMapAddress = (raw: Raw): MapAddress => ({
  colour: mapColourings.find((colouring) => colouring === raw.colour) ?? 'land',
  at: readPlace(raw.at),
});

/** Five decimals are a metre. */
export const writePlace = ({ lng, lat, zoom }: MapPlace): string =>
  [lng.toFixed(5), lat.toFixed(5), zoom.toFixed(2)].map(Number).join(',');
