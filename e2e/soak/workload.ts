// A busy morning: phones submit, administrators transfer, import, overwrite, set statuses, send back.
import { createHash, randomUUID } from 'node:crypto';
import { calls } from '@survey/contract';
import { CallError } from '@survey/field/api.ts';
import { CollectPhone, type SubmittingPhone } from '@survey/field/collect-phone.ts';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { Phone } from '@survey/field/phone.ts';
import { assign, createSurveyor, fieldPassword, reportOf, uploadCircle } from '../operation.ts';
import { administratorToken, send } from '../product.ts';
import { again, type Ledger } from './ledger.ts';

/** Circles by what happens in them, and nothing else, so that each has its own invariant. */
export const towns = {
  /** Two phones submit, and reports are sent back. */
  field: 'Field Town',
  /** Moves as a whole between two surveyors. */
  moving: 'Moving Town',
  /** All its pins always have the same status. */
  bulk: 'Bulk Town',
  /** Its pins are overwritten. */
  overwritten: 'Overwritten Town',
} as const;
export const pinsOfTown = 60;
/** Prefix of the names of imported circles, and how many units each has: all of them, or none. */
export const importedTown = 'Imported Town ';
export const importedUnits = 400;

const phones = ['soak.one', 'soak.two'];
const movers = ['soak.from', 'soak.to'];
const bulkUser = 'soak.bulk';
/** Number of pictures that phones choose from: drawing a new one for each report would take most of the time. */
const pictures = 6;

/** A phone that never gives up during the soak. */
const patience = { tries: 10_000, firstPauseMs: 50, longestPauseMs: 1000 };

/** The address of a server, or of a balancer. */
interface At {
  url: string;
}

export interface Scene {
  server: At;
  ledger: Ledger;
  token: string;
  pins: string[];
  photos: Buffer[];
}

const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Creates circles and people, before the soak. */
export const prepare = async (server: At, ledger: Ledger): Promise<Scene> => {
  let pins: string[] = [];
  for (const town of Object.values(towns)) pins = await uploadCircle(server, town, pinsOfTown);
  for (const username of [...phones, ...movers, bulkUser]) await createSurveyor(server, username);
  for (const username of phones) {
    await assign(server, username, towns.field);
    await assign(server, username, towns.overwritten);
  }
  await assign(server, movers[0] as string, towns.moving);
  await assign(server, bulkUser, towns.bulk);
  const scene = { land: 'Residential', floors: 2, hasStoreFront: false, hour: 9, isPortrait: true };
  const photos = await Promise.all(
    Array.from({ length: pictures }, (_, index) =>
      drawHouse({ ...scene, seed: `soak ${index}`, pin: String(index) }, { longEdge: 320 }),
    ),
  );
  return { server, ledger, token: await administratorToken(server), pins, photos };
};

/** A surveyor's two phones: one with an app on the device API, one with Collect. */
const phonesOf = async ({ server }: Scene, username: string): Promise<SubmittingPhone[]> => {
  const at = { baseUrl: server.url, timeoutMs: 20_000 };
  return [
    await Phone.signIn(at, username, fieldPassword, { patience }),
    new CollectPhone(at, username, fieldPassword, { patience }),
  ];
};

const phoneWorks = async ({ ledger, pins, photos }: Scene, phone: SubmittingPhone) => {
  await again(ledger, 30, async () => {
    const photo = Math.random() < 0.9 ? anyOf(photos) : null;
    const submissionId = randomUUID();
    const sha256 = photo && createHash('sha256').update(photo).digest('hex');
    const entry = { submissionId, sha256, acknowledged: undefined as number | undefined };
    ledger.sent.push(entry);
    const town = anyOf([towns.field, towns.field, towns.overwritten]);
    entry.acknowledged = (await phone.submit(submissionId, reportOf(town, anyOf(pins)), photo)).id;
  });
};

/** An import is repeated until it is acknowledged; a repetition changes nothing. */
const imports = ({ server, ledger, token, pins }: Scene) => {
  let count = 0;
  return again(ledger, 400, async () => {
    const circle = `${importedTown}${count}`;
    const records = Array.from({ length: importedUnits }, (_, index) => ({
      Circle: circle,
      Pin: `${pins[0]}-${index}`,
      OwnerName: `Owner ${index}`,
    }));
    await send(server, calls.storeRecords, { body: { records } }, token);
    ledger.imported.add(circle);
    ledger.note('imports');
    count += 1;
  });
};

/** The present holder's circle is transferred to the other; after a lost answer the holder may be either. */
const transfers = ({ server, ledger, token }: Scene) =>
  again(ledger, 250, async (round) => {
    const [source_user, target_user] = (round % 2 === 0 ? movers : movers.toReversed()) as [
      string,
      string,
    ];
    try {
      const body = { source_user, target_user, circle: towns.moving };
      await send(server, calls.transferPins, { body }, token);
      ledger.note('transfers');
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404)) throw error;
    }
  });

const bulkStatuses = ({ server, ledger, token, pins }: Scene) =>
  again(ledger, 200, async (round) => {
    const rows = pins.map((pin) => ({ circle: towns.bulk, pin, status: (round % 2) as 0 | 1 }));
    await send(server, calls.changeStatusBulk, { body: { pins: rows } }, token);
    ledger.note('bulk statuses');
  });

const overwrites = ({ server, ledger, token }: Scene) =>
  again(ledger, 300, async () => {
    const body = { username: anyOf(phones), circle: towns.overwritten };
    await send(server, calls.replaceCirclePins, { body }, token);
    ledger.note('overwrites');
  });

const sendBacks = ({ server, ledger, token, pins }: Scene) =>
  again(ledger, 60, async () => {
    const body = {
      username: anyOf(phones),
      circle: towns.field,
      pin: anyOf(pins),
      status: 0 as const,
    };
    await send(server, calls.changePinStatus, { body }, token);
    ledger.note('send-backs');
  });

/** Everybody works until the ledger says that it is over; throws unexpected errors. */
export const work = async (scene: Scene): Promise<void> => {
  const working = await Promise.all(phones.map((username) => phonesOf(scene, username)));
  await Promise.all([
    ...working.flat().map((phone) => phoneWorks(scene, phone)),
    imports(scene),
    transfers(scene),
    bulkStatuses(scene),
    overwrites(scene),
    sendBacks(scene),
  ]);
};
