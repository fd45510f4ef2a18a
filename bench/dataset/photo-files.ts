// A small pool of real photos that all the reports share: drawn houses of a phone's size.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { preparePhotos } from '../../field/simulation/photo-pool.ts';

export interface PoolPhoto {
  /** As the photo store names it. */
  name: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

const poolSize = 512;
const photoKb = 120;

const listed = (name: string, content: Buffer): PoolPhoto => ({
  name,
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});

/** Sees to it that the pool lies in the photo folder of a data directory. */
export const makePhotoPool = async (dataDir: string): Promise<PoolPhoto[]> => {
  const list = path.join(dataDir, 'bench-photos.json');
  if (existsSync(list)) return JSON.parse(await readFile(list, 'utf8')) as PoolPhoto[];
  const photoFor = await preparePhotos(photoKb);
  const pool: PoolPhoto[] = [];
  for (let at = 0; at < poolSize; at += 1) {
    const id = createHash('sha256').update(`bench photo ${at}`).digest('hex').slice(0, 32);
    const name = `${id.slice(0, 2)}/${id}.jpg`;
    const content = photoFor(id) as Buffer;
    const file = path.join(dataDir, 'photos', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    pool.push(listed(name, content));
  }
  await writeFile(list, JSON.stringify(pool));
  return pool;
};
