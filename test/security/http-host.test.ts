import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { ask, type RunningServer, sendRaw, startServer } from '../server/running-server.ts';

/** A server on the sample with a public URL, whose pages are cached for later visitors. */
let home: string;
let server: RunningServer;
beforeAll(async () => {
  home = await copySample();
  server = await startServer(home, await builtSite(), undefined, undefined, 'https://orbweaver.example');
});
afterAll(async () => {
  await server?.stop();
  if (home) await removeFolder(home);
});

/** Sends a request with exactly these header lines. */
async function raw(target: string, hosts: readonly string[], method = 'GET') {
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
  const text = await sendRaw(server.base, `${method} ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body, text };
}
const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1];
const asVictim = async (path: string) => {
  const response = await ask(server.base, path, { host: 'orbweaver.example' });
  return { ...response, title: titleOf(response.body.toString()) };
};
const failures = () => server.lines.filter(({ level }) => Number(level) >= 50);

const evilHosts = [
  'x\\satellites?q=SERVICE+CLOSED#',
  'x?',
  'x#',
  'x/',
  'x\\y',
  'x\\satellites.csv#',
  'x@y',
  'user:pw@orbweaver.example',
  'x:99999',
  'x:',
  'x%2f',
  'a b',
  '[::1',
  '',
  `${'a'.repeat(300)}.example`,
];

describe('the Host header', () => {
  test.each(evilHosts)('%j is rejected, and does not affect later visitors', async (host) => {
    const normal = await asVictim('/sources');
    const n = evilHosts.indexOf(host);
    for (const path of [`/sources?attack=${n}`, `/operators?attack=${n}`, `/satellites.csv?attack=${n}`, '/account']) {
      const attack = await raw(path, [host]);
      expect([path, attack.status]).toEqual([path, 400]);
      expect(JSON.parse(attack.body).code).toBe('malformed_request');
    }
    const page = await asVictim(`/sources?attack=${n}`);
    expect([page.status, page.title]).toEqual([200, normal.title]);
    expect(page.body.toString()).not.toContain('SERVICE');
    expect(failures()).toEqual([]);
  });

  test('must be sent exactly once', async () => {
    for (const hosts of [
      ['orbweaver.example', 'evil.example'],
      ['orbweaver.example', 'orbweaver.example'],
    ]) {
      expect((await raw('/sources', hosts)).status).toBe(400);
      expect((await raw('/api/v1/elements', hosts)).status).toBe(400);
    }
    expect((await raw('/sources', [])).status).toBe(400);
  });

  test('with another valid host is not repeated in the page, nor in the one for later visitors', async () => {
    const foreign = await raw('/launches?from=elsewhere', ['evil.example']);
    expect(foreign.status).toBe(200);
    expect(foreign.text).not.toContain('evil.example');
    const victim = await asVictim('/launches?from=elsewhere');
    expect(victim.body.toString()).not.toContain('evil.example');
    expect(victim.title).toContain('Launches');
  });

  test('cannot bypass the limit on exports', async () => {
    const before = (await asVictim('/groups')).title;
    const attack = await raw('/groups?6', ['x\\satellites.csv#']);
    expect([attack.status, attack.text.includes('norad_cat_id')]).toEqual([400, false]);
    expect((await asVictim('/groups?6')).title).toBe(before);
  });

  test('does not reduce the measured availability if it is invalid', async () => {
    for (const host of ['x@y', 'x:99999']) await raw('/account', [host]);
    const status = (await asVictim('/status.json')).json();
    expect(status.objectives.find((objective: { name: string }) => objective.name === 'Availability').met).not.toBe(
      false,
    );
    expect(failures()).toEqual([]);
  });
});

describe('a target in absolute form', () => {
  test.each(['/launches', '/operators', '/status.json', '/satellites/25544', '/docs/claims/', '/robots.txt'])(
    'returns the same page as %s',
    async (path) => {
      const plain = await asVictim(path);
      const absolute = await raw(`http://orbweaver.example${path}`, ['orbweaver.example']);
      expect([absolute.status, titleOf(absolute.body)]).toEqual([200, plain.title]);
      expect(/content-type: (.*)/i.exec(absolute.head)?.[1]).toBe(plain.headers['content-type']);
    },
  );

  test('returns 404 for an unknown page, and 400 if the target is invalid', async () => {
    expect((await raw('http://orbweaver.example/nope', ['orbweaver.example'])).status).toBe(404);
    for (const target of ['http://x\\y/launches', 'http://x@y/launches', 'http:///launches', 'ftp://x/launches', '*'])
      expect([target, (await raw(target, ['orbweaver.example'])).status]).toEqual([target, 400]);
  });

  test('returns 400 if the target has a fragment', async () => {
    expect((await raw('/sources#/operators', ['orbweaver.example'])).status).toBe(400);
  });
});
