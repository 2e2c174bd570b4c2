import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serve, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';

/** A server on the day of its release, and one on the same release a month later. */
let server: SampleServer;
let late: SampleServer;
beforeAll(async () => {
  const site = await builtSite();
  server = await serveSample('https://orbweaver.example', site);
  late = await serve(server.home, 'https://orbweaver.example', site, undefined, Date.UTC(2026, 11, 22));
}, 300_000);
afterAll(async () => {
  await late?.stop();
  await server?.remove();
});

const textOf = async (path: string, from: SampleServer) =>
  (await from.get(path, { authorization: '' })).body
    .toString()
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

test('the 30 days of events are the last ones only if the release is new', async () => {
  expect(await textOf('/events', server)).toContain('Events of the last 30 days');
  const text = await textOf('/events', late);
  expect(text).toContain('Events of the 30 days up to 2026-08-22');
  expect(text).not.toContain('ast 30 days');
});

test('what was so at the release is not told as of today', async () => {
  for (const from of [server, late])
    expect(await textOf('/changes', from)).toContain('Events of the 30 days before this release');
  expect(await textOf('/stats', late)).toMatch(/ were older than three days then\./);
  expect(await textOf('/satellites/25544', server)).toMatch(/In orbit for ?27\.8 years/);
  expect(await textOf('/satellites/25544', late)).toMatch(/In orbit for ?27\.8 years, as of 2026-08-22/);
});

test.each(['/reentries', '/reentries/upcoming'])(
  '%s says that the windows of predictions are over, and that nothing is known since',
  async (path) => {
    const note =
      /is over: these predictions are of 2026-08-22 14:00 UTC, and say nothing about what has reentered since\./;
    expect(await textOf(path, server)).not.toMatch(note);
    const text = await textOf(path, late);
    expect(text).toMatch(note);
    expect(text).not.toContain('from now to');
  },
);
