import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardAlt, cardSize, isDrawable, shareCard } from '../../src/card/card.ts';
import { cardText } from '../../src/components/object/card-text.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import { builtSite } from '../built-site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';

/** The pixels of an indexed PNG, and its size. */
function decoded(png: Uint8Array): { width: number; height: number; pixels: Uint8Array } {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const parts: Buffer[] = [];
  let size = { width: 0, height: 0 };
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const pixels = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++)
    pixels.set(rows.subarray(y * (size.width + 1) + 1, (y + 1) * (size.width + 1)), y * size.width);
  return { ...size, pixels };
}

const record = (more: object) =>
  ({
    norad_cat_id: 25544,
    cospar_id: '1998-067A',
    name: 'ISS (ZARYA)',
    common_name: 'International Space Station',
    object_class: 'PAYLOAD',
    operational_status: 'OPERATIONAL',
    decay_date: null,
    provenance: {
      fields: [
        { field: 'operational_status', confidence: 'CONFIRMED', sources: ['celestrak', 'satnogs'], rule: null },
        { field: 'decay_date', confidence: 'CONFLICTING', sources: ['gcat'], rule: null },
      ],
    },
    ...more,
  }) as unknown as ObjectRecord;

describe('the text of a card', () => {
  const linesOf = (more: object) => cardText(record(more), '2026-08-22T14:00:00Z').lines.slice(1);

  test('has the status with those who support it, and says if others disagree', () => {
    expect(cardAlt(cardText(record({}), '2026-08-22T14:00:00Z'))).toBe(
      'International Space Station. Payload · 1998-067A · NORAD 25544. Status: operational. Sources: CelesTrak, SatNOGS DB. Release of 2026-08-22 (UTC)',
    );
    expect(linesOf({ operational_status: 'DECAYED', decay_date: '2026-07-05' })).toEqual([
      'Reentered 2026-07-05',
      'Source: GCAT; others disagree',
    ]);
    expect(linesOf({ operational_status: 'DECAYED' })).toEqual(['Reentered', 'Sources: CelesTrak, SatNOGS DB']);
    expect(linesOf({ removed: { last_listed: '2026-08-01' } })).toEqual(['No longer listed']);
    expect(linesOf({ operational_status: 'UNKNOWN', object_class: 'DEBRIS', provenance: { fields: [] } })).toEqual([
      'Status: not applicable',
    ]);
  });

  test('has a name whose letters can be drawn', () => {
    expect(isDrawable('Ångström-Łódź')).toBe(false);
    expect(isDrawable('Ångström (Žižka)?')).toBe(true);
    expect(cardText(record({ common_name: '天宮' }), '2026-08-22T14:00:00Z').title).toBe('ISS (ZARYA)');
  });
});

test('a card fits its texts, however long they are, and is the same each time', () => {
  const long = 'Experimental technology demonstration '.repeat(9);
  const text = { title: `W${'M'.repeat(60)} ${long}`, lines: [long, long], last: long };
  const { width, height, pixels } = decoded(shareCard(text));
  expect({ width, height }).toEqual(cardSize);
  expect(shareCard(text)).toEqual(shareCard(text));
  const empty = decoded(shareCard({ title: '', lines: [], last: '' })).pixels;
  const changed = [...pixels.keys()].filter((at) => pixels[at] !== empty[at]);
  expect(changed.length).toBeGreaterThan(20_000);
  for (const at of changed) expect(at % width).toBeLessThan(690);
});

describe('on the server', () => {
  let home: string;
  let server: RunningServer;
  beforeAll(async () => {
    home = await copySample();
    server = await startServer(home, await builtSite());
  });
  afterAll(async () => {
    await server?.stop();
    await removeFolder(home);
  });

  test('the page of an object names its card, which is the same until the next release', async () => {
    const html = await (await fetch(`${server.base}/satellites/25544`)).text();
    expect(html).toContain(`<meta property="og:image" content="${server.base}/satellites/25544.png">`);
    expect(html).toMatch(/og:image:alt" content="International Space Station\. [^"]*Status: operational/);
    const card = await fetch(`${server.base}/satellites/25544.png`, { headers: { 'Accept-Encoding': 'br' } });
    expect([card.status, card.headers.get('content-type'), card.headers.get('content-encoding')]).toEqual([
      200,
      'image/png',
      null,
    ]);
    expect(decoded(new Uint8Array(await card.arrayBuffer()))).toMatchObject(cardSize);
    const again = await fetch(`${server.base}/satellites/25544.png`, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': card.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${server.base}/satellites/999999999.png`)).status).toBe(404);
  });

  test('the page of a week names its card', async () => {
    const weeks = await (await fetch(`${server.base}/weeks`)).text();
    const [, week] = /href="\/weeks\/(\d{4}-W\d\d)"/.exec(weeks)!;
    const html = await (await fetch(`${server.base}/weeks/${week}`)).text();
    expect(html).toContain(`<meta property="og:image" content="${server.base}/weeks/${week}.png">`);
    expect(html).toMatch(
      /og:image:alt" content="Week \d+ of \d{4}\. In orbit, [^"]*Release of \d{4}-\d\d-\d\d \(UTC\)/,
    );
    const card = await fetch(`${server.base}/weeks/${week}.png`);
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(decoded(new Uint8Array(await card.arrayBuffer()))).toMatchObject(cardSize);
    for (const none of ['1957-W40', '2026-W99', 'x'])
      expect([none, (await fetch(`${server.base}/weeks/${none}.png`)).status]).toEqual([none, 404]);
  });
});
