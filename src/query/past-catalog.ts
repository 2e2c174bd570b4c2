import { LRUCache } from 'lru-cache';
import { indexOfId } from '../orbit/index-of-id.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { ArchivedSet } from '../release/archived-sets.ts';
import { CatalogError, Database, type Inserted } from '../release/database.ts';
import { sqlText, sqlTime } from '../schema/escaped-text.ts';
import { type Column, columns, jsonValue } from '../schema/field.ts';
import { foldAll } from '../schema/fold.ts';
import { satellite, satelliteSummary } from '../schema/objects/satellite.ts';
import { groupsField, orbitFields, statsField } from '../schema/release/archive.ts';
import { type Catalog, valuesOf } from './catalog.ts';
import { orbitValues } from './past-record.ts';
import { SatelliteLists } from './satellite-lists.ts';
import { type Found, resultOf, search } from './search/search.ts';
import { readSearchIndex, type SearchIndex } from './search/searchable.ts';

/** The methods of a catalog that lists and searches at a past time use. */
export type PastCatalog = Pick<
  Catalog,
  'list' | 'undated' | 'search' | 'has' | 'fields' | 'stats' | 'countries' | 'values' | 'groups' | 'close'
> & { readonly celestrak: Pick<Catalog['celestrak'], 'elementsOf'> };

/** Limits of a rebuilt catalog: memory in MB, and milliseconds for each query. */
const LIMITS = { memory: 600, milliseconds: 30_000 };

const fields = columns(satellite);
const inSummary = columns(satelliteSummary).map(({ name }) => name);
const archived = fields.filter(({ name }) => name !== 'norad_cat_id' && name !== 'updated_at');
const isOrbit = ({ name }: Column) => (orbitFields as readonly string[]).includes(name);

/**
 * The catalog of a release that is no longer kept, rebuilt in memory from the versions of values and the element sets of
 * the archive: 66,899 objects take a second. Null if the archive has no values. `at` is the release's time.
 */
