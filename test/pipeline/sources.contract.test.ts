import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cron } from 'croner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ParseReader, type Problem, parse } from '../../pipeline/parse.ts';
import { sourceOrders, trustOf } from '../../pipeline/resolve/confidence.ts';
import { comparisons } from '../../pipeline/resolve/judge.ts';
import { lineages } from '../../pipeline/resolve/lineage.ts';
import type { ClaimWriter, Lookup, Source, SourceFile } from '../../pipeline/sources/source.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { columns } from '../../src/schema/field.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { publishers } from '../../src/schema/release/publishers.ts';
import { source as sourceRecord, sourceSlugs } from '../../src/schema/release/source.ts';
import { makeFolder, removeFolder, sample } from './sample-build.ts';

const fields = columns(satellite);

/** Fields without claims: the key, those that are computed from others, and those not yet given by any source. */
const computedFields = fields.flatMap(({ name, computed }) => (computed === undefined ? [] : [name]));
const fieldsWithoutSource = ['power_w', 'expected_lifetime_yr'];

interface ClaimedField {
  source: string;
  field: string;
}

/** A writer that only records claims and rejects. */
class RecordingWriter implements ClaimWriter {
  readonly claimed: ClaimedField[] = [];
  readonly rejects: { reason: string; column: string | null }[] = [];
  readonly updated = null;
  readonly file: string;
  readonly #source: string;
  readonly #lookups: Map<string, Map<string, unknown>>;

  constructor(source: string, file: string, lookups: Map<string, Map<string, unknown>>) {
    this.#source = source;
    this.file = file;
    this.#lookups = lookups;
  }

