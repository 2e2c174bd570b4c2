import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { builtSite } from '../built-site.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample('https://orbweaver.example', await builtSite());
}, 300_000);
afterAll(() => server?.remove());

const get = async (path: string) => {
  const { status, headers, body } = await server.get(path, { authorization: '' });
  return { status, location: headers['location'], html: body.toString() };
};
const field = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];

test('an invalid bound is named in plain words and can be corrected in the form, which keeps the other filters', async () => {
  const { status, html } = await get('/satellites?min_perigee_km=low&purpose=Weather&country=US');
  expect(status).toBe(400);
  expect(html).toContain('“low” is not a valid value of the filter min perigee.');
  expect(html).toContain('Allowed: <span class="code">−7,000 to 1,000,000,000\u00a0km</span>');
  expect(html).toContain('<a href="/satellites?purpose=Weather&amp;country=US">Remove this filter</a>');
  expect(field(html, 'min_perigee_km')).toContain('value="low"');
  expect(field(html, 'purpose')).toContain('value="Weather"');
  expect(html).toMatch(/<option value="US" selected[^>]*>United States<\/option>/);
});

test('an unknown filter is named, and the form does not send it again', async () => {
  const { status, html } = await get('/satellites?no_such=1&q=sample');
  expect(status).toBe(400);
  expect(html).toContain('Unknown filter: <code>no_such</code>');
  expect(field(html, 'no_such')).toBeUndefined();
  expect(field(html, 'q')).toContain('value="');
});

test('a code that does not exist is left out of the form', async () => {
  const { status, html } = await get('/satellites?orbit_class=XEO');
  expect(status).toBe(400);
  expect(html).toContain('“XEO” is not a valid value of the filter orbit class.');
  expect(field(html, 'orbit_class')).toBeUndefined();
});

test('transmitters describe an invalid filter in the same way', async () => {
  const { status, html } = await get('/transmitters?alive=maybe');
  expect(status).toBe(400);
  expect(html).toContain('“maybe” is not a valid value of the filter alive.');
  expect(html).toContain('<a href="/transmitters">All transmitters</a>');
});

test('a refused frequency is in the error, and not in the title', async () => {
  const { status, html } = await get('/transmitters?frequency=1e9');
  expect(status).toBe(400);
  expect(html).toContain('<h1>Transmitters</h1>');
  expect(html).toContain('<title>Transmitters · Orbweaver</title>');
  expect((await get('/transmitters?frequency=145.8')).html).toContain('<h1>Transmitters at 145.8 MHz</h1>');
});

test('after a refused filter, the form offers the owners of objects, as the API accepts them', async () => {
  const { html } = await get('/satellites?country=XX');
  const select = /<select[^>]*name="country".*?<\/select>/s.exec(html)![0];
  const offered = [...select.matchAll(/<option value="([^"]+)"/g)].map(([, code]) => code!);
  const { body } = await server.get('/api/v1/satellites?country=XX');
  const { allowed } = JSON.parse(body.toString()) as { allowed: string[] };
  expect(allowed.length).toBeGreaterThan(10);
  expect(offered.sort()).toEqual(allowed.toSorted());
});

test('a bound may have commas between its thousands', async () => {
  const count = ({ html }: { html: string }) => /1–\d+ of ([\d,]+) object/.exec(html)?.[1];
  const plain = await get('/satellites?min_apogee_km=30000');
  expect(count(plain)).toBeDefined();
  expect(count(await get('/satellites?min_apogee_km=30,000'))).toBe(count(plain));
  expect((await get('/satellites?min_apogee_km=3,00')).status).toBe(400);
});

test.each([
  ['K0001', 190_001],
  ['190001', 190_001],
  ['NORAD 190001', 190_001],
  ['1998-067A', 25_544],
  ['1998/067A', 25_544],
  ['1998-67A', 25_544],
  ['98-67A', 25_544],
  ['1998-067 A', 25_544],
])('%s, however it is written, leads to its object', async (typed, id) => {
  expect(await get(`/satellites?q=${encodeURIComponent(typed)}`)).toMatchObject({
    status: 302,
    location: `/satellites/${id}`,
  });
});

test.each(['.png', '.atom', '.json', '/history.csv'])('a file of an object has one address: %s', async (ending) => {
  for (const id of ['00025544', '1998-067A'])
    expect(await get(`/satellites/${id}${ending}`)).toMatchObject({
      status: 301,
      location: `/satellites/25544${ending}`,
    });
});
