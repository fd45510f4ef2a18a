// What ODK Collect sends, in the shapes that its source writes: for tests of the server without a phone.
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { form } from '../modules/openrosa/xform.ts';
import { addPhoneCredential } from '../plugins/phone-credentials.ts';
import type { Person, TestServer } from './test-server.ts';

/** The `Authorization` header of Basic authentication. */
export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Sets up a phone of a surveyor and returns its `Authorization` header. */
export const setUpPhone = async (
  { database }: Pick<TestServer, 'database'>,
  { id, username }: Pick<Person, 'id' | 'username'>,
): Promise<string> => {
  const { secret } = await database.db
    .transaction()
    .execute((db) => addPhoneCredential(db, { userId: id, name: 'Phone 1' }));
  return basic(username, secret);
};

/** Answers of a finished form by their names. */
export type Answers = Record<string, string>;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The XML of a finished form, with groups as the form has them where it matters. */
export const finishedForm = (given: Answers = {}): { id: string; xml: string } => {
  const {
    instanceID = `uuid:${randomUUID()}`,
    formId = form.id,
    ...answers
  } = {
    started_at: '2026-03-10T14:01:00.000+05:00',
    circle: 'Model Town',
    pin: '0001',
    outcome: 'surveyed',
    place: '31.5204 74.3587 210.5 4.8',
    land: 'Residential',
    floors_num: '2',
    comments: 'سبز دروازہ & <gate>',
    capture_time: '2026-03-10T14:05:06.000+05:00',
    ...given,
  } as Answers;
  const leaves = Object.entries(answers).map(
    ([name, value]) => `<${name}>${escaped(value)}</${name}>`,
  );
  const xml =
    `<?xml version='1.0' ?><data xmlns:jr="http://openrosa.org/javarosa" id="${formId}" ` +
    `version="${form.version}"><unit>${leaves.join('')}</unit><meta><instanceID>${instanceID}</instanceID>` +
    `<instanceName>x</instanceName></meta></data>`;
  return { id: instanceID.replace('uuid:', ''), xml };
};

/** A file beside the form. */
export interface FormFile {
  name: string;
  bytes: Buffer;
  type?: string;
}

export interface FormRequest {
  xml?: string | undefined;
  files?: readonly FormFile[];
  /** More requests of this form follow. */
  isIncomplete?: boolean;
}

const boundary = '9b5b2f1e-0c4e-4b4a-9a57-1f8e2f9ad2f1';

const part = (head: readonly string[], bytes: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);

/** The body of a request as OkHttp writes it; older versions wrote `Content-Transfer-Encoding` too. */
export const formBody = ({ xml, files = [], isIncomplete = false }: FormRequest): Buffer =>
  Buffer.concat([
    ...(xml === undefined
      ? []
      : [
          part(
            [
              'Content-Disposition: form-data; name="xml_submission_file"; filename="report.xml"',
              'Content-Type: text/xml; charset=utf-8',
              'Content-Transfer-Encoding: binary',
              `Content-Length: ${Buffer.byteLength(xml)}`,
            ],
            xml,
          ),
        ]),
    ...files.map(({ name, bytes, type = 'image/jpeg' }) =>
      part(
        [
          `Content-Disposition: form-data; name="${name}"; filename="${name}"`,
          `Content-Type: ${type}`,
          `Content-Length: ${bytes.length}`,
        ],
        bytes,
      ),
    ),
    ...(isIncomplete
      ? [
          part(
            ['Content-Disposition: form-data; name="*isIncomplete*"', 'Content-Length: 3'],
            'yes',
          ),
        ]
      : []),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

/** Headers of every request of Collect. */
export const collectHeaders = (authorization?: string): Record<string, string> => ({
  'user-agent': 'org.odk.collect.android/v2025.2.3 Dalvik/2.1.0 (Linux; U; Android 14)',
  'x-openrosa-version': '1.0',
  date: 'Tue, 10 Mar 2026 09:05:06 GMT',
  'accept-encoding': 'gzip',
  ...(authorization && { authorization }),
});

/** Sends a finished form. */
export const sendForm = (
  { app }: Pick<TestServer, 'app'>,
  authorization: string | undefined,
  request: FormRequest,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: '/openrosa/submission?deviceID=collect%3Aabc',
    payload: formBody(request),
    headers: {
      ...collectHeaders(authorization),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });

/** What Collect shows of an answer. */
export const messageOf = ({ body }: { body: string }): string =>
  (/<message[^>]*>([^<]*)</.exec(body)?.[1] ?? '').replaceAll('&quot;', '"');
