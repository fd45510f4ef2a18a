// Acknowledgements of the server: what is found after a kill is compared with them.
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
  /** Circles whose import was acknowledged. */
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
 * Repeats an action until the ledger says that it is over. A server that is unavailable is expected;
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
