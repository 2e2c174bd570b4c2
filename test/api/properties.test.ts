import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/http/api/openapi/openapi.ts';
import type { RouteFacts } from '../../src/http/api/route.ts';
import { Database } from '../../src/release/database.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { satellite, satelliteSummary } from '../../src/schema/objects/satellite.ts';
import { requiredQuery } from '../http/required-query.ts';
import { anyFilters, type FilterValues, listQuery, orders, textOf } from '../query/filter-meaning.ts';
import { type SampleServer, serveSample } from './sample-server.ts';

/** Properties of every parameter, page, order and choice of fields: seeded, so that a failure is reproducible. */
let server: SampleServer;
let database: Database;
let release: string;

beforeAll(async () => {
  server = await serveSample();
  release = (await currentReleaseId(server.home))!;
  database = await Database.open(join(server.home, 'releases', release, 'catalog.duckdb'));
});
afterAll(async () => {
  database?.close();
  await server?.remove();
});

const keyed = allRoutes.filter(({ access }) => access === 'keyed');
const pathOf = ({ path, params }: RouteFacts, over: Readonly<Record<string, string>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(over[name] ?? String(params[name]!.example)));

interface Page {
  readonly data: readonly { norad_cat_id: number }[];
  readonly meta: { next: string | null; prev: string | null; limit: number; offset: number; total: number };
}

/** Fetches a page, and checks its metadata and links. */
async function pageAt(url: string): Promise<Page> {
  const response = await server.get(url);
  expect(response.status, `${url}: ${response.body.toString().slice(0, 300)}`).toBe(200);
  const { data, meta } = response.json() as unknown as Page & { data: { satellites?: Page['data'] } };
  const page: Page = { data: data.satellites ?? data, meta };
  const { next, prev, limit, offset, total } = meta;
  expect(page.data.length).toBe(Math.max(0, Math.min(limit, total - offset)));
  expect(next === null).toBe(offset + limit >= total);
  expect(prev === null).toBe(offset === 0);
  const links = [...String(response.headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to, rel]) => [
    rel,
    to,
  ]);
  const paged = links.filter(([rel]) => rel === 'next' || rel === 'prev');
  expect(Object.fromEntries(paged)).toEqual({ ...(next !== null && { next }), ...(prev !== null && { prev }) });
  return page;
}

/** The path of a link, which is absolute and starts with the server's public URL. */
function pathOfLink(link: string): string {
  const { origin, pathname, search } = new URL(link);
  expect(origin).toBe('http://127.0.0.1:4321');
  return pathname + search;
}

/** All pages from a URL on, in one direction. */
async function fetchPages(url: string, direction: 'next' | 'prev'): Promise<number[][]> {
  const pages: number[][] = [];
  for (let to: string | null = url; to !== null; ) {
    const page = await pageAt(to);
    pages.push(page.data.map(({ norad_cat_id }) => norad_cat_id));
    const link: string | null = page.meta[direction];
    to = link === null ? null : pathOfLink(link);
    expect(pages.length).toBeLessThan(200);
  }
  return pages;
}

const queryOf = (parameters: FilterValues, more: Readonly<Record<string, string | number>> = {}) =>
  new URLSearchParams(
    Object.entries({ ...parameters, ...more }).map(([name, value]) => [name, textOf(value)]),
  ).toString();

