import { describe, expect, it } from 'vitest';
import * as calls from './calls.ts';
import { requestInit, requestPath } from './request.ts';

describe('requestPath', () => {
  it('writes parameters so that no name can change the path', () => {
    expect(requestPath(calls.circlesForUser, { params: { username: 'a/b ?c' } })).toBe(
      '/api/circles/a%2Fb%20%3Fc',
    );
    expect(requestPath(calls.photo, { params: { '*': 'ab/photo.jpg' } })).toBe(
      '/storage/ab/photo.jpg',
    );
  });

  it('leaves out what is not set and writes what is 0 or false', () => {
    const query = { page: 1, pin: '', land: undefined, circle: null, floors: 0, basement: false };
    expect(requestPath(calls.allReports, { query })).toBe(
      '/api/all-reports?page=1&floors=0&basement=false',
    );
  });
});

describe('requestInit', () => {
  it('carries the bearer token and JSON content type', () => {
    expect(requestInit(calls.deletePin, { body: { id: 7 } }, 'secret')).toEqual({
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Authorization: 'Bearer secret',
      },
      body: '{"id":7}',
    });
  });

  it('sends no token where there is none, and {} where a POST has no input', () => {
    const init = requestInit(calls.logout, {}, undefined);
    expect(init.headers).not.toHaveProperty('Authorization');
    expect(init.body).toBe('{}');
  });

  it('asks for JSON first wherever it may come', () => {
    const acceptOf = (call: Parameters<typeof requestInit>[0]) =>
      requestInit(call, {}, 'secret').headers.Accept;
    expect(acceptOf(calls.countReports)).toMatch(/^application\/json/);
    expect(acceptOf(calls.allReportsExport)).toMatch(/^application\/json/);
    expect(acceptOf(calls.mobileUsers)).toBe('application/json');
  });

  it('asks for the type that is wanted where a call answers several', () => {
    const init = requestInit(calls.allReportsExport, {}, 'secret', 'text/csv');
    expect(init.headers).toMatchObject({ Accept: 'text/csv' });
    expect(init).not.toHaveProperty('body');
  });
});
