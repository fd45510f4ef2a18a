// The surveyor's circles and pins on the phone, as `/api/device/pins` gave them (docs/phones.md).
import type { calls, DevicePin, ReplyOf } from '@survey/contract';
import { tellChange } from './changes.ts';
import { type CircleCount, phoneDatabase, type StoredCircle } from './database.ts';
import { isSurveyed } from './pin.ts';

export type PinList = ReplyOf<typeof calls.devicePins>;

const countOf = ({ circle, pins }: StoredCircle): CircleCount => ({
  circle,
  pins: pins.length,
  surveyed: pins.filter(isSurveyed).length,
  sentBack: pins.filter(({ sent_back }) => sent_back).length,
});

/** By block, street and PIN, as a surveyor walks; numbers in texts count as numbers. */
const walkingOrder = () => {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (one: DevicePin, other: DevicePin) =>
    compare(one.Block, other.Block) ||
    compare(one.Street_Address, other.Street_Address) ||
    compare(one.pin, other.pin);
};

/** Takes an answer in, in one transaction with its cursor: a phone that is killed has the old list or the new one. */
export const takeList = async (username: string, list: PinList): Promise<void> => {
  const database = await phoneDatabase(username);
  const write = database.transaction(['state', 'circles'], 'readwrite');
  const [circles, state] = [write.objectStore('circles'), write.objectStore('state')];
  const isUnchanged = !list.is_whole && list.pins.length === 0 && list.removed.length === 0;
  const known = await state.get('list');
  if (isUnchanged && known && known.circles.length === list.circles.length) {
    await state.put({ ...known, cursor: list.cursor, refreshedAt: Date.now() }, 'list');
    await write.done;
    return;
  }
  const byId = new Map<number, DevicePin>();
  if (!list.is_whole) {
    for (const { pins } of await circles.getAll()) for (const pin of pins) byId.set(pin.id, pin);
    for (const id of list.removed) byId.delete(id);
  }
  for (const pin of list.pins) byId.set(pin.id, pin);
  const stored = new Map<string, StoredCircle>(
    list.circles.map((circle) => [circle, { circle, pins: [] }]),
  );
  for (const pin of byId.values()) stored.get(pin.circle)?.pins.push(pin);
  const order = walkingOrder();
  for (const { pins } of stored.values()) pins.sort(order);
  await circles.clear();
  await Promise.all([...stored.values()].map((circle) => circles.put(circle)));
  await state.put(
    {
      cursor: list.cursor,
      circles: [...stored.values()].map(countOf),
      refreshedAt: Date.now(),
    },
    'list',
  );
  await write.done;
  tellChange();
};

/** Numbers of every circle and the cursor; undefined before the first answer. */
export const listState = async (username: string) =>
  (await phoneDatabase(username)).get('state', 'list');

export const pinsOfCircle = async (username: string, circle: string): Promise<DevicePin[]> =>
  (await (await phoneDatabase(username)).get('circles', circle))?.pins ?? [];