describe('requests', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('0', '-1', '1e3', 'NaN', 'null', 'true', ' ', '%', "'; DROP TABLE satellites; --", '../..', '１２'),
    fc.integer().map(String),
    fc.double().map(String),
  );

  test('with any text for any parameter return 200 or a 400 that explains it', async () => {
    const anyRequest = fc.constantFrom(...keyed).chain((route) => {
      const names = Object.keys(route.query);
      return fc.tuple(
        fc.constant(route),
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...(names.length > 0 ? names : ['q'])), anyText) },
            { weight: 1, arbitrary: fc.tuple(anyText, anyText) },
          ),
          { minLength: 1, maxLength: 4 },
        ),
      );
    });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async ([route, pairs]) => {
        const query = new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));
        const response = await server.get(`${pathOf(route)}?${query}`);
        statuses.add(response.status);
        if (response.status === 200) return;
        expect([route.path, query.toString(), response.status]).toEqual([route.path, query.toString(), 400]);
        expect(response.json()).toEqual({
          code: 'invalid_parameter',
          error: expect.any(String),
          hint: expect.any(String),
          parameter: expect.any(String),
          allowed: expect.any(Array),
        });
      }),
      { seed: 1, numRuns: 1500 },
    );
    expect([...statuses].sort()).toEqual([200, 400]);
    expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('with any text for a path parameter return 200, 400, 404 or 422', async () => {
    const withPath = allRoutes.filter(({ params }) => Object.keys(params).length > 0);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withPath), anyText, async (route, text) => {
        const [name] = Object.keys(route.params) as [string];
        const given = text.toWellFormed();
        if (given === '' || given === '.' || given === '..') return;
        const response = await server.get(pathOf(route, { [name]: given }));
        expect([200, 400, 404, 422], `${route.path} ${given}`).toContain(response.status);
        if (response.status !== 200)
          expect(response.json()).toMatchObject({
            code: expect.stringMatching(
              /^(invalid_parameter|malformed_request|not_found|no_elements|tle_not_expressible)$/,
            ),
          });
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  test('with an enumeration in any case have the same response', async () => {
    const enumerated = keyed.flatMap((route) =>
      Object.entries(route.query).flatMap(([name, { json }]) =>
        ((((json.items as typeof json | undefined) ?? json).enum as string[] | undefined) ?? []).map((value) => ({
          route,
          name,
          value,
        })),
      ),
    );
    expect(enumerated.length).toBeGreaterThan(40);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...enumerated), fc.infiniteStream(fc.boolean()), async (one, upper) => {
        const { route, name, value } = one;
        const mixed = [...value].map((char) => (upper.next().value ? char.toUpperCase() : char.toLowerCase()));
        const query = (text: string) => requiredQuery(route, [`${name}=${encodeURIComponent(text)}`]).join('&');
        const [exact, any] = await Promise.all(
          [value, mixed.join('')].map((text) => server.get(`${pathOf(route)}?${query(text)}`)),
        );
        expect([any!.status, any!.headers['content-type']]).toEqual([200, exact!.headers['content-type']]);
        if (name === 'format') return;
        expect(any!.json().data).toEqual(exact!.json().data);
      }),
      { seed: 3, numRuns: 150 },
    );
  });
});

describe('pages', () => {
  const limits = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 2, 99, 100));

  test('have every matching object once, in order along next, and the reverse along prev', async () => {
    let pageCount = 0;
    await fc.assert(
      fc.asyncProperty(
        anyFilters,
        fc.constantFrom(...orders),
        fc.boolean(),
        limits,
        async (filter, by, descending, anyLimit) => {
          const expected = [...(await database.integers(listQuery(filter, by, descending)))];
          // At most about twelve pages, to save time.
          const limit = Math.min(100, Math.max(anyLimit, Math.ceil(expected.length / 12)));
          const query = queryOf(filter, { sort: descending ? `-${by}` : by, limit });
          const forward = await fetchPages(`/api/v1/satellites?${query}`, 'next');
          expect(forward.flat(), query).toEqual(expected);
          pageCount += forward.length;
          const last = (forward.length - 1) * limit;
          const back = await fetchPages(`/api/v1/satellites?${query}&offset=${last}`, 'prev');
          expect(back, query).toEqual([...forward].reverse());
        },
      ),
      { seed: 4, numRuns: 60 },
    );
    expect(pageCount).toBeGreaterThan(100);
  });

  test('can start at any offset', async () => {
    const all = [...(await database.integers(listQuery({})))];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 30, max: 100 }), async (offset, limit) => {
        const forward = await fetchPages(`/api/v1/satellites?limit=${limit}&offset=${offset}`, 'next');
        expect(forward.flat()).toEqual(all.slice(offset));
        const back = await fetchPages(`/api/v1/satellites?limit=${limit}&offset=${offset}`, 'prev');
        const seen = back.toReversed().flat();
        // The first page may overlap the second if the offset is not a multiple of the limit.
        expect([...new Set(seen)]).toEqual(all.slice(0, Math.min(all.length, offset + limit)));
      }),
      { seed: 5, numRuns: 25 },
    );
  });

  test.each([
    ['/api/v1/satellites', ''],
    ['/api/v1/search', 'q=sample&'],
    ['/api/v1/reentries', ''],
    ['/api/v1/operators', ''],
    ['/api/v1/operators/nasa', ''],
    ['/api/v1/sources', ''],
  ])('of %s past the end have no data, no next page, and a link to the last page', async (path, query) => {
    const { meta } = await pageAt(`${path}?${query}limit=7`);
    expect(meta.total).toBeGreaterThan(0);
    for (const offset of [meta.total, meta.total + 1, 1_000_000_000]) {
      const past = await pageAt(`${path}?${query}limit=7&offset=${offset}`);
      expect(past.data).toEqual([]);
      expect([past.meta.next, past.meta.total, past.meta.offset]).toEqual([null, meta.total, offset]);
      const before = await pageAt(pathOfLink(past.meta.prev!));
      expect(before.data.length).toBeGreaterThan(0);
      expect(before.meta.next === null || before.meta.offset + 7 >= meta.total).toBe(true);
    }
  });

  test('have a link to the next page with every parameter and the release', async () => {
    const { meta } = await pageAt(
      '/api/v1/satellites?active=true&q=s%C3%A4mple+%26+x&limit=1&fields=name,norad_cat_id',
    );
    expect(Object.fromEntries(new URL(meta.next!).searchParams)).toEqual({
      active: 'true',
      q: 'sämple & x',
      fields: 'name,norad_cat_id',
      limit: '1',
      offset: '1',
      release,
    });
  });
});

