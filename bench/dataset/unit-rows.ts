// What stands at each address: the sample district's units, over and over, each at a place of its own.

import { seeded } from '../../field/random.ts';
import { drawComment, drawInfo, drawOther } from '../../field/sample/remarks.ts';
import { planUnits, type SampleUnit } from '../../field/sample/units.ts';
import { mixed, picked, share } from './chance.ts';
import type { Circle, People } from './people.ts';

/** A sample unit with what COPY's line says of it and what surveyors may write there. */
export interface Model {
  unit: SampleUnit;
  /** From `ratingarea` to `extra`. */
  listCells: string;
  /** `info`, `other` and `comments` of a report, in English or Urdu. */
  remarks: [english: string[], urdu: string[]];
  basement: boolean;
}

const remarksPerModel = 6;

const modelOf = (unit: SampleUnit, at: number): Model => {
  const { ratingarea, Locality, Block, Street_Address, OwnerName, Road, Serial_No } = unit.row;
  const random = seeded('bench', 'remarks', at);
  const basement = unit.floors > 0 && random.chance(0.08);
  const seen = { land: unit.land, floors: unit.floors, basement };
  const drawn = (isUrdu: boolean) =>
    Array.from({ length: remarksPerModel }, () => [
      drawInfo(random, unit.land, isUrdu),
      drawOther(random, unit.land),
      drawComment(random, seen, isUrdu),
    ]);
  const cells = (rows: string[][]) => rows.map((row) => row.join('\u0000'));
  return {
    unit,
    basement,
    listCells: [
      ratingarea,
      Locality,
      Block,
      Street_Address,
      OwnerName,
      Road,
      JSON.stringify({ Serial_No }),
    ].join('\t'),
    remarks: [cells(drawn(false)), cells(drawn(true))],
  };
};

export const makeModels = (): Model[] => planUnits('bench').map(modelOf);

/** The unit that the one at this index of a circle looks like. */
export const modelAt = (models: readonly Model[], circle: Circle, index: number): Model =>
  picked(models, mixed(circle.id, index));

export const pinOf = ({ pinPrefix }: Circle, index: number): string =>
  pinPrefix + String(index + 1).padStart(5, '0');

const metresPerDegree = 111_320;
const perStreet = 40;

/** Streets of forty houses beside each other, turned and with the error of a phone's position. */
export const placeOf = (circle: Circle, index: number): [latitude: number, longitude: number] => {
  const streets = Math.ceil(circle.units / perStreet);
  const columns = Math.ceil(Math.sqrt(streets / 4));
  const street = Math.floor(index / perStreet);
  const inStreet = index % perStreet;
  const jitter = (salt: number) => (share(circle.id + salt, index) - 0.5) * 9;
  const east = ((street % columns) - columns / 2) * 230 + Math.floor(inStreet / 2) * 11 + jitter(1);
  const north =
    (Math.floor(street / columns) - streets / columns / 2) * 48 + (inStreet % 2) * 14 + jitter(2);
  const x = east * Math.cos(circle.turn) - north * Math.sin(circle.turn);
  const y = east * Math.sin(circle.turn) + north * Math.cos(circle.turn);
  const latitude = circle.latitude + y / metresPerDegree;
  const longitude =
    circle.longitude + x / (metresPerDegree * Math.cos((circle.latitude * Math.PI) / 180));
  return [latitude, longitude];
};

/** Units from one id to before another, circle by circle. */
export function* unitsBetween(
  { circles }: Pick<People, 'circles'>,
  from: number,
  to: number,
): Generator<{ id: number; circle: Circle; index: number }> {
  for (const circle of circles) {
    const begin = Math.max(from, circle.firstUnit);
    const end = Math.min(to, circle.firstUnit + circle.units);
    for (let id = begin; id < end; id += 1) yield { id, circle, index: id - circle.firstUnit };
  }
}
