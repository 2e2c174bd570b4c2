import type { NamedElements } from '../orbit/celestrak-forms.ts';
import type { Database, Parameters } from '../release/database.ts';
import type { CelestrakSelection } from '../schema/celestrak-query.ts';
import type { SatcatRow } from '../schema/satcat-record.ts';

/** Flags of `/satcat/records.php`. */
interface SatcatFlags {
  readonly payloads: boolean;
  readonly onOrbit: boolean;
  readonly active: boolean;
  readonly max: number | null;
}

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
      return { where: `contains(upper(${column.name}), upper($part))`, values: { part: selection.part } };
    default:
      return {
        where: `${column.id} IN (SELECT norad_cat_id FROM memberships WHERE slug = $slug)`,
        values: { slug: selection.slug },
      };
  }
}

/** What CelesTrak's addresses are answered from. */
export function celestrakQueries(database: Database) {
  return {
    /** The element sets that a query selects, by catalog number; in a group under the names that the group uses. */
    async elements(selection: CelestrakSelection): Promise<NamedElements[]> {
      const { where, values } = conditionOf(selection, {
        id: 'e.norad_cat_id',
        designator: 'e.object_id',
        name: 'e.object_name',
      });
      const grouped = selection.kind === 'GROUP';
      const rows = await database.rows<NamedElements['set'] & { named: string }>(
        `SELECT e.* EXCLUDE (orbit_class), ${grouped ? 'coalesce(m.name, e.object_name)' : 'e.object_name'} AS named
        FROM elements e ${grouped ? 'LEFT JOIN memberships m ON m.norad_cat_id = e.norad_cat_id AND m.slug = $slug' : ''}
        WHERE ${where} ORDER BY e.norad_cat_id`,
        values,
      );
      return rows.map(({ named, ...set }) => ({ set, name: named }));
    },
    /** The element sets of some objects, in the order of `ids`, under the names of a group where one is given. */
    async elementsOf(ids: Int32Array, group: string | null): Promise<NamedElements[]> {
      const rows = await database.rows<NamedElements['set'] & { named: string }>(
        `SELECT e.* EXCLUDE (orbit_class), ${group === null ? 'e.object_name' : 'coalesce(m.name, e.object_name)'} AS named
        FROM elements e ${group === null ? '' : 'LEFT JOIN memberships m ON m.norad_cat_id = e.norad_cat_id AND m.slug = $group'}
        WHERE e.norad_cat_id IN (SELECT unnest(string_split($ids, ','))::INTEGER)`,
        { ids: ids.join(), ...(group !== null && { group }) },
      );
      const found = new Map(rows.map(({ named, ...set }) => [set.norad_cat_id, { set, name: named }]));
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
