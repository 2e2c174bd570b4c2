import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';

/** Texts on pages of the sample. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample('https://orbweaver.example', await builtSite());
}, 300_000);
afterAll(() => server?.remove());

const page = async (path: string) => (await server.get(path, { authorization: '' })).body.toString();
/** A page as text, without its markup. */
const textOf = async (path: string) =>
  (await page(path))
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

test.each(['/reentries', '/reentries/upcoming'])('%s says what a prediction is made from', async (path) => {
  expect(await textOf(path)).toMatch(/how fast each( object)? is falling/);
});

test('operators say which payloads they are counted from', async () => {
  const text = await textOf('/operators');
  const [, day, counted, all] =
    /Release of (\d{4}-\d\d-\d\d)\. Counts and launch dates are of the ([\d,]+) of ([\d,]+) payloads/.exec(text)!;
  expect(day).toMatch(/^2026-/);
  const number = (words: string) => Number(words.replaceAll(',', ''));
  expect(number(counted!)).toBeGreaterThan(0);
  expect(number(counted!)).toBeLessThanOrEqual(number(all!));
  expect(await textOf('/operators/sample-constellation')).toContain('payloads of recent launches often have none yet');
});

test('the sentence of an object does not break inside a date', async () => {
  const sentence = /<p class="sentence">(.*?)<\/p>/.exec(await page('/satellites/190079'))![1]!;
  const dates = sentence.match(/\d{4}-\d\d-\d\d/g)!;
  expect(dates.length).toBeGreaterThan(0);
  for (const date of dates) expect(sentence).toContain(`<span class="unbroken">${date}</span>`);
});

test('accuracy that was not measured stands apart from the heading below', async () => {
  expect(await page('/accuracy')).toContain('<p class="empty">Nothing has been measured yet');
});

test.each(['/satellites/25544', '/satellites/25544/'])(
  '%s has the canonical URL without a slash at its end',
  async (path) => {
    const { body } = await server.get(path, { authorization: '' });
    expect(body.toString()).toContain('<link rel="canonical" href="https://orbweaver.example/satellites/25544">');
  },
);

test('the canonical URL of the first page is the slash', async () => {
  const { body } = await server.get('/', { authorization: '' });
  expect(body.toString()).toContain('<link rel="canonical" href="https://orbweaver.example/">');
});

test('numbers with decayed objects say so', async () => {
  expect(await textOf('/satellites')).toMatch(/Counts include [\d,]+ decayed objects\./);
  for (const path of ['/satellites?status=OPERATIONAL', '/satellites?active=true'])
    expect([path, (await textOf(path)).includes('Counts include')]).toEqual([path, false]);
  const stats = await textOf('/stats');
  for (const caption of [
    'Orbit class, of decayed objects the last one',
    'Object class, with decayed objects',
    'Decade of launch, with decayed objects; debris by the launch that it comes from',
  ])
    expect(stats).toContain(caption);
  expect(await textOf('/operators')).toContain('“Ever” and the counts by orbit class include decayed payloads.');
  const operator = await textOf('/operators/sample-constellation');
  expect(operator).toMatch(/Ever cataloged[\d,]+.*LEO, ever[\d,]+.*First known launch/);
});

test('what is not known to have decayed is not called in orbit: it may have left the Earth, or be lost', async () => {
  const launch = await page('/launches/1977-084');
  expect(launch).toMatch(/<meta name="description" content="[^"]*, 1 of them not known to have decayed\."/);
  expect(await textOf('/launches/1977-084')).toMatch(/Not known to have decayed\s*1/);
  expect(await page('/launches')).toMatch(/<th scope="col" class="number">Not decayed<\/th>/);
  const home = await page('/');
  const [, shares] = /<figure class="shares">.*?aria-label="([^"]*)"/s.exec(home)!;
  expect(shares).toMatch(/^[\d,]+ active, [\d,]+ not active and not known to have decayed, [\d,]+ decayed$/);
});

test('the latest events of the front page are the first rows of the list of events, groups whole', async () => {
  const rowsOf = async (path: string) =>
    [...(await page(path)).matchAll(/<table class="events stacked".*?<\/table>/gs)]
      .flatMap(([table]) => table.match(/<tr>.*?<\/tr>/gs)!)
      .map((row) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
  const shown = await rowsOf('/');
  expect(shown.length).toBeGreaterThan(3);
  expect(shown).toEqual((await rowsOf('/events')).slice(0, shown.length));
});

test.each(['launches', 'reentries'])('the last bar of %s per year says where it ends', async (what) => {
  const strip = /<figure class="years">.*?<\/figure>/s.exec(await page(`/${what}`))![0];
  expect(strip).toMatch(/aria-label="[a-z]+ per year, \d{4} to 2026-08-22; peak: /);
  expect(strip.match(/class="begun"/g)).toHaveLength(1);
  expect(strip).toMatch(/<title>2026 \(to 2026-08-22\): \d+<\/title>/);
  expect(strip).toContain('<span>to 2026-08-22</span>');
});

test('a known mass is not told as zero, nor an unknown one', async () => {
  const table = /<table class="compare">.*<\/table>/s.exec(await page('/stats/population'))![0];
  const masses = [...table.matchAll(/<td class="number soft">([^<]*)<\/td>\s*<\/tr>/g)].map(([, mass]) => mass);
  expect(masses.length).toBeGreaterThan(0);
  expect(masses).toContain('—');
  expect(masses).not.toContain('0');
});

test('the type of a problem leads to the row of its error', async () => {
  const { headers, body } = await server.get('/api/v1/satellites/999999999', { accept: 'application/problem+json' });
  expect(headers['content-type']).toBe('application/problem+json');
  const { pathname, hash } = new URL(JSON.parse(body.toString()).type);
  expect(hash).toBe('#not_found');
  expect(await page(pathname)).toContain(`<tr id="${hash.slice(1)}"`);
});

test('lists call the orbits of decayed objects past ones', async () => {
  const note = 'Orbits of decayed objects are the last cataloged ones';
  for (const path of ['/reentries', '/satellites?status=DECAYED'])
    expect([path, (await textOf(path)).includes(note)]).toEqual([path, true]);
  expect(await textOf('/satellites?status=OPERATIONAL')).not.toContain(note);
});

test.each(['/', '/breakups', '/conjunctions', '/events', '/reentries', '/satellites/190079', '/sources', '/status'])(
  '%s has no separator between two links that could begin a line',
  async (path) => {
    expect(await page(path)).not.toMatch(/<\/a> · ?</);
  },
);

test('a break-up has the debris of its launch without a known origin beside its decayed pieces', async () => {
  const { data } = (await server.get('/api/v1/breakups')).json();
  const { id, decayed, without_parent, decayed_without_parent } = data[0];
  expect(await textOf(`/breakups/${id}`)).toContain(`Known decayed${decayed}`);
  const list = await textOf('/breakups');
  expect(list).toContain('Known decayed');
  if (without_parent > 0)
    expect(await textOf(`/breakups/${id}`)).toContain(
      `Same launch, origin unknown${without_parent} ${decayed_without_parent} decayed`,
    );
  expect(list).toMatch(/No source states the origin of [\d,]+ of the [\d,]+ pieces of debris that have decayed\./);
});

test('a list of objects that match a search only nearly says so, and what was searched instead', async () => {
  expect(await textOf('/satellites?q=hubbel')).toContain(
    'No object matches “hubbel” as typed. These match “hubble” or a name near to it.',
  );
  expect(await textOf('/satellites?q=hubble')).not.toContain('as typed');
  expect(await textOf('/satellites?q=hubbel&status=DECAYED')).not.toContain('These match');
});
