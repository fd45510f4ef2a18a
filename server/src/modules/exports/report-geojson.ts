// Reports as GeoJSON (RFC 7946): longitude before latitude, WGS 84. Also as GeoJSON text sequences (RFC 8142), a
// feature in each line, for readers that process one feature after another.
import type { Readable } from 'node:stream';
import { csvCells } from '../spreadsheets/csv-cells.ts';
import { jsonValue } from '../spreadsheets/json-cells.ts';
import type { Column, TableRows } from '../spreadsheets/table.ts';
import { wrapped } from '../spreadsheets/wrapped-stream.ts';

/** Decimals of a coordinate: 7 are about one centimetre. */
const decimals = 7;
const isLong = new RegExp(`\\.\\d{${decimals + 1}}|e`);

const degrees = (value: string): string =>
  isLong.test(value) ? String(Number(Number(value).toFixed(decimals))) : value;

/** Gives the full address of a photo by its name. */
type PhotoAddress = (name: string) => string;

/**
 * Makes a function that writes a row as a feature. Its properties are all columns except the position, and the photo's
 * address.
 * @throws where a column is missing
 */
export const featureWriter = (columns: readonly Column[], photoAddress: PhotoAddress) => {
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const [idAt, latitudeAt, longitudeAt, photoAt] = [
    at('id'),
    at('latitude'),
    at('longitude'),
    at('picture_path'),
  ];
  const properties = columns
    .map(({ name, kind }, index) => ({ begin: `,${JSON.stringify(name)}:`, kind, index }))
    .filter(({ index }) => ![idAt, latitudeAt, longitudeAt].includes(index));
  return (cells: readonly string[]): { text: string; isPlaced: boolean } => {
    const id = cells[idAt] as string;
    const [latitude, longitude] = [cells[latitudeAt] as string, cells[longitudeAt] as string];
    const isPlaced = latitude !== '' && longitude !== '';
    let text = `{"type":"Feature","id":${id},"geometry":${
      isPlaced
        ? `{"type":"Point","coordinates":[${degrees(longitude)},${degrees(latitude)}]}`
        : 'null'
    },"properties":{"id":${id}`;
    for (const { begin, kind, index } of properties) {
      text += begin + jsonValue(kind, cells[index] as string);
    }
    const photo = cells[photoAt] as string;
    text += `,"photo_url":${photo === '' ? 'null' : jsonValue('text', photoAddress(photo))}}}`;
    return { text, isPlaced };
  };
};

/** A feature collection. Members after the features give their number and how many have no position. */
export const writeGeoJson = (
  columns: readonly Column[],
  { source, mark }: TableRows,
  photoAddress: PhotoAddress,
): Readable => {
  const cellsOf = csvCells(mark);
  const write = featureWriter(columns, photoAddress);
  const counts = { all: 0, placed: 0 };
  return wrapped(source, {
    before: '{"type":"FeatureCollection","features":[\n',
    each: (chunk) => {
      let text = '';
      for (const cells of cellsOf(chunk)) {
        const feature = write(cells);
        text += (counts.all > 0 ? ',\n' : '') + feature.text;
        counts.all += 1;
        if (feature.isPlaced) counts.placed += 1;
      }
      return Buffer.from(text, 'latin1');
    },
    after: () =>
      `\n],"numberReturned":${counts.all},"numberWithoutGeometry":${counts.all - counts.placed}}\n`,
  });
};

/** Each feature stands between a record separator and a line feed, so that readers notice one that was cut off. */
export const writeGeoJsonSequence = (
  columns: readonly Column[],
  { source, mark }: TableRows,
  photoAddress: PhotoAddress,
): Readable => {
  const cellsOf = csvCells(mark);
  const write = featureWriter(columns, photoAddress);
  return wrapped(source, {
    before: '',
    each: (chunk) => {
      let text = '';
      for (const cells of cellsOf(chunk)) text += `\u001e${write(cells).text}\n`;
      return Buffer.from(text, 'latin1');
    },
    after: '',
  });
};
