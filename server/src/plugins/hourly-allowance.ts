const hourSeconds = 3600;

interface Left {
  left: number;
  /** Seconds of the clock. */
  at: number;
}

/** An amount for each user that refills evenly within an hour (a token bucket). */
export class HourlyAllowance {
  readonly #perHour: number;
  readonly #now: () => number;
  readonly #users = new Map<number, Left>();
  #sweptAt: number;

  /**
   * @param perHour 0: without limit
   * @param now a clock in seconds that never goes back
   */
  constructor(perHour: number, now = () => performance.now() / 1000) {
    this.#perHour = perHour;
    this.#now = now;
    this.#sweptAt = now();
  }

  /** Users who have an entry: those whose allowance was not full at the last sweep, and new ones. */
  get known(): number {
    return this.#users.size;
  }

  #refilled({ left, at }: Left, now: number): number {
    return Math.min(this.#perHour, left + ((now - at) * this.#perHour) / hourSeconds);
  }

  /** Without an entry the allowance is full, so a full one needs none. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < hourSeconds) return;
    this.#sweptAt = now;
    for (const [userId, user] of this.#users) {
      if (this.#refilled(user, now) >= this.#perHour) this.#users.delete(userId);
    }
  }

  #of(userId: number): Left {
    const now = this.#now();
    this.#sweep(now);
    const known = this.#users.get(userId);
    const user = { left: known ? this.#refilled(known, now) : this.#perHour, at: now };
    this.#users.set(userId, user);
    return user;
  }

  /** Seconds until this amount is available; 0 where it is. */
  wait(userId: number, amount: number): number {
    if (this.#perHour === 0) return 0;
    const missing = amount - this.#of(userId).left;
    return missing <= 0 ? 0 : Math.ceil((missing * hourSeconds) / this.#perHour);
  }

  /** May go below 0 for bytes already received. Negative amounts are refunds. */
  take(userId: number, amount: number): void {
    if (this.#perHour > 0) this.#of(userId).left -= amount;
  }
}
