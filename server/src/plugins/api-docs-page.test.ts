import { createHash } from 'node:crypto';
import { calls } from '@survey/contract';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { apiDocsPage, type ShownDocument } from './api-docs-page.ts';

/** What the tests ask of a document in jsdom. */
interface Element {
  id: string;
  hash: string;
  tagName: string;
  textContent: string;
}
interface Page {
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  getElementById(id: string): Element | null;
}

const readPage = (html: string): Page => new JSDOM(html).window.document as Page;

const hostile = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">';

const documentWith = (text: string): ShownDocument => ({
  info: { title: text, version: text },
  paths: {
    '/x': {
      get: {
        operationId: 'x',
        tags: ['sign-in'],
        summary: text,
        parameters: [
          { name: text, in: 'query', required: true, schema: { enum: [text] }, example: text },
        ],
        responses: { 200: { description: text, content: { [text]: { example: { a: text } } } } },
      },
    },
  },
});

test('nothing that a document says becomes an element of the page', () => {
  const page = readPage(apiDocsPage(documentWith(hostile)));
  expect([...page.querySelectorAll('script, img')]).toEqual([]);
  expect(page.querySelector('main p')?.textContent).toBe(hostile);
  expect(page.querySelector('details pre')?.textContent).toContain('</pre><script>');
});

describe('/api/docs', () => {
  const server = setUpTestServer();
  const open = () => server.app.inject({ method: 'GET', url: '/api/docs' });

  test('runs no script and loads no file, by its own policy too', async () => {
    const { headers, body } = await open();
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; base-uri 'none'/);
    const page = readPage(body);
    expect([...page.querySelectorAll('script, link, img, iframe, [style]')]).toEqual([]);
    const style = page.querySelector('style')?.textContent ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('lists every call with its path, and links only to what is there', async () => {
    const page = readPage((await open()).body);
    const ids = [...page.querySelectorAll('section')].map(({ id }) => id);
    expect(ids.sort()).toEqual(Object.keys(calls).sort());
    const login = page.getElementById('login')?.textContent;
    expect(login).toContain('POST /api/login');
    expect(login).toContain('request: example (application/json)');
    for (const { hash } of page.querySelectorAll('nav a')) {
      expect(page.getElementById(hash.slice(1))?.tagName).toBe('H2');
    }
  });
});
