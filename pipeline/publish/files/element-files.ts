import { readFile } from 'node:fs/promises';
import {
  type BulkFormName,
  bulkPieces,
  bulkText,
  type NamedElements,
} from '../../../src/orbit/formats/celestrak-forms.ts';
import { czmlDocument, type FixedPoint, GROUP_HOURS, MAX_GROUP, pathOf } from '../../../src/orbit/formats/czml.ts';
import { elementColumns } from '../../../src/orbit/formats/element-columns.ts';
import { sqlText } from '../../../src/schema/escaped-text.ts';
import { columns } from '../../../src/schema/field.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { objectLaunches } from '../../../src/schema/objects/launch-interval.ts';
import { satcatColumns } from '../../../src/schema/objects/satcat-record.ts';
import { catalogSets, type ElementSetFiles, setOfGroup } from '../../../src/schema/release/element-files.ts';
import type { Form } from '../../../src/schema/release/public-route.ts';
import type { OrbitClass } from '../../../src/schema/vocabulary.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseName } from '../release-context.ts';
import { reentryEnds } from './reentry-files.ts';
import { parquetFile } from './table-files.ts';

/** An element set, with the values that decide in which files it is. */
interface Row extends NamedElements {
  readonly active: boolean;
  /** True if the object has a decay date. */
  readonly decayed: boolean;
  readonly object_class: string;
  readonly orbit_class: OrbitClass;
  readonly launch_year: number | null;
}

/** Some of the rows, by their positions, with the names of objects that have another name in the set. */
interface ElementSetOf extends Pick<ElementSetFiles, 'set' | 'title'> {
  readonly members: readonly number[];
  readonly names?: ReadonlyMap<number, string>;
}

const textForms = ['tle', '5-digit.tle', '2le', 'csv', 'omm.json', 'xml', 'kvn'] as const satisfies (BulkFormName &
  Form)[];

/**
 * `/api/v1/elements/{set}` in every form: all elements, active objects, each group under its own names, object classes,
 * orbit classes and launch years. Form by form, each element set is written once and joined into every set that has it.
 * Returns the files that were written.
 */
export async function publishElementFiles(
  store: Store,
  folder: ReleaseFolder,
  { id, generatedAt }: ReleaseName,
): Promise<ElementSetFiles[]> {
  const rows = await readRows(store);
  const groups = await groupSets(store, rows);
  const sets = [
    ...setsOfCatalog(rows),
    ...(groups.some(({ set }) => set === 'active') ? [] : [activeSet(rows)]),
    ...groups,
  ];
  const index = new Map(
    sets.map(({ set, title, members }) => [
      set,
      { set, title, objects: members.length, files: [] as ElementSetFiles['files'] },
    ]),
  );
  const path = (set: string, form: Form) => `public/api/v1/elements/${set}.${form}`;
  for (const form of textForms) {
    const texts = rows.map((row) => bulkText(form, row));
    for (const { set, members, names } of sets) {
      const own = members.map((at) => {
        const name = names?.get(at);
        return name === undefined ? texts[at]! : bulkText(form, { set: rows[at]!.set, name });
      });
      const omitted = own.filter((text) => text === null).length;
      const written = await folder.packedPieces(path(set, form), () => bulkPieces(form, own), omitted);
      index.get(set)!.files.push({ form, ...written, omitted });
    }
  }
  const meta = { generated_at: generatedAt, release: id };
  for (const { set, members, names } of sets) {
    const chosen = members.map((at) => ({ ...rows[at]!, name: names?.get(at) ?? rows[at]!.name }));
    const written = await folder.packed(path(set, 'json'), elementColumns(chosen, meta));
    index.get(set)!.files.unshift({ form: 'json', ...written, omitted: 0 });
  }
  await parquetFiles(store, folder, sets, rows, index);
  const chosen = groups.filter(({ members }) => members.length > 0 && members.length <= MAX_GROUP);
  const paths = pathsOf(rows, await reentryEnds(store, generatedAt), generatedAt);
  for (const one of chosen) {
    const { text, omitted } = paths(one);
    const written = await folder.packed(path(one.set, 'czml'), text, { omitted });
    index.get(one.set)!.files.push({ form: 'czml', ...written, omitted });
  }
  return [...index.values()];
}

async function readRows(store: Store): Promise<Row[]> {
  const read = await store.rows<
    Row['set'] & Omit<Row, 'set' | 'name'>
  >(`SELECT e.*, s.active, s.decay_date IS NOT NULL AS decayed, s.object_class,
      if(year(launched_from) = year(launched_to), year(launched_from), NULL)::INTEGER AS launch_year
    FROM elements e JOIN satellites s USING (norad_cat_id) JOIN (${objectLaunches}) USING (norad_cat_id) ORDER BY norad_cat_id`);
  return read.map(({ active, decayed, object_class, orbit_class, launch_year, ...set }) => ({
    set,
    name: set.object_name,
    active,
    decayed,
    object_class,
    orbit_class,
    launch_year,
  }));
}

/** The sets that are derived from the catalog. Empty ones are not written. */
function setsOfCatalog(rows: readonly Row[]): ElementSetOf[] {
  const set = (name: string, title: string, has: (row: Row) => boolean): ElementSetOf => ({
    set: name,
    title,
    members: rows.flatMap((row, at) => (has(row) ? [at] : [])),
  });
  const years = [...new Set(rows.flatMap((row) => row.launch_year ?? []))].sort((a, b) => a - b);
  return [
    set('all', 'Every object with public elements', () => true),
    ...Object.entries(catalogSets).map(([name, { title, by, is }]) => set(name, title, (row) => row[by] === is)),
    ...years.map((year) => set(`launched-${year}`, `Launched in ${year}`, (row) => row.launch_year === year)),
  ];
}