export async function openPastCatalog(
  archive: ArchiveReader,
  at: string,
  countries: ReadonlyMap<string, string>,
): Promise<PastCatalog | null> {
  const versions = await archive.valueFiles();
  if (!versions) return null;
  const database = await Database.overFolder(versions.folder, () => {}, LIMITS);
  try {
    await addValues(database, versions.files, at);
    const [sets] = await Promise.all([addOrbits(database, archive, at), addObjects(database)]);
    await Promise.all([addSatellites(database), addFacts(database)]);
    await database.run('DROP VIEW latest; DROP TABLE newer; DROP TABLE orbits; DROP TABLE objects');
    return await catalogOf(database, sets, countries);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes `latest`, a view of the newest version of each value at a time. Nearly all of them are in the first file: only versions of later
 * ones need a window.
 */
async function addValues(database: Database, files: readonly string[], at: string): Promise<void> {
  const [first, ...later] = files.map(sqlText);
  const time = sqlTime(at);
  const kept = 'norad_cat_id, field, value, confidence, release_at';
  await database.run(
    `CREATE TABLE newer AS ${
      later.length === 0
        ? `SELECT ${kept} FROM read_parquet([${first}]) LIMIT 0`
        : `SELECT ${kept} FROM read_parquet([${later.join(', ')}]) WHERE release_at <= ${time}
          QUALIFY row_number() OVER (PARTITION BY norad_cat_id, field ORDER BY release_at DESC) = 1`
    }`,
  );
  await database.run(`CREATE VIEW latest AS
    SELECT ${kept} FROM read_parquet([${first}]) ANTI JOIN newer USING (norad_cat_id, field) WHERE release_at <= ${time}
    UNION ALL FROM newer`);
}

/** The table `orbits`: the fields of satellites that follow from elements. Returns the element sets. */
async function addOrbits(database: Database, archive: ArchiveReader, at: string): Promise<readonly ArchivedSet[]> {
  const sets = await archive.asOf(Date.parse(at));
  const orbit = fields.filter(isOrbit);
  await database.run(
    `CREATE TABLE orbits (norad_cat_id INTEGER, ${orbit.map(({ name, sql }) => `${name} ${sql === 'TIMESTAMP' ? 'VARCHAR' : sql}`).join(', ')})`,
  );
  const values = sets.map(orbitValues);
  const inserted: Inserted[] = [
    ['INTEGER', sets.map(({ norad_cat_id }) => norad_cat_id)],
    ...orbit.map(
      ({ name, sql }): Inserted => [
        sql === 'TIMESTAMP' ? 'VARCHAR' : 'DOUBLE',
        values.map((one) => one[name as (typeof orbitFields)[number]]),
      ],
    ),
  ];
  await database.insert('orbits', inserted);
  return sets;
}

/**
 * The table `objects`: an object's values, which are JSON texts, joined into one JSON object. DuckDB parses one object
 * much faster than it selects each value from the rows.
 */
const addObjects = (database: Database) =>
  database.run(`CREATE TABLE objects AS SELECT norad_cat_id, max(release_at) AS updated_at,
    '{' || string_agg('"' || field || '":' || value, ',') || '}' AS json
    FROM latest WHERE norad_cat_id > 0 GROUP BY norad_cat_id ORDER BY norad_cat_id`);

/** The table `satellites`, as lists and searches read it. */
async function addSatellites(database: Database): Promise<void> {
  const structure = JSON.stringify(Object.fromEntries(archived.map(({ name, sql }) => [name, jsonType(sql)])));
  const selected = fields.map((column) => {
    const { name } = column;
    if (!archived.includes(column)) return `w.${name}`;
    const value = fromJson(column, `v.${name}`);
    if (!isOrbit(column)) return `${value} AS ${name}`;
    return `if(o.norad_cat_id IS NULL, ${value}, ${fromJson(column, `o.${name}`)}) AS ${name}`;
  });
  await database.run(`CREATE TABLE satellites AS SELECT ${selected.join(', ')}
    FROM (SELECT norad_cat_id, updated_at, from_json(json, '${structure}') AS v FROM objects) w LEFT JOIN orbits o USING (norad_cat_id)
    WHERE v.name IS NOT NULL`);
}

/** The view `provenance`, the tables `memberships` and `stats`: values of a removed object are null. */
async function addFacts(database: Database): Promise<void> {
  // A million rows take half the time if they are one list per field and confidence.
  await database.run(`CREATE TABLE verdicts AS
    SELECT field, confidence, list(norad_cat_id) AS ids FROM latest WHERE confidence IS NOT NULL GROUP BY field, confidence`);
  await database.run('CREATE VIEW provenance AS SELECT unnest(ids) AS norad_cat_id, field, confidence FROM verdicts');
  await database.run(`CREATE TABLE memberships AS
    SELECT norad_cat_id, unnest(from_json(value, '[{"slug": "VARCHAR", "name": "VARCHAR"}]'), recursive := true)
    FROM latest WHERE field = '${groupsField}' AND value IS NOT NULL`);
  await database.run(
    `CREATE TABLE stats AS SELECT value FROM latest WHERE norad_cat_id = 0 AND field = '${statsField}' AND value IS NOT NULL`,
  );
}

/** The type that a value has in JSON: times end in Z, which DuckDB does not read. */
const jsonType = (sql: Column['sql']) => (sql === 'VARCHAR[]' ? ['VARCHAR'] : sql === 'TIMESTAMP' ? 'VARCHAR' : sql);

/** Converts a value of the JSON type to that of its column, in SQL. */
function fromJson({ sql }: Column, value: string): string {
  if (sql === 'TIMESTAMP') return `replace(${value}, 'Z', '')::TIMESTAMP`;
  return sql === 'VARCHAR[]' ? `coalesce(${value}, [])` : value;
}

async function catalogOf(
  database: Database,
  sets: readonly ArchivedSet[],
  countries: ReadonlyMap<string, string>,
): Promise<PastCatalog> {
  const lists = await SatelliteLists.read(database);
  const elements = new Map(sets.map((set) => [set.norad_cat_id, set]));
  const searches = new LRUCache<string, Found>({ max: 100 });
  const { ids } = lists.columns;
  let index: Promise<SearchIndex> | null = null;
  const has = (id: number) => indexOfId(ids, id) >= 0;
  const findAll = async (q: string): Promise<Found> => {
    index ??= addSearch(database).then(() => readSearchIndex(database));
    const found = searches.get(q) ?? search(await index, q);
    searches.set(q, found);
    return found;
  };
  return {
    has,
    list: (filter, sort) => lists.list(filter, sort),
    undated: async (filter, q) => lists.undated(filter, q === undefined ? undefined : (await findAll(q)).ids),
    async search(q, filter) {
      const found = await findAll(q);
      return resultOf(found, await lists.filter(found.ids, filter));
    },
    async fields(wanted, names) {
      if (wanted.length === 0) return [];
      const rows = await database.rows<{ norad_cat_id: number; json: string }>(
        `SELECT norad_cat_id, ${jsonOf(names.length > 0 ? names : inSummary)} AS json FROM satellites WHERE norad_cat_id IN (${wanted.map(Math.trunc).join(', ')})`,
      );
      const found = new Map(rows.map(({ norad_cat_id, json }) => [norad_cat_id, json]));
      return wanted.map((id) => found.get(id)!);
    },
    async stats() {
      const [text] = await database.strings('FROM stats');
      if (text === undefined) throw new NotArchived('the catalog in numbers');
      return text;
    },
    countries: async () => countries,
    values: (column) => valuesOf(database, column),
    groups: () => database.strings('SELECT slug FROM memberships GROUP BY slug ORDER BY slug'),
    celestrak: {
      async elementsOf(wanted, group) {
        const rows = await database.rows<{ norad_cat_id: number; name: string }>(
          'SELECT norad_cat_id, name FROM memberships WHERE slug = $group',
          { group },
        );
        const names = new Map(rows.map(({ norad_cat_id, name }) => [norad_cat_id, name]));
        return Array.from(wanted, (id) => elements.get(id))
          .filter((set) => set !== undefined)
          .map((set) => ({ set, name: names.get(set.norad_cat_id) ?? set.object_name }));
      },
    },
    close: () => database.close(),
  };
}

/** The archive had no such data yet when the release was archived. */
export class NotArchived extends CatalogError {
  override readonly name = 'NotArchived';
}

const columnOf = new Map(fields.map((column) => [column.name, column]));

function jsonOf(names: readonly string[]): string {
  const members = names.map((name) => `'${name}': ${jsonValue(columnOf.get(name)!)}`);
  return `to_json({${members.join(', ')}})::VARCHAR`;
}

/** The table `search`, as a release has it. */
async function addSearch(database: Database): Promise<void> {
  const rows = await database.rows<
    Record<'name' | 'operator' | 'operator_slug' | 'country_name' | 'country', string | null> & {
      norad_cat_id: number;
      alt_names: string[];
    }
  >('SELECT norad_cat_id, name, alt_names, operator, operator_slug, country_name, country FROM satellites');
  await database.run('CREATE TABLE search (norad_cat_id INTEGER, names VARCHAR, owners VARCHAR)');
  const folded = new Map<string, string>();
  const owners = rows.map(({ operator, operator_slug, country_name, country }) => {
    const texts = [operator, operator_slug, country_name, country].filter((text) => text !== null);
    const key = texts.join('\n');
    const text = folded.get(key) ?? foldAll(texts);
    folded.set(key, text);
    return text;
  });
  await database.insert('search', [
    ['INTEGER', rows.map(({ norad_cat_id }) => norad_cat_id)],
    ['VARCHAR', rows.map(({ name, alt_names }) => foldAll([name!, ...alt_names]))],
    ['VARCHAR', owners],
  ]);
}
