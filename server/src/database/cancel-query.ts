// Cancels the statement of a connection so that the connection can be reused.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The address and key of a connection, as `pg` stores them; its types name the first three only. */
type Cancellable = pg.PoolClient & {
  host: string;
  port: number;
  ssl: boolean | object;
  processID: number;
  secretKey: number;
};

/** The properties of pg's bare connection; its types omit most of them. */
interface BareConnection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
  end(): void;
}

/** Timeout of a cancel request, in milliseconds; then it is sent again. */
const answerMs = 2_000;
/**
 * A cancel request has no effect on a statement that has not reached the database yet: it is repeated after this time.
 */
const againMs = 100;

const ignore = () => undefined;

/**
 * Sends PostgreSQL's own cancel request: over a separate connection, which needs no authentication and no place in a
 * pool, only the key of the connection. Ends when the signal has been sent; never fails.
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
 * interrupted.
 * @param running the statement's own promise
 * @returns when the statement has ended and no late cancel request is possible: the connection may be released
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
  // A late signal hits this statement instead of the next user's.
  await client.query('select').catch(ignore);
};
