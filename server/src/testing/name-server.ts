// A name server on loopback (RFC 1035) for tests of webhooks: it answers with given addresses, or not at all.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

const headerBytes = 12;
const typeA = 1;

/** An A record with this address; its name points to that of the question. */
const recordOf = (address: string): Buffer =>
  Buffer.from([
    0xc0,
    headerBytes,
    0,
    typeA,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    4,
    ...address.split('.').map(Number),
  ]);

/**
 * The answer to a query with one question. Only A records are answered, with IPv4 addresses; all other questions get
 * none.
 */
const answerTo = (query: Buffer, addresses: readonly string[]): Buffer => {
  const nameEnd = query.indexOf(0, headerBytes) + 1;
  const question = query.subarray(headerBytes, nameEnd + 4);
  const records = query.readUInt16BE(nameEnd) === typeA ? addresses.map(recordOf) : [];
  const header = Buffer.from(query.subarray(0, headerBytes));
  // Flags: an answer, recursion available, no error.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(records.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...records]);
};

export interface NameServer {
  resolver: Resolver;
  /** Number of queries received. */
  queries: number;
  close(): Promise<void>;
}

/**
 * @param addresses of the first answer, the second, and so on; the last for all further ones. Without any, nothing is
 * answered
 */
export const openNameServer = async (...addresses: string[][]): Promise<NameServer> => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 10_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const opened: NameServer = {
    resolver,
    queries: 0,
    close: async () => {
      resolver.cancel();
      socket.close();
      await once(socket, 'close');
    },
  };
  let answered = 0;
  socket.on('message', (query, { port, address }) => {
    opened.queries += 1;
    const given = addresses[Math.min(answered, addresses.length - 1)];
    if (!given) return;
    const answer = answerTo(query, given);
    if (answer.readUInt16BE(6) > 0) answered += 1;
    socket.send(answer, port, address);
  });
  return opened;
};
