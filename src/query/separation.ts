import type { Database } from '../release/database.ts';
import { coarseDates } from '../schema/coarse-dates.ts';
import { sqlTexts } from '../schema/escaped-text.ts';
import type { Breakup } from '../schema/objects/breakup.ts';
import { datePrecisions } from '../schema/vocabulary.ts';

/** Minimum number of pieces of a break-up: fewer pieces of debris on one day are covers and adapters of the object. */
export const LEAST_PIECES = 10;

/** Days of separation from `from` up to `to` (exclusive), `2026-08-17`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** SQL of the catalog number in a JCAT id, which is `S` and the number, also if GCAT's files do not have the object itself. */
const numberIn = (jcatId: string) => `try_cast(regexp_extract(${jcatId}, '^S(\\d{5,})$', 1) AS INTEGER)`;

const breakupsOf = (condition: string) => `
  WITH coarse AS (${coarseDates('separation_date')}),
  clouds AS (
    SELECT parent_gcat_id, separation_date, coalesce(arg_max(precision, list_position([${sqlTexts(datePrecisions)}], precision)), 'day') AS separation_precision, count(*)::INTEGER AS pieces,
      (count(*) FILTER (disposition = 'IN_ORBIT'))::INTEGER AS in_orbit,
      (count(*) FILTER (operational_status = 'DECAYED'))::INTEGER AS decayed,
      min(perigee_km) FILTER (disposition = 'IN_ORBIT') AS lowest_perigee_km,
      max(apogee_km) FILTER (disposition = 'IN_ORBIT') AS highest_apogee_km
    FROM satellites LEFT JOIN coarse USING (norad_cat_id) WHERE object_class = 'DEBRIS' AND parent_gcat_id IS NOT NULL AND ${condition}
    GROUP BY parent_gcat_id, separation_date HAVING count(*) >= ${LEAST_PIECES})
  SELECT parent_gcat_id || '-' || strftime(c.separation_date, '%Y-%m-%d') AS id, c.parent_gcat_id, p.norad_cat_id, p.name, p.cospar_id,
    strftime(c.separation_date, '%Y-%m-%d') AS separation_date, separation_precision, pieces, in_orbit, decayed, lowest_perigee_km, highest_apogee_km
  FROM clouds c LEFT JOIN (SELECT norad_cat_id, name, cospar_id FROM satellites) p
    ON p.norad_cat_id = ${numberIn('c.parent_gcat_id')}
  ORDER BY pieces DESC, id`;

/** A break-up as it is counted by the parents of its pieces. */
export type CountedBreakup = Omit<Breakup, 'without_parent' | 'decayed_without_parent'>;

/** Every break-up with enough pieces, or those of some days, the largest first. Throws CatalogError. */
export const readBreakups = (database: Database, days?: Days): Promise<CountedBreakup[]> =>
  days
    ? database.rows<CountedBreakup>(breakupsOf('separation_date >= $from::DATE AND separation_date < $to::DATE'), {
        from: days.from,
        to: days.to,
      })
    : database.rows<CountedBreakup>(breakupsOf('separation_date IS NOT NULL'));

const debrisWithoutParent = `
  SELECT parent_gcat_id || '-' || strftime(separation_date, '%Y-%m-%d') AS id, count(*)::INTEGER AS without_parent,
    (count(*) FILTER (operational_status = 'DECAYED'))::INTEGER AS decayed_without_parent
  FROM (SELECT DISTINCT parent_gcat_id, separation_date, launch_id FROM satellites
      WHERE object_class = 'DEBRIS' AND parent_gcat_id IS NOT NULL AND separation_date IS NOT NULL)
    JOIN (SELECT launch_id, operational_status FROM satellites WHERE object_class = 'DEBRIS' AND parent_gcat_id IS NULL) USING (launch_id)
  GROUP BY parent_gcat_id, separation_date`;

/** Every break-up, with the debris of its launch of which no source states the parent. Throws CatalogError. */
export async function readBreakupsWithRest(database: Database): Promise<Breakup[]> {
  const [breakups, rest] = await Promise.all([
    readBreakups(database),
    database.rows<Pick<Breakup, 'id' | 'without_parent' | 'decayed_without_parent'>>(debrisWithoutParent),
  ]);
  const known = new Map(rest.map((row) => [row.id, row]));
  return breakups.map((one) => ({
    ...one,
    ...(known.get(one.id) ?? { without_parent: 0, decayed_without_parent: 0 }),
  }));
}

/** How many pieces of debris have decayed, and of how many of these no source states the origin. Throws CatalogError. */
export const readDebrisOrigins = async (
  database: Database,
): Promise<{ readonly decayed: number; readonly decayed_without_parent: number }> =>
  (
    await database.rows<{ decayed: number; decayed_without_parent: number }>(
      `SELECT count(*)::INTEGER AS decayed, (count(*) FILTER (parent_gcat_id IS NULL))::INTEGER AS decayed_without_parent
        FROM satellites WHERE object_class = 'DEBRIS' AND operational_status = 'DECAYED'`,
    )
  )[0]!;

/** Catalog numbers of the pieces of a break-up: those in orbit first. Throws CatalogError. */
export const readPieces = (
  database: Database,
  { parent_gcat_id, separation_date }: CountedBreakup,
): Promise<Int32Array> =>
  database.integers(
    `SELECT norad_cat_id FROM satellites
      WHERE object_class = 'DEBRIS' AND parent_gcat_id = $parent AND separation_date = $day::DATE
      ORDER BY disposition = 'IN_ORBIT' DESC, norad_cat_id`,
    { parent: parent_gcat_id, day: separation_date },
  );

/** Relations of an object to another by separation, from GCAT, in the order of lists. */
export const relations = ['parent', 'child', 'sibling'] as const;
export type Relation = (typeof relations)[number];

// The ids of one object are computed once: of every object, they take three times as long as the rest.
const relatives = `SELECT other.norad_cat_id,
    CASE WHEN other.norad_cat_id = own.parent THEN 0 WHEN other.parent_gcat_id = own.jcat_id THEN 1 ELSE 2 END::INTEGER AS relation
  FROM satellites other, (
    SELECT norad_cat_id, printf('S%05d', norad_cat_id) AS jcat_id, ${numberIn('parent_gcat_id')} AS parent, parent_gcat_id FROM satellites WHERE norad_cat_id = $id) own
  WHERE other.norad_cat_id <> own.norad_cat_id
    AND (other.norad_cat_id = own.parent OR other.parent_gcat_id = own.jcat_id OR other.parent_gcat_id = own.parent_gcat_id)
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