describe('orders', () => {
  test.each(orders)('%s sorts in both directions, with unknown values last and ties by catalog number', async (by) => {
    const chosen = by === 'norad_cat_id' ? by : `norad_cat_id,${by}`;
    for (const direction of ['', '-']) {
      const pages: Record<string, unknown>[] = [];
      for (const offset of [0, 100, 200, 300])
        pages.push(
          ...(
            await server.get(`/api/v1/satellites?sort=${direction}${by}&limit=100&offset=${offset}&fields=${chosen}`)
          ).json().data,
        );
      const known = pages.filter((one) => one[by] !== null);
      expect(pages.slice(0, known.length)).toEqual(known);
      for (const [at, one] of pages.entries()) {
        const before = pages[at - 1];
        if (!before || (one[by] === null) !== (before[by] === null)) continue;
        const [x, y] = [before[by], one[by]] as [number, number];
        // Names are compared as bytes of UTF-8, as DuckDB does.
        const order =
          by === 'name' ? Buffer.compare(Buffer.from(`${x}`), Buffer.from(`${y}`)) : x < y ? -1 : x > y ? 1 : 0;
        if (order === 0) expect(Number(before.norad_cat_id)).toBeLessThan(Number(one.norad_cat_id));
        else expect(order, `${x} before ${y}`).toBe(direction === '' ? -1 : 1);
      }
    }
  });
});

describe('fields', () => {
  test('are returned in the requested order, with the values of the full record', async () => {
    const names = Object.keys(satellite.shape);
    const summaryNames = Object.keys(satelliteSummary.shape);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.integer({ min: 0, max: 340 }),
        async (chosen, offset) => {
          const page = await pageAt(`/api/v1/satellites?limit=2&offset=${offset}&fields=${chosen.join(',')}`);
          const summaries = await pageAt(`/api/v1/satellites?limit=2&offset=${offset}`);
          for (const [at, one] of page.data.entries()) {
            expect(Object.keys(one)).toEqual(chosen);
            const id = summaries.data[at]!.norad_cat_id;
            const record = (await server.get(`/api/v1/satellites/${id}`)).json().data as Record<string, unknown>;
            expect(one).toEqual(Object.fromEntries(chosen.map((name) => [name, record[name]])));
            expect(Object.keys(summaries.data[at]!)).toEqual(summaryNames);
          }
        },
      ),
      { seed: 6, numRuns: 60 },
    );
  });

  test.each([
    'claims',
    'norad_cat_id,',
    ',name',
    'name,name',
    'NAME,name',
    'no_such',
    'name;decay_date',
    'name, active',
  ])('%s returns 400 with the available names', async (fields) => {
    const response = await server.get(`/api/v1/satellites?fields=${encodeURIComponent(fields)}`);
    expect([response.status, response.json().parameter]).toEqual([400, 'fields']);
    expect(response.json().allowed).toEqual(Object.keys(satellite.shape));
  });
});
