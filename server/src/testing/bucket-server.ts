// An S3 server in this process with an empty bucket, or the real server that TEST_PHOTO_STORE names.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

const bucketName = 'survey-photos';

export interface BucketServer {
  /** For PHOTO_STORE. */
  address: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The fault of every further request; none if not given. */
  misbehave(kind?: 'refuses' | 'changes a byte' | 'says nothing' | 'points elsewhere'): void;
  /** Requests that came where it pointed to. */
  followed(): number;
  close(): Promise<void>;
}

interface Store {
  bucket: string;
  host: string;
  port: number;
  accessKeyId: string;
  secretAccessKey: string;
  close(): Promise<void>;
}

/** The running server of TEST_PHOTO_STORE, an address in the format of PHOTO_STORE with http and a port. */
const storeOfSettings = (address: string): Store => {
  const { hostname: bucket, searchParams } = new URL(address);
  const { hostname: host, port } = new URL(searchParams.get('endpoint') ?? '');
  const { TEST_ACCESS_KEY_ID = '', TEST_SECRET_ACCESS_KEY = '' } = process.env;
  return {
    bucket,
    host,
    port: Number(port),
    accessKeyId: TEST_ACCESS_KEY_ID,
    secretAccessKey: TEST_SECRET_ACCESS_KEY,
    close: async () => undefined,
  };
};

const storeOfThisProcess = async (): Promise<Store> => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'survey-bucket-'));
  const host = '127.0.0.1';
  const store = new S3rver({
    port: 0,
    address: host,
    silent: true,
    directory,
    configureBuckets: [{ name: bucketName, configs: [] }],
  });
  const { port } = await store.run();
  return {
    bucket: bucketName,
    host,
    port,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    close: async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** Starts the S3 server on loopback, or uses that of TEST_PHOTO_STORE. A proxy in front of it can inject faults. */
export const startBucketServer = async (): Promise<BucketServer> => {
  const { TEST_PHOTO_STORE } = process.env;
  const store = TEST_PHOTO_STORE ? storeOfSettings(TEST_PHOTO_STORE) : await storeOfThisProcess();
  const { host, port, accessKeyId, secretAccessKey } = store;
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
      .request({ port, host, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      })
      .end(body);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return {
    // A new prefix for each test: a real server still has the objects of earlier ones.
    address: `s3://${store.bucket}/${randomUUID()}?endpoint=${encodeURIComponent(endpoint)}`,
    accessKeyId,
    secretAccessKey,
    misbehave: (how) => {
      kind = how;
    },
    followed: () => followed,
    close: async () => {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await store.close();
    },
  };
};
