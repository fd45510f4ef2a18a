// A proxy between server and database that can be frozen or closed, to simulate faults of network and machine.
import net from 'node:net';

export interface DatabaseDoor {
  /** The database's address through the proxy. */
  url: string;
  /** Stops forwarding; connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Breaks every connection, and refuses new ones. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the database of this address. */
export const openDatabaseDoor = async (databaseUrl: string): Promise<DatabaseDoor> => {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  const place = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${target.port}` }
    : { host, port: Number(target.port) };
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isFrozen = false;
  const server = net.createServer((inside) => {
    const outside = net.connect(place);
    const pair: [net.Socket, net.Socket] = [inside, outside];
    pairs.add(pair);
    const forward = (from: net.Socket, to: net.Socket) => {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (isFrozen) from.pause();
    };
    forward(inside, outside);
    forward(outside, inside);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const shut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    shut,
    reopen: () => listen(port),
    close: async () => {
      if (server.listening) await shut();
    },
  };
};
