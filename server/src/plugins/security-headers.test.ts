// Security headers on every kind of answer: pages, pictures, calls and errors.
import { calls } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const server = setUpTestServer();

/** A call, a refusal, a page, a file beside it, an unknown path, health. */
const urls = [
  '/api/mobileusers',
  '/api/nothing',
  '/',
  '/config.json',
  '/storage/x',
  '/health/live',
];

const directivesOf = (policy: string): Record<string, string> =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

const headersOf = async (
  { app }: TestServer,
  url = '/',
  given: Record<string, string> = {},
): Promise<Record<string, unknown>> =>
  (await app.inject({ method: 'GET', url, headers: given })).headers;

describe('every answer', () => {
  test.each(
    urls,
  )('of %s forbids sniffing, framing, other sites and foreign scripts', async (url) => {
    const headers = await headersOf(server, url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-site',
    });
    expect(headers['permissions-policy']).toContain('camera=(), microphone=()');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    const policy = directivesOf(String(headers['content-security-policy']));
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(Object.values(policy).join(' ')).not.toMatch(/unsafe-eval|\*/);
  });

  test('with what a session may see is kept by no cache', async () => {
    const { headers } = await server.call(calls.mobileUsers, {}, server.administrator.token);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('HSTS', () => {
  test('is not said on plain HTTP, whatever a client claims', async () => {
    const headers = await headersOf(server, '/', { 'x-forwarded-proto': 'https' });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('is said behind a proxy that speaks TLS', async () => {
    const behind = await startTestServer({ TRUST_PROXY: 'true' });
    try {
      const headers = await headersOf(behind);
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    } finally {
      await behind.close();
    }
  });
});

describe('TRUST_PROXY', () => {
  const failing = (target: TestServer, forwarded: string) =>
    target.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'nobody@example.org', password: 'wrong' },
      remoteAddress: '10.20.0.1',
      headers: { 'x-forwarded-for': forwarded },
    });

  test('is off: nobody escapes the limit of their address by claiming others', async () => {
    const statuses: number[] = [];
    for (let other = 0; other < 11; other += 1) {
      statuses.push((await failing(server, `203.0.113.${other}`)).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('on, the address is the one that the proxy names', async () => {
    const behind = await startTestServer({ TRUST_PROXY: 'true' });
    try {
      await failing(behind, '203.0.113.9');
      const rows = await behind.database.db.selectFrom('sign_in_failures').select('key').execute();
      expect(rows.map(({ key }) => key)).toContain('network:203.0.113.9');
    } finally {
      await behind.close();
    }
  });

  test.each([
    (connection: number) => `203.0.113.9:${50_000 + connection}`,
    (connection: number) => `[2001:db8:1:2::9]:${50_000 + connection}`,
    (connection: number) => `unknown-${connection}`,
  ])('on, the port of a connection makes no other address of it', async (forwarded) => {
    const behind = await startTestServer({ TRUST_PROXY: 'true' });
    try {
      const statuses: number[] = [];
      for (let connection = 0; connection < 11; connection += 1) {
        statuses.push((await failing(behind, forwarded(connection))).statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await behind.close();
    }
  });

  test('on, an address that the client itself put before the proxy’s is not believed', async () => {
    const behind = await startTestServer({ TRUST_PROXY: 'true' });
    try {
      const statuses: number[] = [];
      for (let other = 0; other < 11; other += 1) {
        statuses.push((await failing(behind, `198.51.100.${other}, 203.0.113.9`)).statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await behind.close();
    }
  });
});

describe('CORS', () => {
  const preflight = ({ app }: TestServer, origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/mobileusers',
      headers: { origin, 'access-control-request-method': 'GET' },
    });

  test('is closed: no origin is allowed', async () => {
    const answer = await preflight(server, 'https://console.example.org');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const headers = await headersOf(server, '/api/mobileusers', {
      origin: 'https://x.example.org',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('configured, the named origins are allowed and no other, and never with cookies', async () => {
    const open = await startTestServer({ CORS_ORIGINS: 'https://console.example.org' });
    try {
      const named = await preflight(open, 'https://console.example.org');
      expect(named.headers['access-control-allow-origin']).toBe('https://console.example.org');
      expect(named.headers['access-control-allow-credentials']).toBeUndefined();
      for (const origin of [
        'https://evil.example.org',
        'null',
        'https://console.example.org.evil.org',
      ]) {
        const other = await preflight(open, origin);
        expect(other.headers['access-control-allow-origin']).not.toBe(origin);
        expect(other.headers['access-control-allow-origin']).not.toBe('*');
      }
    } finally {
      await open.close();
    }
  });
});

test('the console may call and show pictures of the backend it is configured for, and of no other', async () => {
  const apart = await startTestServer({ API_BASE_URL: 'https://survey.example.org/base' });
  try {
    const headers = await headersOf(apart);
    const policy = directivesOf(String(headers['content-security-policy']));
    expect(policy['connect-src']).toBe("'self' https://survey.example.org");
    expect(policy['img-src']).toContain('https://survey.example.org');
  } finally {
    await apart.close();
  }
});
