// The ground plan of a sample circle, in metres from its middle: blocks on a grid, streets in a block, houses on both
// sides of a street.
import type { SampleCircle } from './circles.ts';

const metresPerDegree = 111_320;
export const housesPerStreet = 16;
export const unitsPerBlock = 80;
export const streetsPerBlock = unitsPerBlock / housesPerStreet;

/** Metres between blocks, streets, houses beside each other, and houses across the street. */
export const pitch = { east: 260, north: 390, street: 52, house: 17, across: 14 } as const;

/** Columns of blocks, and blocks in all. */
export const blocksOf = ({ units }: SampleCircle) => {
  const blocks = Math.ceil(units / unitsPerBlock);
  return { blocks, columns: Math.ceil(Math.sqrt(blocks)) };
};

/** Where the first house of a block stands, in metres east and north. */
export const blockCorner = (circle: SampleCircle, block: number) => {
  const { blocks, columns } = blocksOf(circle);
  const column = (block % columns) - (columns - 1) / 2;
  const row = Math.floor(block / columns) - (Math.ceil(blocks / columns) - 1) / 2;
  return { east: column * pitch.east, north: row * pitch.north };
};

/** Degrees of a place in metres from the circle's middle, before its streets are turned. */
export const degreesAt = (circle: SampleCircle, east: number, north: number) => {
  const angle = (circle.turn * Math.PI) / 180;
  const x = east * Math.cos(angle) - north * Math.sin(angle);
  const y = east * Math.sin(angle) + north * Math.cos(angle);
  return {
    latitude: circle.latitude + y / metresPerDegree,
    longitude:
      circle.longitude + x / (metresPerDegree * Math.cos((circle.latitude * Math.PI) / 180)),
  };
};
