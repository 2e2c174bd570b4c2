import type { NamedElements } from '../orbit/formats/celestrak-forms.ts';
import type { ObjectSelection } from '../release/archive.ts';
import type { Database, Parameters } from '../release/database.ts';
import type { RecordStore } from '../release/record-store.ts';
import type { CelestrakSelection } from '../schema/celestrak-query.ts';
import type { SatcatRow } from '../schema/objects/satcat-record.ts';

/** Flags of `/satcat/records.php`. */
interface SatcatFlags {
  readonly payloads: boolean;
  readonly onOrbit: boolean;
  readonly active: boolean;
  readonly max: number | null;
}

/** The condition that names which a query leaves out do not match. */
const exceptOf = ({ except }: { readonly except?: string }, name: string): string[] =>
  except === undefined ? [] : [`NOT regexp_matches(${name}, $except)`];

/** A condition over a table of objects, given the columns that it names them by, and its parameters. */
function conditionOf(
  selection: CelestrakSelection,
  column: { id: string; designator: string; name: string },
): { where: string; values: Parameters } {
  switch (selection.kind) {
    case 'CATNR':
      return { where: `${column.id} = $id`, values: { id: selection.norad_cat_id } };
    case 'INTDES':
      return {
        where: selection.whole ? `${column.designator} = $prefix` : `starts_with(${column.designator}, $prefix)`,
        values: { prefix: selection.prefix },
      };
    case 'NAME':
      return {
        where: [`contains(upper(${column.name}), upper($part))`, ...exceptOf(selection, column.name)].join(' AND '),
        values: { part: selection.part, ...(selection.except !== undefined && { except: selection.except }) },
      };
    default:
      return {
        where: `${column.id} IN (SELECT norad_cat_id FROM memberships WHERE slug = $slug)`,
        values: { slug: selection.slug },
      };
  }
}

/** The queries behind CelesTrak's addresses. One object is read from the record store: DuckDB would need milliseconds for it. */
export function celestrakQueries(database: Database, records: Pick<RecordStore, 'elements'>) {
  /** Element sets by catalog number; in a group under the names that the group uses. */
  const read = async (group: string | null, where: string, values: Parameters): Promise<NamedElements[]> => {
    const rows = await database.rows<NamedElements['set'] & { named: string }>(
      `SELECT e.* EXCLUDE (orbit_class), coalesce(m.name, e.object_name) AS named
      FROM elements e LEFT JOIN memberships m ON m.norad_cat_id = e.norad_cat_id AND m.slug = $group
      WHERE ${where} ORDER BY e.norad_cat_id`,
      { ...values, group },
    );
    return rows.map(({ named, ...set }) => ({ set, name: named }));
  };
  /** The element sets that a query selects. */
  const elements = async (selection: CelestrakSelection): Promise<NamedElements[]> => {
    if (selection.kind === 'CATNR') {
      const set = records.elements(selection.norad_cat_id)?.elements;
      return set ? [{ set, name: set.object_name }] : [];
    }
    const columns = { id: 'e.norad_cat_id', designator: 'e.object_id', name: 'e.object_name' };
    const { where, values } = conditionOf(selection, columns);
    return read(selection.kind === 'GROUP' ? selection.slug : null, where, values);
  };
  return {
    elements,
    /** The archived element sets that a query selects. Members of a list are those that have elements in this release. */
    async archived(selection: CelestrakSelection): Promise<ObjectSelection> {
      if (selection.kind === 'CATNR') return selection.norad_cat_id;
      const columns = { id: 'norad_cat_id', designator: 'object_id', name: 'object_name' };
      const { where, values } = conditionOf(selection, columns);
      if (selection.kind === 'INTDES' || selection.kind === 'NAME') return { where, values };
      const query = `SELECT norad_cat_id FROM elements WHERE ${where}`;
      const { norad_cat_id } = await database.table<{ norad_cat_id: Int32Array }>(query, values);
      // A list in the text would be compared with each row.
      const among = "SELECT TRY_CAST(unnest(string_split($ids, ',')) AS INTEGER)";
      return { where: `norad_cat_id IN (${among})`, values: { ids: norad_cat_id.join() } };
    },
    /** The element sets of some objects, in the order of `ids`, under the names of a group if one is given. */
    async elementsOf(ids: Int32Array, group: string | null): Promise<NamedElements[]> {
      const among = "e.norad_cat_id IN (SELECT unnest(string_split($ids, ','))::INTEGER)";
      const found = new Map((await read(group, among, { ids: ids.join() })).map((one) => [one.set.norad_cat_id, one]));
      return Array.from(ids, (id) => found.get(id)).filter((one) => one !== undefined);
    },
    /** SATCAT's own rows. */
    satcat(selection: CelestrakSelection, { payloads, onOrbit, active, max }: SatcatFlags) {
      const { where, values } = conditionOf(selection, {
        id: 'NORAD_CAT_ID::INTEGER',
        designator: 'OBJECT_ID',
        name: 'OBJECT_NAME',
      });
      const conditions = [
        where,
        ...(payloads ? ["OBJECT_TYPE = 'PAY'"] : []),
        ...(onOrbit ? ["DECAY_DATE = ''"] : []),
        ...(active ? ["OPS_STATUS_CODE IN ('+', 'P', 'B', 'S', 'X')"] : []),
      ];
      return database.rows<SatcatRow>(
        `FROM satcat WHERE ${conditions.join(' AND ')} ORDER BY NORAD_CAT_ID::INTEGER ${max === null ? '' : `LIMIT ${max}`}`,
        values,
      );
    },
  };
}
