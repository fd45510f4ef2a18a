// The parcel list of the sample district: 6 000 units, and the building at each.
import { type Random, seeded } from '../random.ts';
import { type Land, type SampleCircle, sampleCircles } from './circles.ts';
import { blockCorner, degreesAt, housesPerStreet, pitch, unitsPerBlock } from './ground.ts';
import { type AddressParts, drawAddress, drawOwner } from './owners.ts';

/** A row of the spreadsheet; the server stores `Serial_No`, a column that it does not know, unread. */
export interface UnitRow {
  Serial_No: number;
  Circle: string;
  Pin: string;
  ratingarea: string;
  Locality: string;
  Block: string;
  Street_Address: string;
  OwnerName: string;
  Road: string;
}

export interface SampleUnit {
  row: UnitRow;
  land: Land;
  floors: number;
  /** Size of the land in square feet. */
  landArea: number;
  latitude: number;
  longitude: number;
}

/** A marla, the measure of town plots, in square feet. */
const marla = 225;
const marlas: Record<Land, Record<string, number>> = {
  Residential: { 2.5: 8, 3: 14, 5: 38, 7: 14, 10: 18, 20: 8 },
  Commercial: { 0.5: 16, 1: 30, 2: 26, 4: 16, 10: 8, 20: 4 },
  'Mixed Use': { 2: 20, 3: 24, 5: 34, 8: 14, 10: 8 },
  'Vacant Plot': { 3: 14, 5: 40, 7: 14, 10: 22, 20: 10 },
  Industrial: { 20: 30, 30: 24, 40: 28, 80: 18 },
  Agricultural: { 40: 34, 60: 30, 80: 36 },
};
const floorsOf: Record<Land, Record<string, number>> = {
  Residential: { 1: 34, 2: 48, 3: 16, 4: 2 },
  Commercial: { 1: 46, 2: 30, 3: 14, 4: 7, 5: 3 },
  'Mixed Use': { 2: 52, 3: 34, 4: 11, 5: 3 },
  Industrial: { 1: 78, 2: 22 },
  Agricultural: { 0: 1 },
  'Vacant Plot': { 0: 1 },
};
const kinds: Record<Land, AddressParts['kind']> = {
  Residential: 'home',
  Commercial: 'shop',
  'Mixed Use': 'home',
  Industrial: 'works',
  Agricultural: 'farm',
  'Vacant Plot': 'plot',
};

/** Where the unit lies. */
const placeOf = (circle: SampleCircle, index: number, random: Random) => {
  const block = Math.floor(index / unitsPerBlock);
  const inBlock = index % unitsPerBlock;
  const street = Math.floor(inBlock / housesPerStreet);
  const inStreet = inBlock % housesPerStreet;
  const corner = blockCorner(circle, block);
  const east = corner.east + Math.floor(inStreet / 2) * pitch.house + random.around(0, 2.5);
  const north =
    corner.north + street * pitch.street + (inStreet % 2) * pitch.across + random.around(0, 2.5);
  return { block, street: street + 1, inStreet, ...degreesAt(circle, east, north) };
};

const planUnit = (circle: SampleCircle, index: number, pin: string, random: Random): SampleUnit => {
  const place = placeOf(circle, index, random);
  const land = random.weighted(circle.land as Record<Land, number>);
  const floors = Number(random.weighted(floorsOf[land]));
  const size = Number(random.weighted(marlas[land])) * marla * random.between(0.94, 1.09);
  const block = circle.blocks[place.block % circle.blocks.length] as string;
  const isUrdu = random.chance(circle.urdu);
  const isOnRoad = place.inStreet < 2 || land === 'Commercial' || land === 'Industrial';
  const isFirm =
    land === 'Industrial' ? random.chance(0.8) : land === 'Commercial' && random.chance(0.2);
  return {
    land,
    floors,
    landArea: Math.round(size),
    latitude: place.latitude,
    longitude: place.longitude,
    row: {
      Serial_No: index + 1,
      Circle: circle.name,
      Pin: pin,
      ratingarea: random.weighted(circle.ratingAreas),
      Locality: circle.locality,
      Block: block,
      Street_Address: drawAddress(random, isUrdu, {
        house: place.inStreet + 1 + (place.street - 1) * housesPerStreet,
        street: place.street,
        block,
        locality: circle.locality,
        kind: kinds[land],
      }),
      OwnerName: drawOwner(random, isUrdu, isFirm),
      Road: isOnRoad ? random.pick(circle.roads) : '',
    },
  };
};

/** All units, circle by circle, in the order of their PINs. PINs repeat between circles, never in one. */
export const planUnits = (seed: string): SampleUnit[] =>
  sampleCircles.flatMap((circle) => {
    const numbers = seeded(seed, 'pins', circle.name);
    let number = numbers.whole(20, 120);
    return Array.from({ length: circle.units }, (_, index) => {
      number += numbers.chance(0.85) ? 1 : numbers.whole(2, 9);
      const pin = circle.pinPrefix + String(number).padStart(5, '0');
      return planUnit(circle, index, pin, seeded(seed, 'unit', circle.name, pin));
    });
  });
