// Metrics for Prometheus, and request ids.
import { calls } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { submissionFields, submit } from '../testing/submissions.ts';
import type { TestServer } from '../testing/test-server.ts';

/** 16 characters of base64, which no session's token is. */
const token = 'k3y+of/figures==';
const server = setUpTestServer({ METRICS_TOKEN: token, METRICS_PORT: '0', TRUST_PROXY: 'true' });
const plain = setUpTestServer();

const read = (authorization?: string, { app } = server) =>
  app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

describe('figures', () => {
  test('are refused without the token, with a wrong one, and with an administrator’s', async () => {
    for (const given of [
      undefined,
      'Bearer figures-of-the-other-survey',
      `Bearer ${server.administrator.token}`,
    ]) {
      const answer = await read(given);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('are not there unless a setting asks for them', async () => {
    expect((await read(`Bearer ${token}`, plain)).statusCode).toBe(404);
  });

  test('count requests by the name of their call, never by what stands in the address', async () => {
    const surveyor = await server.addSurveyor('ali');
    await server.call(calls.reportDetails, { params: { id: 4711 } }, server.administrator.token);
    await submit(server, surveyor.token, submissionFields());
    await server.app.inject({ url: '/some/where/else?token=secret' });
    const { body, headers } = await read(`Bearer ${token}`);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toContain(
      'survey_request_duration_seconds_count{call="reportDetails",status="404"} 1',
    );
    expect(body).toContain(
      'survey_request_duration_seconds_count{call="submitReport",status="200"} 1',
    );
    expect(body).toMatch(/survey_request_duration_seconds_count\{call="other",status="\d+"\}/);
    expect(body).toMatch(/^survey_photo_bytes_received_total [1-9]\d*$/m);
    expect(body).toMatch(/^survey_database_connections\{pool="requests"\} [1-9]/m);
    expect(body).toMatch(/^survey_database_waiting\{pool="uploads"\} 0$/m);
    expect(body).toMatch(/^survey_unfolded_changes \d+$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(body).toMatch(/^process_resident_memory_bytes /m);
    // In a label: a value may have these digits by chance.
    expect(body).not.toMatch(/="[^"]*4711|secret/);
  });

  test('are on a port of their own, on loopback, and nothing else is there', async () => {
    const port = server.app.metricsPort;
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await answer.text()).toContain('survey_database_connections');
    expect((await fetch(`http://127.0.0.1:${port}/api/dashboard-data`)).status).toBe(404);
  });
});

describe('the id of a request', () => {
  const ask = ({ app }: TestServer, given: string) =>
    app.inject({ url: calls.allReports.path, headers: { 'x-request-id': given } });

  test('is in the header and in the error of every answer', async () => {
    const answer = await plain.app.inject({ url: calls.allReports.path });
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.json().request_id).toBe(id);
    expect((await plain.app.inject({ url: '/health/live' })).headers['x-request-id']).toBeTruthy();
  });

  test('is the proxy’s where a proxy is trusted and the id is one, else our own', async () => {
    expect((await ask(server, 'edge-2026.11-0001')).json().request_id).toBe('edge-2026.11-0001');
    for (const wrong of [
      'short',
      'x'.repeat(101),
      'two words of it',
      '"><script>alert(1)</script>',
    ])
      expect((await ask(server, wrong)).json().request_id).not.toBe(wrong);
    expect((await ask(plain, 'edge-2026.11-0001')).json().request_id).not.toBe('edge-2026.11-0001');
  });
});