/** Objects with an active status, for releases in which no source lists the active objects. */
const activeSet = (rows: readonly Row[]): ElementSetOf => ({
  set: 'active',
  title: 'Active objects',
  members: rows.flatMap(({ active }, at) => (active ? [at] : [])),
});

/** One set per group. */
async function groupSets(store: Store, rows: readonly Row[]): Promise<ElementSetOf[]> {
  const positions = new Map(rows.map((row, at) => [row.set.norad_cat_id, at]));
  const groups = await store.rows<{ slug: string; title: string }>('SELECT slug, title FROM groups');
  const members = await store.rows<{ slug: string; norad_cat_id: number; name: string }>(
    'SELECT slug, norad_cat_id, name FROM memberships JOIN elements USING (norad_cat_id) ORDER BY slug, norad_cat_id',
  );
  const bySlug = Map.groupBy(members, ({ slug }) => slug);
  return groups.map(({ slug, title }) => {
    const own = bySlug.get(slug) ?? [];
    const names = new Map(
      own.flatMap(({ norad_cat_id, name }) => {
        const at = positions.get(norad_cat_id)!;
        return name === rows[at]!.name ? [] : [[at, name] as const];
      }),
    );
    return {
      set: setOfGroup(slug),
      title,
      members: own.map((one) => positions.get(one.norad_cat_id)!),
      names,
    };
  });
}

/**
 * Makes the CZML of groups: positions for a day from the time of the release, of each object as long as its elements are an orbit. Objects
 * that have decayed, or whose elements are no orbit by then, are omitted. The positions of an object of several groups are computed once.
 */
function pathsOf(rows: readonly Row[], ends: ReadonlyMap<number, number>, generatedAt: string) {
  const from = Date.parse(generatedAt);
  const to = from + GROUP_HOURS * 3_600_000;
  const known = new Map<number, FixedPoint[] | null>();
  const pointsOf = (at: number) => {
    const { set, decayed } = rows[at]!;
    if (!known.has(at)) known.set(at, decayed ? null : pathOf(set, { until: ends.get(set.norad_cat_id) }, from, to));
    return known.get(at)!;
  };
  return ({ title, members, names }: ElementSetOf) => {
    const objects = members.flatMap((at) => {
      const { set, name } = rows[at]!;
      const points = pointsOf(at);
      const description = `Catalog number ${set.norad_cat_id}. Computed with SGP4 from elements of ${set.epoch}Z`;
      return points ? [{ norad_cat_id: set.norad_cat_id, name: names?.get(at) ?? name, description, points }] : [];
    });
    const description = `Positions for ${GROUP_HOURS} hours from the release of ${generatedAt}; newer releases replace this file`;
    return {
      text: `${JSON.stringify(czmlDocument({ name: title, description, from, to }, objects))}\n`,
      omitted: members.length - objects.length,
    };
  };
}

/** Parquet that any reader opens: numbers as doubles, Snappy, sorted by catalog number. */
async function parquetFiles(
  store: Store,
  folder: ReleaseFolder,
  sets: readonly ElementSetOf[],
  rows: readonly Row[],
  index: ReadonlyMap<string, ElementSetFiles>,
): Promise<void> {
  const values = columns(elementSet).map(({ name, json }) =>
    name === 'epoch'
      ? "replace(e.epoch, 'Z', '')::TIMESTAMP AS epoch"
      : json === 'number'
        ? `e.${name}::DOUBLE AS ${name}`
        : name === 'object_name'
          ? 'coalesce(w.name, e.object_name) AS object_name'
          : `e.${name}`,
  );
  const table = await store.table('written_sets', { written_in: 'VARCHAR', norad: 'INTEGER', name: 'VARCHAR' });
  for (const { set, members, names } of sets)
    for (const at of members) table.push([set, rows[at]!.set.norad_cat_id, names?.get(at) ?? null]);
  table.close();
  for (const { set } of sets) {
    const query = `SELECT ${values.join(', ')} FROM elements e JOIN written_sets w ON w.norad = e.norad_cat_id
      WHERE w.written_in = ${sqlText(set)} ORDER BY e.norad_cat_id`;
    const written = await parquetFile(store, folder, `elements/${set}.parquet`, query, 10_000);
    index.get(set)!.files.push({ form: 'parquet', ...written, omitted: 0 });
  }
  await store.run('DROP TABLE written_sets');
}

/** SATCAT's rows as the table `satcat`, all of them text as CelesTrak wrote it, from which `/satcat/records.php` responds. */
export async function buildSatcat(store: Store): Promise<void> {
  const columns = satcatColumns.map((name) => `${name} VARCHAR NOT NULL`);
  await store.run(`CREATE TABLE satcat (${columns.join(', ')})`);
  await store.run(`INSERT INTO satcat SELECT ${satcatColumns.join(', ')} FROM satcat_read`);
}

/** `/pub/satcat.csv`: the file that CelesTrak sent, byte for byte. */
export async function publishSatcat(folder: ReleaseFolder, path: string | null): Promise<void> {
  if (path !== null) await folder.packed('public/pub/satcat.csv', await readFile(path));
}
