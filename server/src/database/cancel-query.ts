// Ends what a connection does, and leaves the connection fit for the next who takes it.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The address and key of a connection, as `pg` keeps them; its types name the first three only. */
type Cancellable = pg.PoolClient & {
  host: string;
  port: number;
  ssl: boolean | object;
  processID: number;
  secretKey: number;
};

/** What `pg` has of a bare connection; its types leave most of it out. */
interface BareConnection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
  end(): void;
}

/** A cancel request that got no answer for so long is given up, in milliseconds; it is sent again. */
const answerMs = 2_000;
/** A statement that is still on its way to the database is not seen by a cancel request: it is sent again after this. */
const againMs = 100;

const ignore = () => undefined;

/**
 * Sends PostgreSQL's own cancel request: over a connection of its own that needs no sign-in and no place in a pool,
 * and only for who knows the key of the connection. Ends when the signal has been sent; never fails.
 */
const requestCancel = (client: pg.PoolClient): Promise<void> => {
  const { host, port, ssl, processID, secretKey } = client as Cancellable;
  const request = new pg.Connection({ ssl } as never) as unknown as BareConnection;
  return new Promise((resolve) => {
    const late = setTimeout(() => request.end(), answerMs);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    const send = () => request.cancel(processID, secretKey);
    request.on('connect', () => (ssl ? request.requestSsl() : send()));
    request.on('sslconnect', send);
    request.on('end', done);
    request.on('error', done);
    if (host.startsWith('/')) request.connect(`${host}/.s.PGSQL.${port}`);
    else request.connect(port, host);
  });
};

/**
 * Cancels the statement that a connection runs. Only for statements that read: a writer's commit must never be
 * stopped half way.
 * @param running the statement's own promise
 * @returns when the statement has ended and no cancel request can come late: the connection may be given back
 */
export const cancelQuery = async (
  client: pg.PoolClient,
  running: Promise<unknown>,
): Promise<void> => {
  let isRunning = true;
  const ended = running.then(ignore, ignore).then(() => {
    isRunning = false;
  });
  while (isRunning) {
    await requestCancel(client);
    await Promise.race([ended, pause(againMs)]);
  }
  // A signal that came after the statement's end hits this one, and not what somebody else asks next.
  await client.query('select').catch(ignore);
};
