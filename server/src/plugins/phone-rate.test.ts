// Rate limits of a surveyor's phones.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { submissionFields } from '../testing/submissions.ts';
import { type Person, startTestServer } from '../testing/test-server.ts';

const start = async (settings: NodeJS.ProcessEnv) => {
  const server = await startTestServer(settings);
  onTestFinished(() => server.close());
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const request = ({ token }: Person, headers: http.OutgoingHttpHeaders = {}) =>
    http.request(`${url}/api/device/reports`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        authorization: `Bearer ${token}`,
        ...headers,
      },
    });
  const answerTo = async (sent: http.ClientRequest) => {
    sent.on('error', () => undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status, headers } = response;
    return { status, headers, body: JSON.parse(await text(response)) };
  };
  const formOf = (fields: Record<string, string>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return `${parts.join('')}--b--\r\n`;
  };
  /** A known length, or none: then the form is sent in chunks. */
  const submit = (person: Person, fields = submissionFields(), isChunked = false) => {
    const form = formOf(fields);
    const length = isChunked ? {} : { 'content-length': Buffer.byteLength(form) };
    const sent = request(person, length);
    if (isChunked) sent.write(form.slice(0, 10));
    sent.end(isChunked ? form.slice(10) : form);
    return answerTo(sent);
  };
  return { server, request, answerTo, submit };
};

test('a phone that was offline for three days sends all it has', async () => {
  const { server, submit } = await start({});
  const ali = await server.addSurveyor('ali');
  const answers = [];
  for (let sent = 0; sent < 200; sent += 20) {
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => submit(ali)))));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);

test('what is more than the hour allows is refused before it is sent, for this surveyor only', async () => {
  const { server, request, answerTo, submit } = await start({ PHONE_REPORTS_PER_HOUR: '5' });
  const [ali, sana] = [await server.addSurveyor('ali'), await server.addSurveyor('sana')];
  const first = submissionFields();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await submit(ali, sent === 0 ? first : undefined)).status).toBe(200);
  }
  const sent = request(ali, { 'content-length': 1_000_000 });
  sent.flushHeaders();
  const { status, headers, body } = await answerTo(sent);
  sent.destroy();
  expect([status, body.code]).toEqual([429, 'too-many-attempts']);
  // One more is allowed every twelve minutes.
  expect(Number(headers['retry-after'])).toBeGreaterThan(600);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(720);
  expect((await submit(sana)).status).toBe(200);
});

test('what is stored already, or cannot be stored, costs a tenth', async () => {
  const { server, submit } = await start({ PHONE_REPORTS_PER_HOUR: '5' });
  const ali = await server.addSurveyor('ali');
  const fields = submissionFields();
  const statuses = [];
  for (let sent = 0; sent < 21; sent += 1) statuses.push((await submit(ali, fields)).status);
  for (let sent = 0; sent < 10; sent += 1) {
    statuses.push((await submit(ali, { ...fields, submission_id: 'x' })).status);
  }
  // 1 stored, 20 repeated, 10 refused: 4 of 5.
  expect(statuses).toEqual([...Array(21).fill(200), ...Array(10).fill(422)]);
  expect((await submit(ali)).status).toBe(200);
  expect((await submit(ali)).status).toBe(429);
});

test.each([false, true])('bytes count, in chunks too: %s', async (isChunked) => {
  const { server, submit } = await start({ PHONE_MEGABYTES_PER_HOUR: '1' });
  const ali = await server.addSurveyor('ali');
  const fields = {
    ...submissionFields(),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x${at}`, 'x'.repeat(60_000)])),
  };
  expect((await submit(ali, fields, isChunked)).status).toBe(200);
  const { status, headers } = await submit(ali);
  expect(status).toBe(429);
  // Of a form without a length, what the socket read with its head is not counted: 128 kB from Node 22 on.
  expect(Number(headers['retry-after'])).toBeGreaterThan(30);
});
