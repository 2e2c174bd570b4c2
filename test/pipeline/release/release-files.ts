import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { columns } from '../../../src/schema/field.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { bulkTables } from '../../../src/schema/release/dataset.ts';
import { filesBelow, sample } from '../sample-build.ts';
import { exact, jsonWithNumbersAsText } from './exact-decimal.ts';
import type { OpenedRelease } from './opened-release.ts';

type Elements = {
  data: Record<string, (string | null)[]>;
  meta: { count: string; omitted: { count: string; norad_cat_id: string[] } };
};
type Event = { id: string; norad_cat_id: number; name: string };
type Page = { data: Event[]; meta: { prev: string | null; next: string | null; total: number } };

const plain = (path: string) => path.replace(/\.(br|gz|zst)$/, '');
const inflate: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gz: gunzipSync,
  zst: zstdDecompressSync,
};

/** Checks the public files with other tools than those that wrote them. */
export function describeFiles(release: () => OpenedRelease): void {
  /** The ids of some events, sorted here: by when they were listed, then when they happened, both descending, then type, object and id. */
  const newestFirst = async (where: string) => {
    const events = await release().rows<Event & { type: string; listed_at: string; occurred_at: string }>(
      `FROM events WHERE ${where}`,
    );
    const later = (a: string, b: string) => (a === b ? 0 : a > b ? -1 : 1);
    return events
      .sort(
        (a, b) =>
          later(a.listed_at, b.listed_at) ||
          later(a.occurred_at, b.occurred_at) ||
          later(b.type, a.type) ||
          a.norad_cat_id - b.norad_cat_id ||
          later(b.id, a.id),
      )
      .map(({ id }) => id);
  };
  const elements = async () => jsonWithNumbersAsText(await release().text('elements.json')) as Elements;

  test('elements: has arrays of equal length for every active object with elements, in ascending order', async () => {
    const { data, meta } = await elements();
    expect(Object.keys(data)).toEqual(columns(elementSet).map(({ name }) => name));
    for (const values of Object.values(data)) expect(values).toHaveLength(Number(meta.count));
    const ids = data.norad_cat_id!.map(Number);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const expected = await release().rows<{ norad_cat_id: number }>(
      'SELECT norad_cat_id FROM satellites WHERE active AND elements_epoch IS NOT NULL ORDER BY 1',
    );
    expect(ids).toEqual(expected.map((row) => row.norad_cat_id));
    expect(ids).toEqual(expect.arrayContaining([270_001, 301_928, 339_999, 340_000, 345_678]));
  });

  test('elements: lists active objects without elements', async () => {
    const { omitted } = (await elements()).meta;
    expect(omitted.norad_cat_id.map(Number)).toEqual(expect.arrayContaining([190_060, 190_073, 190_249, 190_905]));
    expect(omitted.norad_cat_id).toHaveLength(Number(omitted.count));
  });

  test('elements: has every digit of the newest upstream file', async () => {
    const { data } = await elements();
    const text = await readFile(join(sample, 'second/celestrak/gp-active.csv'), 'utf8');
    const rows = new Map(
      Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data.map((row) => [
        row.NORAD_CAT_ID,
        row,
      ]),
    );
    let compared = 0;
    data.norad_cat_id!.forEach((id, index) => {
      const row = rows.get(id!);
      if (!row || row.EPOCH !== data.epoch![index]) return;
      for (const { name, json } of columns(elementSet)) {
        if (json !== 'number') continue;
        expect(exact(data[name]![index]!), `${id} ${name}`).toBe(exact(row[name.toUpperCase()]!));
        compared++;
      }
    });
    expect(compared).toBeGreaterThan(1000);
  });

  test('launches: lists every launch, newest first', async () => {
    const { data, meta } = await release().json('launches.json');
    const [{ n } = { n: 0 }] = await release().rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM launches');
    expect(data).toHaveLength(n);
    expect(meta).toEqual({ next: null, prev: null, limit: n, offset: 0, total: n });
    const dates = data.map((row) => row.launch_date as string);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  test('events: links the archives page by page, newest first, without duplicate events', async () => {
    const feed = await release().json<Page>('events.json');
    const seen: string[] = [];
    for (let url = feed.meta.prev; url !== null; ) {
      expect(url).toMatch(/^\/api\/v1\/events\/\d{4}-\d\d$/);
      const page = await release().json<Page>(`${url.slice('/api/v1/'.length)}.json`);
      expect(page.meta.total).toBe(page.data.length);
      const ids = page.data.map(({ id }) => id);
      expect(ids).toEqual(await newestFirst(`strftime(listed_at, '%Y-%m') = '${url.slice(-7)}'`));
      seen.push(...ids);
      url = page.meta.prev;
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen.length).toBe(release().manifest.counts.events);
    expect(seen).toEqual((await release().rows<Event>('FROM events')).map(({ id }) => id));
    for (const { id } of feed.data) expect(seen).toContain(id);
  });

  test('events: the feed has the last 30 days, newest first, in JSON and Atom', async () => {
    const { data } = await release().json<Page>('events.json');
    const ids = data.map((event) => event.id);
    expect(ids).toEqual(expect.arrayContaining(['new_object-190231', 'reentry-190076', 'reentry-190224']));
    expect(ids).not.toContain('reentry-190217');
    expect(ids).toEqual(await newestFirst("listed_at >= TIMESTAMP '2026-07-23 14:00:00'"));
    const atom = (await release().text('events.atom')).matchAll(/<id>tag:orbweaver,2026:([^<]+)<\/id>\s*<title>/g);
    expect([...atom].map((match) => match[1]).filter((id) => id !== 'events')).toEqual(ids);
  });

  test('events: the Atom feed is well-formed and has one entry per event', async () => {
    const feed = await release().text('events.atom');
    const { data } = await release().json<Page>('events.json');
    expect(unclosed(feed)).toEqual([]);
    expect(feed.match(/<entry>/g)).toHaveLength(data.length);
    expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
    const ids = [...feed.matchAll(/<id>(tag:[^<]+)<\/id>/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(data.length + 1);
  });

  test('manifest: lists every file with its size and hash', async () => {
    const { files } = release().manifest;
    const existing = (await filesBelow(release().folder)).filter((path) => path !== 'manifest.json');
    expect(Object.keys(files).sort()).toEqual(existing);
    for (const [path, { bytes, sha256 }] of Object.entries(files)) {
      const content = await readFile(join(release().folder, path));
      expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256]);
    }
  });

  test('every compressed file contains the uncompressed one', async () => {
    const paths = Object.keys(release().manifest.files);
    const forms = paths.filter((path) => path.startsWith('public/') && plain(path) !== path);
    for (const path of forms) {
      const content = inflate[path.slice(path.lastIndexOf('.') + 1)]!(await readFile(join(release().folder, path)));
      const packed = release().manifest.packed[plain(path)];
      if (packed) expect([path, createHash('sha256').update(content).digest('hex')]).toEqual([path, packed.sha256]);
      else expect(content.equals(await readFile(join(release().folder, plain(path)))), path).toBe(true);
    }
    for (const path of paths.filter((one) => /\/api\/.*\.(json|csv|atom)$/.test(one)))
      expect(forms.filter((form) => plain(form) === path)).toHaveLength(3);
  });

  test('_headers lists every public file', async () => {
    const rules = (await readFile(join(release().folder, 'public/_headers'), 'utf8')).split('\n');
    const named = new Set(rules.filter((line) => line.startsWith('/')));
    // Bulk tables are served only by this server.
    const own = new RegExp(`/dataset/(${Object.keys(bulkTables).join('|')})\\..*$`);
    const files = Object.keys(release().manifest.files).filter(
      (path) => /^public\/(api|pub)\//.test(path) && !own.test(path),
    );
    expect(named).toContain('/api/v1/elements/active.tle.gz');
    expect(named).not.toContain('/api/v1/elements/active.tle');
    expect(files.map((path) => path.slice('public'.length)).filter((path) => !named.has(path))).toEqual([]);
    expect(rules).toContain('  X-Catalog-Sample: true');
    expect(rules).toContain(`  X-Catalog-Release: ${release().manifest.id}`);
  });
}

/** The unclosed or misplaced tags of an XML text; none if it is well-formed. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  const tags = xml.replace(/<\?.*?\?>/g, '').matchAll(/<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>|<[^>]*>?/g);
  for (const [text, closing, name, single] of tags) {
    if (name === undefined) return [text];
    if (closing) {
      if (open.pop() !== name) return [text];
    } else if (!single) open.push(name);
  }
  return open;
}
