// Photos in an S3 bucket or a compatible server. Staged uploads stay on the local disk until they are complete and
// checked; then they are sent in one signed request whose checksum the server confirms.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import {
  contentOf,
  isStoredName,
  type ListedPhoto,
  type PhotoStore,
  refuseIfNoPhoto,
  type StagedUpload,
  thumbnailFolder,
} from './photo-store.ts';
import { storeUnavailable } from './photo-store-unavailable.ts';
import { openStagedUploads } from './staged-uploads.ts';

/** A bucket and its credentials. Secrets come from the environment and are never logged. */
export interface BucketSettings {
  /** `s3://bucket/prefix?endpoint=https://…&region=…`; prefix, endpoint and region may be left out. */
  address: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  /** Local folder for staged uploads. */
  stagingFolder: string;
  /** Timeout of the store, in milliseconds; 20 s if not given. */
  timeoutMs?: number;
}

interface Bucket {
  /** Address of the bucket, with a slash at the end. */
  root: URL;
  /** Prefix of the photos' keys: empty, or with a slash at the end. */
  prefix: string;
  region: string;
}

/** Reads the address of a bucket. */
export const readBucketAddress = (address: string): Bucket => {
  const { host: bucket, pathname, searchParams } = new URL(address);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint');
  // Other servers address buckets by path; Amazon by host name.
  const origin = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return { root: new URL(`${origin}/`), prefix: folder ? `${folder}/` : '', region };
};

const textOf = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Names made here need no unescaping; other objects are ignored. */
const listedIn = (page: string, prefix: string): ListedPhoto[] =>
  [...page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)]
    .map(([, entry = '']) => ({
      name: (textOf(entry, 'Key') ?? '').slice(prefix.length),
      bytes: Number(textOf(entry, 'Size')),
      storedAt: new Date(textOf(entry, 'LastModified') ?? 0),
    }))
    .filter(({ name }) => isStoredName(name));

/** Errors that an operator has to correct; photos wait meanwhile. */
class StoreRefusal extends Error {}

/** Opens the bucket. Throws the 503 of an unavailable store where it cannot be reached. */
export const openBucketStore = async (settings: BucketSettings): Promise<PhotoStore> => {
  const { root, prefix, region } = readBucketAddress(settings.address);
  const { accessKeyId, secretAccessKey, sessionToken, timeoutMs = 20_000 } = settings;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: 0,
  });
  const stagedUploads = await openStagedUploads(settings.stagingFolder);

  /** One request; every status other than the expected ones means that the store is unavailable. */
  const ask = async (target: URL, init: RequestInit, expected: readonly number[]) => {
    try {
      const answer = await client.fetch(target, {
        ...init,
        // Photos and signatures go to the store of the settings, and nowhere that it points to.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (expected.includes(answer.status)) return answer;
      const code = textOf(await answer.text(), 'Code') ?? '';
      throw new StoreRefusal(
        `The photo store answered ${answer.status} ${code} to ${init.method}.`,
      );
    } catch (error) {
      throw storeUnavailable(error);
    }
  };
  const addressOf = (name: string): URL => {
    if (!isStoredName(name)) throw new Error('not the name of a photo');
    return new URL(`${prefix}${name}`, root);
  };

  const put = async (staged: StagedUpload, name: string): Promise<void> => {
    const bytes = await contentOf(staged);
    const md5 = createHash('md5').update(bytes).digest();
    const answer = await ask(
      addressOf(name),
      {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-md5': md5.toString('base64'),
          'x-amz-content-sha256': staged.sha256.toString('hex'),
        },
      },
      [200],
    );
    await answer.arrayBuffer();
    const tag = (answer.headers.get('etag') ?? '').replaceAll('"', '');
    // With some kinds of encryption the ETag is no checksum; the server has verified the two headers above then.
    const isChecksum = !/kms|sse-c/i.test(answer.headers.get('x-amz-server-side-encryption') ?? '');
    if (isChecksum && tag !== md5.toString('hex')) {
      throw storeUnavailable(new StoreRefusal('The photo store has other bytes than were sent.'));
    }
  };

  /** The response with the photo; undefined where there is none. */
  const get = async (name: string): Promise<Response | undefined> => {
    const answer = await ask(addressOf(name), { method: 'GET' }, [200, 404]);
    if (answer.status !== 404 && answer.body) return answer;
    // "No such bucket" means an unavailable store, not a missing photo.
    const code = textOf(await answer.text(), 'Code');
    if (code && code !== 'NoSuchKey') throw storeUnavailable(new StoreRefusal(code));
    return undefined;
  };

  async function* pages(folder: string): AsyncGenerator<ListedPhoto> {
    for (let token: string | undefined; ; ) {
      const target = new URL(root);
      target.searchParams.set('list-type', '2');
      target.searchParams.set('prefix', `${prefix}${folder}`);
      if (token) target.searchParams.set('continuation-token', token);
      const page = await (await ask(target, { method: 'GET' }, [200])).text();
      yield* listedIn(page, prefix);
      token = textOf(page, 'NextContinuationToken');
      if (!token) return;
    }
  }

  return {
    stage: stagedUploads.take,
    discard: stagedUploads.discard,
    keep: async (staged, name) => {
      await put(staged, name);
      await stagedUploads.discard(staged);
    },
    open: async (name) => {
      const answer = await get(name);
      if (!answer?.body) return undefined;
      const length = Number(answer.headers.get('content-length'));
      return { body: Readable.fromWeb(answer.body as never), bytes: length };
    },
    read: async (name) => {
      const answer = await get(name);
      if (!answer) return undefined;
      refuseIfNoPhoto(name, Number(answer.headers.get('content-length')));
      return Buffer.from(await answer.arrayBuffer());
    },
    remove: async (name) => {
      await (await ask(addressOf(name), { method: 'DELETE' }, [200, 204, 404])).arrayBuffer();
    },
    list: async function* (kind) {
      if (kind === 'thumbnails') return yield* pages(thumbnailFolder);
      for await (const photo of pages('')) {
        // Keys are sorted, and all photos precede the first thumbnail.
        if (photo.name.startsWith(thumbnailFolder)) return;
        yield photo;
      }
    },
  };
};
