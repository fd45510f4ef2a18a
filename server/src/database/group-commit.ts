// Small writes that many ask for at once, put together: one statement, and one wait for the disk, for all who wait
// for a connection at the same moment (ADR 28).
import pg from 'pg';

/** How one of a group came out: its answer, or why there is none. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

interface Ways<Row, Answer> {
  /** Connections for groups: as many are stored at once. Who waits too long for one is refused by the pool. */
  together: pg.Pool;
  /** Connections for rows whose group the database refused. */
  alone: pg.Pool;
  /** Stores rows in one transaction: their outcomes, in their order. Rejects where none was stored. */
  store(connection: pg.Pool | pg.PoolClient, rows: Row[]): Promise<Outcome<Answer>[]>;
  /** Rows that share one of these are never stored by one statement. */
  keysOf(row: Row): string[];
  /** Rows stored at once. */
  most: number;
}

interface Waiting<Row, Answer> {
  row: Row;
  keys: string[];
  settle(outcome: Outcome<Answer>): void;
}

/** Whether the database said no to a statement, which has changed nothing then; not so where it is being stopped. */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !error.code?.startsWith('57');

/**
 * Makes one statement of many rows: who gets a connection takes along all who wait for one. A row that comes alone
 * waits for nobody. Where the database refuses a group each of it is tried alone, so that nobody fails by another.
 */
export const groupCommit = <Row, Answer>({
  together,
  alone,
  store,
  keysOf,
  most,
}: Ways<Row, Answer>): ((row: Row) => Promise<Answer>) => {
  const waiting = new Set<Waiting<Row, Answer>>();

  const takeWith = (first: Waiting<Row, Answer>): Waiting<Row, Answer>[] => {
    const group: Waiting<Row, Answer>[] = [];
    const taken = new Set<string>();
    for (const one of [first, ...waiting]) {
      if (group.length === most) break;
      if (one.keys.some((key) => taken.has(key))) continue;
      for (const key of one.keys) taken.add(key);
      group.push(one);
      waiting.delete(one);
    }
    return group;
  };

  const storeAlone = ({ row, settle }: Waiting<Row, Answer>) =>
    store(alone, [row])
      .then(([outcome]) => settle(outcome as Outcome<Answer>))
      .catch((error: unknown) => settle({ error }));

  const storeGroup = async (client: pg.PoolClient, group: Waiting<Row, Answer>[]) => {
    try {
      const outcomes = await store(
        client,
        group.map(({ row }) => row),
      );
      client.release();
      for (const [at, { settle }] of group.entries()) settle(outcomes[at] as Outcome<Answer>);
    } catch (error) {
      const mayGoOn = isRefused(error);
      client.release(!mayGoOn);
      for (const one of group) {
        if (mayGoOn) void storeAlone(one);
        else one.settle({ error });
      }
    }
  };

  return (row) =>
    new Promise<Answer>((resolve, reject) => {
      const own: Waiting<Row, Answer> = {
        row,
        keys: keysOf(row),
        settle: (outcome) =>
          'answer' in outcome ? resolve(outcome.answer) : reject(outcome.error),
      };
      waiting.add(own);
      together
        .connect()
        .then((client) => (waiting.has(own) ? storeGroup(client, takeWith(own)) : client.release()))
        .catch((error: unknown) => {
          // Taken along already, it does not need a connection of its own.
          if (waiting.delete(own)) reject(error);
        });
    });
};