  beginRecord(norad_cat_id: number, row: { record: string }): void {
    expect(norad_cat_id).toBeGreaterThan(0);
    expect(row.record).not.toBe('');
  }
  addClaim(field: string, value: unknown): void {
    if (value !== null && value !== undefined) this.claimed.push({ source: this.#source, field });
  }
  elements(): void {}
  launch(): void {}
  operator(): void {}
  transmitter(): void {}
  reentryMessage(): void {}
  name(): void {}
  reject(reason: string, column: string | null): void {
    this.rejects.push({ reason, column });
  }
  setLookup<T>({ name }: Lookup<T>, key: string, value: T): void {
    const found = this.#lookups.get(name) ?? new Map<string, unknown>();
    this.#lookups.set(name, found.set(key, value));
  }
  lookup<T>({ name }: Lookup<T>): ReadonlyMap<string, T> {
    return (this.#lookups.get(name) ?? new Map()) as ReadonlyMap<string, T>;
  }
}

/** Reads a file as a source does, without a database. */
async function read(source: Source, file: SourceFile, path: string, lookups = new Map()) {
  const writer = new RecordingWriter(source.slug, path.slice(path.lastIndexOf('/') + 1), lookups);
  const problems: Problem[] = [];
  let rows = 0;
  const reader: ParseReader = {
    rows: (batch) => {
      for (const { row } of batch) file.read(row, writer);
      rows += batch.length;
    },
    comment: () => {},
    problem: (problem) => problems.push(problem),
  };
  await parse(path, file, reader, new Date('2026-08-23T00:00:00Z'));
  file.finish?.(writer);
  return { writer, problems, rows };
}

const files = sources.flatMap((source) =>
  source.files.map((file) => ({ name: `${source.slug} ${file.matches.source}`, source, file })),
);

describe('sources', () => {
  test('each has a unique slug that claims can have', () => {
    const slugs = sources.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(sourceSlugs).toContain(slug);
  });

  test.each(sources)('$slug has its terms and schedule', (source) => {
    for (const fact of [source.name, source.license, source.attribution, source.refresh]) expect(fact).toMatch(/\S/);
    for (const url of [source.url, source.license_url]) expect(new URL(url).protocol).toBe('https:');
    expect(Object.values(source.times).length).toBeGreaterThan(0);
    for (const pattern of Object.values(source.times))
      expect(new Cron(pattern, { timezone: 'UTC' }).nextRun(new Date('2026-08-21T23:00:00Z'))).not.toBeNull();
    expect(new Set(source.downloads.map(({ schedule }) => schedule))).toEqual(new Set(Object.values(source.times)));
    const missing = Object.keys(sourceRecord.shape).filter((name) =>
      ['slug', 'name', 'url', 'license', 'license_url', 'attribution', 'refresh'].includes(name)
        ? !(name in source)
        : false,
    );
    expect(missing).toEqual([]);
  });

  test('CelesTrak, GCAT, and Space-Track have high trust, SatNOGS DB and Wikidata medium', () => {
    const trusted = Object.fromEntries(publishers.map(({ slug }) => [slug, trustOf(slug)]));
    expect(trusted).toEqual({
      celestrak: 'high',
      gcat: 'high',
      spacetrack: 'high',
      satnogs: 'medium',
      wikidata: 'medium',
    });
    const order = publishers.map(({ slug }) => ['high', 'medium'].indexOf(trustOf(slug)));
    expect(order).toEqual(order.toSorted());
  });

  test.each(sources)('$slug has a fetch policy with pauses and few retries, which its schedule keeps', (source) => {
    const { pause, interval, retries, retryStatuses, maxBytes, budget } = source.fetchPolicy;
    expect(pause).toBeGreaterThanOrEqual(1000);
    expect(interval).toBeGreaterThanOrEqual(1);
    expect(retries).toBeLessThanOrEqual(3);
    // Requests that the publisher refused or has no file for are not sent again.
    expect(retryStatuses.filter((status) => status !== 429 && status < 500)).toEqual([]);
    expect(maxBytes).toBeGreaterThan(0);
    expect(maxBytes).toBeLessThanOrEqual(128 * 2 ** 20);
    if (budget) expect(budget.requests).toBeGreaterThanOrEqual(source.downloads.length);
    for (const pattern of new Set(source.downloads.map(({ schedule }) => schedule))) {
      const [first, second] = new Cron(pattern, { timezone: 'UTC' }).nextRuns(2, new Date('2026-08-21T23:00:00Z'));
      const hours = (second!.getTime() - first!.getTime()) / 3_600_000;
      expect([pattern, hours >= interval]).toEqual([pattern, true]);
      expect([pattern, hours >= source.allows.hours]).toEqual([pattern, true]);
    }
  });

  test('CelesTrak, which blocks addresses that repeat refused requests, has a budget and no retries by status', () => {
    const { fetchPolicy } = sources.find(({ slug }) => slug === 'celestrak')!;
    expect(fetchPolicy.retryStatuses).toEqual([]);
    expect(fetchPolicy.budget!.notFound).toBeLessThanOrEqual(10);
    expect(fetchPolicy.interval).toBeGreaterThanOrEqual(2);
  });

  test('Wikidata alone requires the contact of the operator', () => {
    expect(sources.filter(({ fetchPolicy }) => fetchPolicy.contact).map(({ slug }) => slug)).toEqual(['wikidata']);
  });
});

describe('files', () => {
  test.each(files)('$name has a path, an expected number of rows and a key', ({ file }) => {
    expect(file.path).toMatch(/^\//);
    expect(file.expected).toBeGreaterThan(0);
    expect(file.key.length).toBeGreaterThan(0);
    for (const column of file.key) expect(Object.keys(file.row.shape)).toContain(column);
  });

  test.each(files)('$name accepts a blank or missing cell in every column except the key', ({ file }) => {
    const optional = Object.keys(file.row.shape).filter((column) => !file.key.includes(column));
    const blank = Object.fromEntries(Object.keys(file.row.shape).map((column) => [column, '']));
    for (const cells of [blank, {}]) {
      const issues = file.row.safeParse(cells).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(issues.filter((column) => optional.includes(String(column)))).toEqual([]);
    }
  });

  test.each(files)('$name matches no file that another one of its source matches', ({ source, file }) => {
    const own = readdirSync(join(sample, 'first', source.slug)).filter((name) => file.matches.test(name));
    expect(own.length).toBeGreaterThan(0);
    for (const other of source.files)
      if (other !== file) expect(own.filter((name) => other.matches.test(name))).toEqual([]);
  });
});

describe('fields', () => {
  let claimed: ClaimedField[] = [];
  beforeAll(async () => {
    for (const source of sources) {
      const lookups = new Map();
      const folder = join(sample, 'first', source.slug);
      for (const file of source.files)
        for (const name of readdirSync(folder).filter((one) => file.matches.test(one)))
          claimed = claimed.concat((await read(source, file, join(folder, name), lookups)).writer.claimed);
    }
  });

  test('every claimed field is in the record', () => {
    const names = new Set<string>(fields.map(({ name }) => name));
    expect([...new Set(claimed.map(({ field }) => field))].filter((field) => !names.has(field))).toEqual([]);
  });

  test('every field of the record is claimed by a source or listed as having none', () => {
    const asserted = new Set(claimed.map(({ field }) => field));
    const withoutClaims = fields.map(({ name }) => name).filter((name) => !asserted.has(name));
    expect(computedFields).toEqual(
      expect.arrayContaining(['active', 'country_name', 'operator_slug', 'launch_id', 'updated_at']),
    );
    expect(withoutClaims.sort()).toEqual(['norad_cat_id', ...computedFields, ...fieldsWithoutSource].sort());
  });

  test('every field has a comparison, with a reason', () => {
    expect(Object.keys(comparisons).sort()).toEqual(fields.map(({ name }) => name).sort());
    for (const [field, { because }] of Object.entries(comparisons))
      expect([field, because]).toEqual([field, expect.stringMatching(/\S/)]);
  });

  test('every source with claims has a slug, and the lineage table names only existing fields and sources', () => {
    for (const slug of new Set(claimed.map(({ source }) => source))) expect(sourceSlugs).toContain(slug);
    const names = new Set<string>(fields.map(({ name }) => name));
    for (const lineage of lineages) {
      expect(lineage.fields.filter((field) => !names.has(field))).toEqual([]);
      expect(lineage.sources.filter((slug) => !sourceSlugs.includes(slug))).toEqual([]);
    }
  });

  test('a field with claims of two independent sources is compared', () => {
    for (const { name } of fields) {
      const claimants = [...new Set(claimed.filter(({ field }) => field === name).map(({ source }) => source))];
      const shared = lineages.find(({ fields: group }) => (group as readonly string[]).includes(name));
      const groups = new Set(
        claimants.map((one) => ((shared?.sources as string[] | undefined)?.includes(one) ? 'shared' : one)),
      );
      if (groups.size < 2 || ['alt_names', 'website', 'image'].includes(name)) continue;
      expect([name, comparisons[name as keyof typeof comparisons].comparison.how]).not.toEqual([name, 'never']);
    }
  });
});

describe('strictness', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(() => removeFolder(folder));

  const tables = files.flatMap(({ name, source, file }) =>
    file.format === 'csv' || file.format === 'gcat-tsv'
      ? [{ name, source, file, separator: file.format === 'csv' ? ',' : '\t' }]
      : [],
  );

  test.each(tables)(
    '$name: reports an unknown column by name, and keeps its rows',
    async ({ source, file, separator }) => {
      const own = readdirSync(join(sample, 'first', source.slug)).find((name) => file.matches.test(name))!;
      const text = (await readFile(join(sample, 'first', source.slug, own), 'utf8')).trimEnd();
      const path = join(folder, own);
      await writeFile(
        path,
        `${text
          .split(/\r?\n/)
          .map((line, index) =>
            index > 0 && line.startsWith('#') ? line : `${line}${separator}${index === 0 ? 'Novelty' : 'x'}`,
          )
          .join('\n')}\n`,
      );
      const plain = await read(source, file, join(sample, 'first', source.slug, own));
      const { problems, rows } = await read(source, file, path);
      expect(problems).toContainEqual({
        line: 1,
        reason: 'unknown_column',
        column: 'Novelty',
        value: null,
        scope: 'file',
      });
      expect(rows).toBe(plain.rows);
    },
  );

  test.each([
    ['celestrak', 'satcat.csv', 'OBJECT_TYPE', ',PAY,', ',PAX,', 'PAX', 'unknown_code'],
    ['celestrak', 'satcat.csv', 'OWNER', ',US,', ',XYZZY,', 'XYZZY', 'unknown_code'],
    ['celestrak', 'satcat.csv', 'LAUNCH_SITE', ',SRILR,', ',NOWHERE,', 'NOWHERE', 'unknown_code'],
    ['celestrak', 'gp-active.csv', 'MEAN_MOTION', ',15.06632197,', ',15.O6,', '15.O6', 'not_a_number'],
    ['satnogs', 'satellites.json', 'status', '"alive"', '"resting"', 'resting', 'unknown_code'],
  ])('%s/%s: reports an invalid %s by name, with its line', async (slug, name, column, from, to, value, reason) => {
    const source = sources.find((one) => one.slug === slug)!;
    const file = source.files.find((one) => one.matches.test(name))!;
    const text = await readFile(join(sample, 'first', slug, name), 'utf8');
    const at = text.indexOf(from);
    expect(at).toBeGreaterThan(0);
    const path = join(folder, name);
    await writeFile(path, text.slice(0, at) + to + text.slice(at + from.length));
    const { problems } = await read(source, file, path);
    const line = file.format === 'csv' ? text.slice(0, at).split('\n').length : expect.any(Number);
    expect(problems).toContainEqual(expect.objectContaining({ line, reason, column, value }));
  });
});

test('every compared field has one order of sources, with a reason', () => {
  const compared = fields.filter(({ comparison }) => comparison && comparison.comparison.how !== 'never');
  for (const { name } of compared) {
    const orders = sourceOrders.filter((one) => (one.fields as readonly string[]).includes(name));
    expect([name, orders.length]).toEqual([name, 1]);
    expect(orders[0]!.because.length).toBeGreaterThan(20);
  }
  expect(sourceOrders.flatMap((one) => one.fields).toSorted()).toEqual(compared.map(({ name }) => name).toSorted());
});
