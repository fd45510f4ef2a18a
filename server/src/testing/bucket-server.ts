// An S3 server in this process, with one empty bucket.
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export const bucketName = 'survey-photos';

export interface BucketServer {
  /** For PHOTO_STORE. */
  address: string;
  /** The fault of every further request; none if not given. */
  misbehave(kind?: 'refuses' | 'changes a byte' | 'says nothing' | 'points elsewhere'): void;
  /** Requests that came where it pointed to. */
  followed(): number;
  close(): Promise<void>;
}

/** Starts the server on loopback, behind a proxy that can inject faults. */
export const startBucketServer = async (): Promise<BucketServer> => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'survey-bucket-'));
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucketName, configs: [] }],
  });
  const { port } = await store.run();
  let kind: Parameters<BucketServer['misbehave']>[0];
  let followed = 0;
  const door = http.createServer(async (request, response) => {
    if (request.url === '/elsewhere') followed += 1;
    if (kind === 'points elsewhere') {
      response.writeHead(307, { location: '/elsewhere' }).end();
      return;
    }
    if (kind === 'says nothing') return;
    if (kind === 'refuses') {
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return;
    }
    const body = Buffer.concat(await request.toArray());
    if (kind === 'changes a byte' && body.length > 0) body.writeUInt8((body[0] as number) ^ 1, 0);
    const { method, url, headers } = request;
    http
      .request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      })
      .end(body);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return {
    address: `s3://${bucketName}/survey?endpoint=${encodeURIComponent(endpoint)}`,
    misbehave: (how) => {
      kind = how;
    },
    followed: () => followed,
    close: async () => {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
