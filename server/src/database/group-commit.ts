// Group commit: small writes that wait for a connection at the same time share one statement and one sync of the
// disk (ADR 28).
import pg from 'pg';

/** The outcome of one row of a group: its answer, or its error. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

interface Ways<Row, Answer> {
  /** Connections for groups: as many groups are stored in parallel. The pool refuses rows that wait too long. */
  together: pg.Pool;
  /** Connections for single rows whose group the database refused. */
  alone: pg.Pool;
  /** Stores rows in one transaction and returns their outcomes, in their order. Rejects where none was stored. */
  store(connection: pg.Pool | pg.PoolClient, rows: Row[]): Promise<Outcome<Answer>[]>;
  /** Rows that share a key are never stored by one statement. */
  keysOf(row: Row): string[];
  /** Most rows of a group. */
  most: number;
}

interface Waiting<Row, Answer> {
  row: Row;
  keys: string[];
  settle(outcome: Outcome<Answer>): void;
}

/** Whether the database rejected a statement, which then changed nothing; false while it is being stopped. */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !error.code?.startsWith('57');

/**
 * Combines rows into one statement: the first that gets a connection takes all waiting ones along. A single row does
 * not wait. Where the database refuses a group, its rows are tried one by one, so that none fails because of another.
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
          // Stored with a group already; it does not need a connection.
          if (waiting.delete(own)) reject(error);
        });
    });
};
