// What the outside world was told: the truth that everything found after a kill is compared with.
import { setTimeout as pause } from 'node:timers/promises';
import { mayPass } from '@survey/field/retry.ts';

/** A submission that a phone has sent at least once. */
export interface Sent {
  submissionId: string;
  sha256: string | null;
  /** The report's id in the answer; undefined while no answer came. */
  acknowledged: number | undefined;
}

export class Ledger {
  readonly sent: Sent[] = [];
  /** Circles that an import was acknowledged for. */
  readonly imported = new Set<string>();
  /** Acknowledged changes by administrators, by kind. */
  readonly changes: Record<string, number> = {};
  isOver = false;

  get acknowledged(): Sent[] {
    return this.sent.filter(({ acknowledged }) => acknowledged !== undefined);
  }

  note(kind: string): void {
    this.changes[kind] = (this.changes[kind] ?? 0) + 1;
  }
}

/**
 * Does something again and again until the ledger says that it is over. A server that is away is expected;
 * every other failure ends the soak.
 */
export const again = async (
  ledger: Ledger,
  pauseMs: number,
  work: (round: number) => Promise<void>,
): Promise<void> => {
  for (let round = 0; !ledger.isOver; round += 1) {
    try {
      await work(round);
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await pause(pauseMs * (0.5 + Math.random()));
  }
};
