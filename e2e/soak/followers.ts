// Phones that follow their lists by cursors, and submit reports, while administrators change everything.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Phone, type PinList } from '@survey/field/phone.ts';
import { type Random, seeded } from '@survey/field/random.ts';
import { fieldPassword, reportOf } from '../operation.ts';
import type { Ledger } from './ledger.ts';
import { attempt, circles, pinOf, type World } from './many-hands.ts';

/** No automatic retries, so that the model sees every answer. */
const patience = { tries: 1, firstPauseMs: 1, longestPauseMs: 1 };

/** A phone and the list that it has built. */
export class Follower {
  readonly username: string;
  readonly #world: World;
  readonly #chance: Random;
  #phone: Phone | undefined;
  #cursor: number | undefined;
  readonly #pins = new Map<number, PinList['pins'][number]>();
  #circles: string[] = [];

  constructor(world: World, username: string) {
    this.#world = world;
    this.username = username;
    this.#chance = seeded(world.seed, username);
  }

  async #signedIn(): Promise<Phone | undefined> {
    this.#phone ??= await attempt(this.#world, 'deviceSignIn', () =>
      Phone.signIn({ baseUrl: this.#world.server.url }, this.username, fieldPassword, {
        patience,
      }),
    );
    return this.#phone;
  }

  #take({ is_whole, removed, pins, circles: names, cursor }: PinList): void {
    if (is_whole) this.#pins.clear();
    for (const id of removed) this.#pins.delete(id);
    for (const pin of pins) this.#pins.set(pin.id, pin);
    this.#circles = names;
    this.#cursor = cursor;
  }

  async #follow(): Promise<void> {
    const phone = await this.#signedIn();
    const list =
      phone && (await attempt(this.#world, 'devicePins', () => phone.pins(this.#cursor)));
    if (list) this.#take(list);
  }

  async #submit(ledger: Ledger): Promise<void> {
    const phone = await this.#signedIn();
    if (!phone) return;
    const listed = [...this.#pins.values()];
    const { circle, pin } =
      listed.length > 0 && this.#chance.chance(0.9)
        ? this.#chance.pick(listed)
        : { circle: this.#chance.pick(circles), pin: pinOf(this.#chance) };
    const submissionId = randomUUID();
    const entry = { submissionId, sha256: null, acknowledged: undefined as number | undefined };
    ledger.sent.push(entry);
    const receipt = await attempt(this.#world, 'submitReport', () =>
      phone.submit(submissionId, reportOf(circle, pin), null),
    );
    entry.acknowledged = receipt?.id;
  }

  /** Follows and submits until it is over, or the user is deleted. */
  async work(ledger: Ledger): Promise<void> {
    while (!this.#world.isOver && this.#world.users.has(this.username)) {
      if (this.#chance.chance(0.5)) await this.#follow();
      else await this.#submit(ledger);
    }
  }

  /** Differences of this phone's list from a fresh phone's; nobody works meanwhile. */
  async differences(): Promise<string[]> {
    await this.#follow();
    const phone = await this.#signedIn();
    const fresh = await phone?.pins();
    if (!fresh) return [`${this.username} has no list`];
    const found: string[] = [];
    const tell = (what: string, own: unknown, right: unknown) =>
      found.push(
        `${this.username}: ${what} is ${JSON.stringify(own)}, not ${JSON.stringify(right)}`,
      );
    if (!isDeepStrictEqual(this.#circles, fresh.circles))
      tell('circles', this.#circles, fresh.circles);
    const right = new Map(fresh.pins.map((pin) => [pin.id, pin]));
    for (const id of new Set([...right.keys(), ...this.#pins.keys()])) {
      const [own, one] = [this.#pins.get(id), right.get(id)];
      if (!isDeepStrictEqual(own, one)) tell(`pin ${id}`, own, one);
    }
    return found;
  }
}
