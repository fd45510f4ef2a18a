// Traces reach a collector over OTLP/HTTP, without the values of addresses and statements. Without a collector, the
// packages are not loaded.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { startCompiledServer } from '../testing/compiled-server.ts';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openReceiver } from '../testing/webhook-receiver.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-tracing-'));
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The parts of OTLP's JSON that this test reads. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

const covered = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Starts the compiled server, makes the request when it is ready, then stops it. */
const runServer = async (settings: NodeJS.ProcessEnv, request: (url: string) => Promise<void>) => {
  const { url, stop } = await startCompiledServer({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...settings,
  });
  try {
    await request(url);
  } finally {
    expect(await stop()).toBe(0);
  }
};

test('a request and its statements are spans of one trace, under the client’s own', async () => {
  const receiver = await openReceiver();
  receiver.answerWith(200);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  try {
    await runServer(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiver.url).origin,
        OTEL_SERVICE_NAME: 'survey of the north',
      },
      async (url) => {
        const answer = await fetch(`${url}/api/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            traceparent: `00-${traceId}-b7ad6b7169203331-01`,
          },
          body: JSON.stringify({ email: 'nobody@example.org', password: 'not-the-password' }),
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        await fetch(`${url}/api/all-reports?username=secret-name`);
      },
    );
  } finally {
    await receiver.close();
  }
  const bodies = receiver.received.map(({ body }) => body);
  const resources = bodies.flatMap((body) => exported.parse(JSON.parse(body)).resourceSpans);
  expect(resources[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'survey of the north' },
  });
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  const request = spans.find(({ name }) => name === 'POST /api/login');
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const inTrace = spans.filter((span) => span.traceId === traceId);
  expect(inTrace.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^pg\.query/));
  expect(spans.map(({ name }) => name)).toContain('GET /api/all-reports');
  expect(bodies.join()).not.toMatch(/secret-name|nobody@example|not-the-password/);
});

test('without a collector none of its packages is loaded', async () => {
  const loaded = path.join(folder, 'loaded');
  // Node's coverage lists every file that was executed.
  await runServer({ NODE_V8_COVERAGE: loaded }, async () => undefined);
  const files = await readdir(loaded);
  const texts = await Promise.all(files.map((file) => readFile(path.join(loaded, file), 'utf8')));
  const urls = texts.flatMap((text) =>
    covered.parse(JSON.parse(text)).result.map(({ url }) => url),
  );
  expect(urls.filter((url) => url.includes('node_modules/fastify/'))).not.toEqual([]);
  expect(urls.filter((url) => /@opentelemetry\/(?!api\/)|@fastify\/otel/.test(url))).toEqual([]);
});
