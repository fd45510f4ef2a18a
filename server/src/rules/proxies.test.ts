// The examples of proxies in deploy/: what they say of headers is what the server says, and the programs they are for
// understand them, where these are installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { limits } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { startTestServer } from '../testing/test-server.ts';
import { textOf } from './project-files.ts';

/** Headers of single answers, and of the connection. */
const ofOneAnswer =
  /^(x-request-id|cache-control|connection|content-.*(?<!policy)|date|keep-alive|transfer-encoding|vary)$/;

const head = `# Headers of the console's files, for each location of console.conf: what the server says of its own console. Put the
# origin of your backend in place of https://survey.example.org. Written by
# npx vitest run --project server server/src/rules/proxies.test.ts -u
`;

test('a console elsewhere has the headers that the server gives its own', async () => {
  const server = await startTestServer({
    API_BASE_URL: 'https://survey.example.org',
    TRUST_PROXY: 'true',
  });
  try {
    const { headers } = await server.app.inject({ method: 'GET', url: '/health/live' });
    const lines = Object.entries(headers)
      .filter(([name]) => !ofOneAnswer.test(name))
      .map(([name, value]) => `add_header ${name} "${value}" always;`);
    expect(lines.join('\n')).toContain('add_header content-security-policy "default-src');
    await expect(`${head}${lines.sort().join('\n')}\n`).toMatchFileSnapshot(
      path.join(projectRoot, 'deploy/nginx/console-headers.conf'),
    );
  } finally {
    await server.close();
  }
});

test('every location of the console includes them', async () => {
  const locations = (await textOf('deploy/nginx/console.conf')).split(/^ {2}location /m).slice(1);
  expect(locations.length).toBeGreaterThan(2);
  for (const location of locations) expect(location).toContain('include console-headers.conf;');
});

describe('a proxy', () => {
  test.each([
    'deploy/nginx/server.conf',
    'deploy/Caddyfile',
  ])('%s takes nothing from a client that the server believes of its proxy', async (file) => {
    const text = await textOf(file);
    expect(text).toMatch(/X-Request-ID (\$request_id|\{http\.request\.uuid\})/);
    // Caddy writes X-Forwarded-For anew by itself where no proxies are named as trusted.
    if (file.endsWith('.conf')) expect(text).toContain('X-Forwarded-For $remote_addr;');
    else expect(text).not.toContain('trusted_proxies');
  });

  test.each([
    'deploy/nginx/server.conf',
    'deploy/Caddyfile',
  ])('%s redirects people and refuses programs that come without TLS', async (file) => {
    const text = await textOf(file);
    expect(text).toMatch(/text\/html\*?\)? *(\{ return 301|\n\t\}\n\tredir @page https:)/);
    expect(text).toMatch(/return 403;|respond "HTTPS only" 403/);
  });

  test('of nginx speaks TLS 1.2 and 1.3 only, with suites of forward secrecy; that of Caddy is not told otherwise', async () => {
    for (const file of ['server.conf', 'console.conf']) {
      const text = await textOf(`deploy/nginx/${file}`);
      expect(text).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
      const [, suites = ''] = /ssl_ciphers (\S+);/.exec(text) ?? [];
      for (const suite of suites.split(':')) expect(suite).toMatch(/^ECDHE-.*(GCM|POLY1305)/);
    }
    expect(await textOf('deploy/Caddyfile')).not.toMatch(/\btls\b|protocols|ciphers/);
  });

  test('passes the largest sheet', async () => {
    const mebibytes = limits.uploadBodyBytes / 1024 ** 2 + 1;
    expect(await textOf('deploy/nginx/server.conf')).toContain(
      `client_max_body_size ${mebibytes}m;`,
    );
    // In Caddy, MB are millions of bytes.
    expect(await textOf('deploy/Caddyfile')).toContain(`max_size ${mebibytes}MiB`);
  });

  test('of nginx is one that nginx understands', async ({ annotate }) => {
    if (!existsSync('/usr/sbin/nginx') || !existsSync('/usr/bin/openssl')) {
      await annotate('nginx or openssl is not installed: its examples were only read.');
      return;
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-nginx-'));
    try {
      const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
      execFileSync(
        '/usr/bin/openssl',
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x -keyout ${key} -out ${cert}`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      );
      const nginx = path.join(projectRoot, 'deploy/nginx');
      const read = async (name: string) =>
        (await textOf(`deploy/nginx/${name}`))
          .replace(/ssl_certificate .*;/g, `ssl_certificate ${cert};`)
          .replace(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
          .replaceAll('include console-headers.conf', `include ${nginx}/console-headers.conf`);
      const file = path.join(folder, 'nginx.conf');
      const whole = `error_log stderr; pid ${folder}/pid; events {} http { access_log off;
        ${await read('server.conf')} ${await read('console.conf')} }`;
      await writeFile(file, whole);
      execFileSync('/usr/sbin/nginx', ['-t', '-q', '-c', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of compose.yaml is one that Caddy understands', async ({ annotate }) => {
    if (!existsSync('/usr/bin/caddy')) {
      await annotate('Caddy is not installed: its file was only read.');
      return;
    }
    const home = await mkdtemp(path.join(os.tmpdir(), 'survey-caddy-'));
    try {
      const file = path.join(projectRoot, 'deploy/Caddyfile');
      execFileSync('/usr/bin/caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: home, SITE_ADDRESS: 'survey.example.org' },
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
