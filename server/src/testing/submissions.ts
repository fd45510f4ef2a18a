// Submissions of phones, and their photos.
import { randomUUID } from 'node:crypto';
import { calls, type ReplyOf } from '@survey/contract';
import sharp from 'sharp';
import type { TestServer } from './test-server.ts';

export type Fields = Record<string, string>;

export const circle = 'Model Town';

/** The text fields of a valid submission. */
export const submissionFields = (given: Fields = {}): Fields => ({
  submission_id: randomUUID(),
  circle,
  pin: '0001',
  floors_num: '2',
  basement: '1',
  Store_front: '0',
  land_area: '250.5',
  covered_area: '',
  land: 'Residential',
  comments: 'سبز دروازہ',
  latitude: '31.5204',
  longitude: '74.3587',
  capture_time: '2026-03-10T14:05:06+05:00',
  ...given,
});

export interface PictureSize {
  width: number;
  height: number;
}

/** A picture of one colour, different for each colour. */
export const picture = (
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 64, height = 48 }: Partial<PictureSize> = {},
  background = `#${randomUUID().slice(0, 6)}`,
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

export interface Upload {
  bytes: Buffer;
  type?: string;
  fileName?: string;
  /** Name of the form field; `photo` if not given. */
  field?: string;
}

export interface Submitted {
  status: number;
  body: ReplyOf<typeof calls.submitReport> & {
    message?: string;
    code?: string;
    errors?: Record<string, string[]>;
  };
  headers: Record<string, unknown>;
}

/** A multipart body with its content type, as a real client writes it. */
export const multipartOf = async (fields: Fields, uploads: readonly Upload[]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const {
    bytes,
    type = 'image/jpeg',
    fileName = 'IMG_0001.jpg',
    field = 'photo',
  } of uploads) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), fileName);
  }
  const written = new Response(form);
  return {
    type: written.headers.get('content-type') as string,
    bytes: Buffer.from(await written.arrayBuffer()),
  };
};

/** Submits a report; the photo is bytes, or bytes with file name and type. */
export const submit = async (
  { app }: Pick<TestServer, 'app'>,
  token: string,
  fields: Fields,
  ...photos: (Buffer | Upload)[]
): Promise<Submitted> => {
  const uploads = photos.map((photo) => (Buffer.isBuffer(photo) ? { bytes: photo } : photo));
  const { type, bytes } = await multipartOf(fields, uploads);
  const answer = await app.inject({
    method: calls.submitReport.method,
    url: calls.submitReport.path,
    payload: bytes,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};

/** Imports a report of a surveyor's phone from a rescue file, as an administrator does. */
export const rescue = async (
  { app }: Pick<TestServer, 'app'>,
  token: string,
  fields: Fields,
  { username, photo }: { username: string; photo?: Buffer | undefined },
) => {
  const { type, bytes } = await multipartOf(fields, photo ? [{ bytes: photo }] : []);
  const answer = await app.inject({
    method: calls.rescueReport.method,
    url: `${calls.rescueReport.path}?${new URLSearchParams({ username })}`,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    payload: bytes,
  });
  return { status: answer.statusCode, body: answer.json() };
};
