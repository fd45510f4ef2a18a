// Photos for many submissions at a high rate: a few drawings, each copy made unique and of the asked size.
import { drawHouse } from '../drawn-house.ts';
import { padJpeg } from '../photos/jpeg-padding.ts';
import { seeded } from '../random.ts';

const drawings = 16;

/**
 * Longer edge of a phone's photo of that size: about three bits a pixel at 4:3, from VGA up to 12 megapixels.
 */
export const longEdgeFor = (kb: number): number => {
  const pixels = (kb * 8000) / 3;
  return Math.round(Math.min(4000, Math.max(640, Math.sqrt((pixels * 4) / 3))));
};

/** Draws the pool once; the function it gives makes a photo for an id. Null for a size of 0. */
export const preparePhotos = async (kb: number): Promise<(id: string) => Buffer | null> => {
  if (kb === 0) return () => null;
  const longEdge = longEdgeFor(kb);
  const pool: Buffer[] = [];
  for (let at = 0; at < drawings; at += 1) {
    const random = seeded('pool', at);
    pool.push(
      await drawHouse(
        {
          seed: `pool ${at}`,
          pin: String(random.whole(1, 9_999_999)).padStart(7, '0'),
          land: random.pick(['Residential', 'Residential', 'Commercial', 'Industrial']),
          floors: random.whole(1, 4),
          hasStoreFront: random.chance(0.3),
          hour: random.between(8, 18),
          isPortrait: random.chance(0.3),
        },
        { longEdge },
      ),
    );
  }
  return (id) => {
    const drawing = seeded('pool', id).pick(pool);
    // At least a few bytes of padding, so that no two photos of a run are the same file.
    return padJpeg(drawing, Math.max(kb * 1000, drawing.length + 40), id);
  };
};
