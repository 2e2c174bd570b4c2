import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cron } from 'croner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ParseReader, type Problem, parse } from '../../pipeline/parse.ts';
import { comparisons } from '../../pipeline/resolve/comparison.ts';
import { trustOf } from '../../pipeline/resolve/confidence.ts';
import { lineages } from '../../pipeline/resolve/lineage.ts';
import type { ClaimWriter, Source, SourceFile } from '../../pipeline/sources/source.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { columns } from '../../src/schema/field.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { source as sourceRecord, sourceSlugs } from '../../src/schema/release/source.ts';
import { makeFolder, removeFolder, sample } from './sample-build.ts';

const fields = columns(satellite);

/** What no source says: worked out of other values, or not known to anyone yet. */
const workedOut = ['norad_cat_id', 'active', 'country_name', 'operator_slug', 'launch_id', 'updated_at'];
const unclaimed = ['power_w', 'expected_lifetime_yr'];

interface Said {
  source: string;
  field: string;
}

/** A writer that only notes claims and rejects. */
class Notes implements ClaimWriter {
  readonly said: Said[] = [];
  readonly heldOut: { reason: string; column: string | null }[] = [];
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
    if (value !== null && value !== undefined) this.said.push({ source: this.#source, field });
  }
  elements(): void {}
  launch(): void {}
  operator(): void {}
  transmitter(): void {}
  name(): void {}
  reject(reason: string, column: string | null): void {
    this.heldOut.push({ reason, column });
  }
  setLookup<T>(table: string, key: string, value: T): void {
    const found = this.#lookups.get(table) ?? new Map<string, unknown>();
    this.#lookups.set(table, found.set(key, value));
  }
  getLookup<T>(table: string, key: string): T | undefined {
    return this.#lookups.get(table)?.get(key) as T | undefined;
  }
  lookup<T>(table: string): ReadonlyMap<string, T> {
    return (this.#lookups.get(table) ?? new Map()) as ReadonlyMap<string, T>;
  }
}

/** Reads a file as a source does, without a database. */
async function read(source: Source, file: SourceFile, path: string, lookups = new Map()) {
  const notes = new Notes(source.slug, path.slice(path.lastIndexOf('/') + 1), lookups);
  const problems: Problem[] = [];
  let rows = 0;
  const reader: ParseReader = {
    rows: (batch) => {
      for (const { row } of batch) file.read(row, notes);
      rows += batch.length;
    },
    comment: () => {},
    problem: (problem) => problems.push(problem),
  };
  await parse(path, file, reader, new Date('2026-08-23T00:00:00Z'));
  file.finish?.(notes);
  return { notes, problems, rows };
}

const files = sources.flatMap((source) =>
  source.files.map((file) => ({ name: `${source.slug} ${file.matches.source}`, source, file })),
);

describe('sources', () => {
  test('each has its own slug, one that claims can have', () => {
    const slugs = sources.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(sourceSlugs).toContain(slug);
  });

  test.each(sources)('$slug states its terms and its fetch policy', (source) => {
    for (const fact of [source.name, source.license, source.attribution, source.refresh]) expect(fact).toMatch(/\S/);
    for (const url of [source.url, source.license_url]) expect(new URL(url).protocol).toBe('https:');
    expect(Object.values(source.times).length).toBeGreaterThan(0);
    for (const pattern of Object.values(source.times))
      expect(new Cron(pattern, { timezone: 'UTC' }).nextRun(new Date('2026-08-21T23:00:00Z'))).not.toBeNull();
    expect(new Set(source.downloads.map(({ schedule }) => schedule))).toEqual(new Set(Object.values(source.times)));
    expect(trustOf(source.slug)).toMatch(/^(high|medium|low)$/);
    const missing = Object.keys(sourceRecord.shape).filter((name) =>
      ['slug', 'name', 'url', 'license', 'license_url', 'attribution', 'refresh'].includes(name)
        ? !(name in source)
        : false,
    );
    expect(missing).toEqual([]);
  });
});

describe('files', () => {
  test.each(files)('$name: path, expected rows and key', ({ file }) => {
    expect(file.path).toMatch(/^\//);
    expect(file.expected).toBeGreaterThan(0);
    expect(file.key.length).toBeGreaterThan(0);
    for (const column of file.key) expect(Object.keys(file.row.shape)).toContain(column);
  });

  test.each(files)('$name: a blank or missing cell is acceptable everywhere but in the key', ({ file }) => {
    const optional = Object.keys(file.row.shape).filter((column) => !file.key.includes(column));
    const blank = Object.fromEntries(Object.keys(file.row.shape).map((column) => [column, '']));
    for (const cells of [blank, {}]) {
      const issues = file.row.safeParse(cells).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(issues.filter((column) => optional.includes(String(column)))).toEqual([]);
    }
  });

  test.each(files)('$name: no other file of its source has its name', ({ source, file }) => {
    const own = readdirSync(join(sample, 'first', source.slug)).filter((name) => file.matches.test(name));
    expect(own.length).toBeGreaterThan(0);
    for (const other of source.files)
      if (other !== file) expect(own.filter((name) => other.matches.test(name))).toEqual([]);
  });
});

describe('fields', () => {
  let said: Said[] = [];
  beforeAll(async () => {
    for (const source of sources) {
      const lookups = new Map();
      const folder = join(sample, 'first', source.slug);
      for (const file of source.files)
        for (const name of readdirSync(folder).filter((one) => file.matches.test(one)))
          said = said.concat((await read(source, file, join(folder, name), lookups)).notes.said);
    }
  });

  test('every field that a source speaks of is in the record', () => {
    const names = new Set<string>(fields.map(({ name }) => name));
    expect([...new Set(said.map(({ field }) => field))].filter((field) => !names.has(field))).toEqual([]);
  });

  test('every field of the record has a source, or is known to have none', () => {
    const asserted = new Set(said.map(({ field }) => field));
    const withoutClaims = fields.map(({ name }) => name).filter((name) => !asserted.has(name));
    expect(withoutClaims.sort()).toEqual([...workedOut, ...unclaimed].sort());
  });

  test('every field is compared in a stated way, or stated not to be', () => {
    expect(Object.keys(comparisons).sort()).toEqual(fields.map(({ name }) => name).sort());
    for (const [field, { because }] of Object.entries(comparisons))
      expect([field, because]).toEqual([field, expect.stringMatching(/\S/)]);
  });

  test('every source that speaks has a trust, and the lineage table names only what there is', () => {
    for (const slug of new Set(said.map(({ source }) => source))) expect(sourceSlugs).toContain(slug);
    const names = new Set<string>(fields.map(({ name }) => name));
    for (const lineage of lineages) {
      expect(lineage.fields.filter((field) => !names.has(field))).toEqual([]);
      expect(lineage.sources.filter((slug) => !sourceSlugs.includes(slug))).toEqual([]);
    }
  });

  test('a field that two independent sources speak of is compared', () => {
    for (const { name } of fields) {
      const speakers = [...new Set(said.filter(({ field }) => field === name).map(({ source }) => source))];
      const shared = lineages.find(({ fields: group }) => (group as readonly string[]).includes(name));
      const groups = new Set(
        speakers.map((one) => ((shared?.sources as string[] | undefined)?.includes(one) ? 'shared' : one)),
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
    '$name: an unknown column is told by name, and its rows stay',
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
  ])('%s/%s: %s by name, with its line', async (slug, name, column, from, to, value, reason) => {
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
