// Ordinary work of a day on the dataset (e2e/hostile/others.ts), for benches that do something else at the same time.
import { calls } from '@survey/contract';
import type { Workers } from '../e2e/hostile/others.ts';
import { preparePhotos } from '../field/simulation/photo-pool.ts';
import type { OpenDataset } from './dataset-server.ts';
import { photoKb } from './phones.bench.ts';
import { email, password } from './server-process.ts';

const phoneCount = 20;

type Served = Pick<OpenDataset, 'client' | 'server'>;

/** Signs in; returns the token. */
export const tokenFrom = async (url: string, path: string, body: object): Promise<string> => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`${path}: ${answer.status}`);
  return token;
};

/** Phones of a number of surveyors, each with a pin that nobody has surveyed yet. */
const surveyors = async ({ client, server }: Served, count: number) => {
  const { rows } = await client.query<{ username: string; circle: string; pin: string }>(
    `select distinct on (username) username, circles.name as circle, pin from users
    join assigned_pins on user_id = users.id join units on units.id = unit_id
    join circles on circles.id = assigned_pins.circle_id
    where status = 0 and username like 'surveyor-%' order by username limit $1`,
    [count],
  );
  const phones: { token: string; circle: string; pin: string }[] = [];
  for (const { username, circle, pin } of rows) {
    const token = await tokenFrom(server.url, calls.deviceSignIn.path, {
      login: username,
      password,
    });
    phones.push({ token, circle, pin });
  }
  return phones;
};

/** The workers, and phones of further surveyors for benches that need some. */
export const ordinaryWorkers = async (
  opened: Served,
  others = 0,
): Promise<{ workers: Workers; otherPhones: Workers['phones'] }> => {
  const { url, token: administrator } = opened.server;
  const phones = await surveyors(opened, phoneCount + others);
  const photo = (await preparePhotos(photoKb))('ordinary') as Buffer;
  return {
    workers: {
      url,
      login: { email, password },
      administrator,
      phones: phones.slice(0, phoneCount),
      photo,
    },
    otherPhones: phones.slice(phoneCount),
  };
};
