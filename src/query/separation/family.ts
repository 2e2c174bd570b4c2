import type { Database } from '../../release/database.ts';

/** Relations of an object to another by separation, from GCAT, in the order of lists. */
export const relations = ['parent', 'child', 'sibling'] as const;
export type Relation = (typeof relations)[number];

const relatives = `SELECT other.norad_cat_id,
    CASE WHEN other.gcat_id = own.parent_gcat_id THEN 0 WHEN other.parent_gcat_id = own.gcat_id THEN 1 ELSE 2 END::INTEGER AS relation
  FROM satellites other, (SELECT norad_cat_id, gcat_id, parent_gcat_id FROM satellites WHERE norad_cat_id = $id) own
  WHERE other.norad_cat_id <> own.norad_cat_id
    AND (other.gcat_id = own.parent_gcat_id OR other.parent_gcat_id = own.gcat_id OR other.parent_gcat_id = own.parent_gcat_id)
  ORDER BY relation, other.object_class IS NOT DISTINCT FROM 'PAYLOAD' DESC, other.norad_cat_id`;

/**
 * Catalog numbers of the object that an object separated from, of those that separated from it, and of the others of its parent:
 * payloads first. A parent without a catalog number is not among them. Empty if no source names a parent. Throws CatalogError.
 */
export async function readFamily(database: Database, id: number): Promise<Readonly<Record<Relation, Int32Array>>> {
  const rows = await database.rows<{ norad_cat_id: number; relation: number }>(relatives, { id });
  const of = (relation: Relation) =>
    Int32Array.from(
      rows.filter((row) => relations[row.relation] === relation),
      ({ norad_cat_id }) => norad_cat_id,
    );
  return { parent: of('parent'), child: of('child'), sibling: of('sibling') };
}
