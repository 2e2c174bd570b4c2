import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serve, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';

let server: SampleServer;
/** A server on the same home after the end of the search. */
let late: SampleServer;
beforeAll(async () => {
  const site = await builtSite();
  server = await serveSample('https://orbweaver.example', site);
  late = await serve(server.home, 'https://orbweaver.example', site, undefined, Date.UTC(2026, 8, 22));
}, 300_000);
afterAll(async () => {
  await late?.stop();
  await server?.remove();
});

const page = async (path: string, from = server) => {
  const { status, body } = await from.get(path, { authorization: '', accept: 'text/html' });
  return { status, text: body.toString() };
};
const linked = (text: string) =>
  [...text.matchAll(/href="\/conjunctions\/(\d+-\d+-\d{8}T\d{9}Z)"/g)].map(([, id]) => id);
const api = async (query: string) =>
  ((await server.get(`/api/v1/conjunctions?${query}`)).json().data as { id: string }[]).map(({ id }) => id);

test('/conjunctions lists the closest, the most probable, and the fastest, and filters them', async () => {
  const { status, text } = await page('/conjunctions');
  expect(status).toBe(200);
  expect(text).toContain('From public element sets; not for operations.');
  expect(linked(text)).toEqual(await api('sort=range_km&limit=50'));
  for (const sort of ['-max_probability', '-relative_speed_km_s'])
    expect(linked((await page(`/conjunctions?sort=${sort}`)).text)).toEqual(await api(`sort=${sort}&limit=50`));
  expect(linked((await page('/conjunctions?norad_cat_id=190038')).text)).toHaveLength(2);
  expect(linked((await page('/conjunctions?operator=sample-constellation&sort=tca')).text)).toEqual(
    await api('operator=sample-constellation&limit=50'),
  );
  expect((await page('/conjunctions?group=no-such-group')).status).toBe(400);
});

test('an approach has its figures, its inputs, and a picture of both tracks and the miss', async () => {
  const [id] = await api('sort=range_km&limit=1');
  const { status, text } = await page(`/conjunctions/${id}`);
  expect(status).toBe(200);
  for (const words of [
    'not for operations',
    'not given',
    '2.01 km',
    'SAMPLE CONSTELLATION 058',
    'half of its largest known dimension',
  ])
    expect(text).toContain(words);
  const paths = [...text.matchAll(/class="track-(?:first|second)[^"]*" d="([^"]+)"/g)].map(([, d]) => d!);
  // 25 points each; both end near the middle of the drawing, as the miss is small against the length of the tracks.
  for (const path of paths) {
    const points = path.slice(1).split('L');
    expect(points).toHaveLength(25);
    const [x, y] = points.at(-1)!.split(' ').map(Number);
    expect(Math.hypot(x! - 170, y! - 170)).toBeLessThan(2);
  }
  expect(paths).toHaveLength(2);
  expect((await page('/conjunctions/1-2-20260823T000000000Z')).status).toBe(404);
});

test('the page of an object names its next approaches, and what it flies with', async () => {
  expect(linked((await page('/satellites/190038')).text)).toEqual(await api('norad_cat_id=190038'));
  expect((await page('/satellites/25544')).text).toMatch(/Together with [^.]*\(docked\)/);
  expect((await page('/satellites/1')).text).not.toContain('Close approaches</h2>');
});

test('feeds have the thresholds that their address names', async () => {
  const all = JSON.parse((await page('/conjunctions.json')).text);
  expect(all).toMatchObject({
    title: 'Orbweaver: close approaches',
    home_page_url: 'https://orbweaver.example/conjunctions',
  });
  expect(all.items).toHaveLength((await api('limit=50')).length);
  expect(all.items[0].content_text).toMatch(/not for operations\.$/);
  const near = JSON.parse((await page('/conjunctions.json?max_range_km=2.5')).text);
  expect(near.items).toHaveLength((await api('max_range_km=2.5&limit=50')).length);
  const atom = (await page('/conjunctions.atom?max_range_km=2.5')).text;
  expect(atom.match(/<entry>/g)).toHaveLength(near.items.length);
  expect((await page('/conjunctions.atom?max_range_km=x')).status).toBe(400);
});

test('pages say that nothing has been searched after the end of the search', async () => {
  const words = 'That time is over: the time since has not been searched.';
  for (const path of ['/conjunctions', '/satellites/190038']) {
    expect((await page(path)).text).not.toContain(words);
    const { text } = await page(path, late);
    expect(text).toContain(words);
    expect(text).not.toContain('None closer than');
  }
});
