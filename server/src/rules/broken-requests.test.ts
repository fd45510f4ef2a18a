// Malicious or broken requests: nested very deeply, or cut off by the sender.
import { connect } from 'node:net';
import { calls } from '@survey/contract';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';

const metricsToken = 'for-the-metrics-of-this-test';
const server = setUpTestServer({ METRICS_TOKEN: metricsToken });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  [calls.changePinStatus.path, (value: string) => `{"status":${value}}`],
  [calls.changeUserStatus.path, (value: string) => `{"user_id":1,"status":${value}}`],
  [calls.changeStatusBulk.path, (value: string) => `{"pins":[{"status":${value}}]}`],
  [calls.previewStatuses.path, (value: string) => `{"pins":[{"status":${value}}]}`],
  [calls.storeRecords.path, (value: string) => `{"records":[{"Status":${value}}]}`],
])('a status nested 10 000 deep is refused by %s in words', async (url, bodyOf) => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload: bodyOf(nested(10_000)),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.administrator.token}`,
    },
  });
  expect([400, 422]).toContain(answer.statusCode);
  expect(answer.json()).toMatchObject({
    message: expect.any(String),
    request_id: expect.any(String),
  });
});

test('sign-ins that break off are no failures of the server, and it goes on', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as { port: number };
  const breakOff = (sent: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n${sent}`,
          () => setTimeout(() => socket.destroy(), 20),
        );
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      breakOff(['', '{', '{"email":"a@b.pk","pass'][at % 3] ?? ''),
    ),
  );
  const { status } = await server.call(calls.login, {
    body: { email: server.administrator.email, password: 'secret-of-tests' },
  });
  expect(status).toBe(200);
  const metrics = await server.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(metrics.body).toContain('call="login",status="200"');
  expect(metrics.body).not.toMatch(/status="5\d\d"/);
});
