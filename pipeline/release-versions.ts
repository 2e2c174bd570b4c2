import { sqlTexts } from '../src/schema/escaped-text.ts';
import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { orbitFields } from '../src/schema/release/archive.ts';

/** Fields that are not facts about the object: its key, and the time of its last change. */
const never = ['norad_cat_id', 'updated_at'];

const orbit = sqlTexts(orbitFields);

/** Fields of a record whose values are compared between releases. */
export const versionedFields = columns(satellite)
  .map(({ name }) => name)
  .filter((name) => !never.includes(name));

/** A value and its provenance, without its object and time. */
export const valueColumns = ['value', 'confidence', 'rule', 'sources', 'uncertain', 'note'];
export const claimColumns = [
  ...['source', 'source_record', 'value_text', 'value_numeric', 'value_date', 'value_bool', 'precision', 'uncertain'],
  ...['confidence', 'selected', 'raw', 'url'],
];

/** The tables of a release in SQL, and the objects to compare. */
interface VersionsOf {
  /** Prefix of the names of tables: `release.`; empty for the build itself. */
  readonly tables: string;
  /** Fields of the release's records; an earlier minor format may lack some. */
  readonly fields?: readonly string[];
  /** A condition on `norad_cat_id`. */
  readonly among?: string;
}

/**
 * SQL for every value of a release's records as JSON text with its provenance, a row each (`norad_cat_id`, `field`,
 * `valueColumns`). Values that are derived from an object's elements are left out: the elements are compared instead.
 */
export function versionsOfValues({ tables, fields = versionedFields, among = 'true' }: VersionsOf): string {
  const texts = fields.map((name) => `if(${name} IS NULL, NULL, to_json(${name})::VARCHAR) AS ${name}`).join(', ');
  return `SELECT norad_cat_id, field, value, p.confidence, p.rule, array_to_string(p.sources, ',') AS sources, p.uncertain, p.note
    FROM (UNPIVOT (SELECT norad_cat_id, ${texts} FROM ${tables}satellites WHERE ${among}) ON ${fields.join(', ')} INTO NAME field VALUE value) v
    FULL JOIN (FROM ${tables}provenance WHERE field NOT IN (${sqlTexts(never)}) AND ${among}) p USING (norad_cat_id, field)
    WHERE (value IS NOT NULL OR p.confidence IS NOT NULL)
      AND NOT (field IN (${orbit}) AND norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements))`;
}

/** SQL for the claims of a release (`norad_cat_id`, `field`, `claimColumns`, `observed_at`) without those made from its elements. */
export function versionsOfClaims({ tables, among = 'true' }: VersionsOf): string {
  return `SELECT norad_cat_id, field, ${claimColumns.join(', ')}, observed_at FROM ${tables}claims
    WHERE ${among} AND NOT (field IN (${orbit}) AND norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements))
      AND NOT (source_record LIKE 'gp-%' AND field IN ('orbit_class', 'orbit_type', ${orbit}))`;
}

/** SQL for the values of `now` that differ from `was`: the new ones, and the old ones as `was_…`; null for an absent value. */
export function differentValues(now: string, was: string): string {
  return `SELECT coalesce(n.norad_cat_id, w.norad_cat_id) AS norad_cat_id, coalesce(n.field, w.field) AS field,
      ${valueColumns.map((name) => `n.${name}`).join(', ')}, ${valueColumns.map((name) => `w.${name} AS was_${name}`).join(', ')}
    FROM ${now} n FULL JOIN ${was} w ON n.norad_cat_id = w.norad_cat_id AND n.field = w.field
    WHERE ${valueColumns.map((name) => `${compared(`n.${name}`)} IS DISTINCT FROM ${compared(`w.${name}`)}`).join(' OR ')}`;
}

/** A note counts days ("388 days older"), which grow with every release: notes are compared without their digits. */
const compared = (column: string) =>
  column.endsWith('note') ? `regexp_replace(${column}, '[0-9]+', '', 'g')` : column;

/** SQL for the claims that only one of two tables has: `withdrawn` is true for those of `was`. */
export function differentClaims(now: string, was: string): string {
  const same = claimColumns.map((name) => `n.${name} IS NOT DISTINCT FROM w.${name}`).join(' AND ');
  const only = (withdrawn: boolean, of: string, other: string) =>
    `SELECT DISTINCT norad_cat_id, field, ${withdrawn} AS withdrawn, * EXCLUDE (norad_cat_id, field)
      FROM ${of} n ANTI JOIN ${other} w ON n.norad_cat_id = w.norad_cat_id AND n.field = w.field AND ${same}`;
  return `${only(false, now, was)} UNION ALL ${only(true, was, now)}`;
}

/** SQL for the objects whose hashes differ between two queries: `norad_cat_id` and `h`, any number per object, in any order. */
export function differingObjects(now: string, was: string): string {
  const sums = (hashes: string) => `SELECT norad_cat_id, sum(h) AS sum FROM (${hashes}) GROUP BY norad_cat_id`;
  return `SELECT norad_cat_id FROM (${sums(now)}) n FULL JOIN (${sums(was)}) w USING (norad_cat_id) WHERE n.sum IS DISTINCT FROM w.sum`;
}

/** SQL for hashes of the rows of `versionsOfValues`: comparing them takes a tenth of the time of comparing the values. */
export function valueHashes({ tables, fields = versionedFields }: VersionsOf): string {
  const values = fields.map((name) =>
    (orbitFields as readonly string[]).includes(name) ? `if(with_elements, NULL, ${name})` : name,
  );
  return `SELECT norad_cat_id, hash(${values.join(', ')}) AS h
      FROM (SELECT *, norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements) AS with_elements FROM ${tables}satellites)
    UNION ALL ${verdictHashes({ tables })}
      WHERE NOT (field IN (${orbit}) AND norad_cat_id IN (SELECT norad_cat_id FROM ${tables}elements))`;
}

/** SQL for hashes of the provenance of each object's values. */
export const verdictHashes = ({ tables }: VersionsOf): string =>
  `SELECT norad_cat_id, hash(field, confidence, rule, sources, uncertain, ${compared('note')}) AS h FROM ${tables}provenance`;

/** SQL for hashes of the rows of `versionsOfClaims`. */
export const claimHashes = (of: VersionsOf): string =>
  `SELECT norad_cat_id, hash(field, ${claimColumns.join(', ')}) AS h FROM (${versionsOfClaims(of)})`;
