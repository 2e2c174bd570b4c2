import { sqlTexts } from '../../src/schema/escaped-text.ts';
import { type Column, columns, createTable } from '../../src/schema/field.ts';
import { claim, verdict } from '../../src/schema/objects/claim.ts';
import { rules } from '../../src/schema/objects/confidence.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { sourceSlugs } from '../../src/schema/release/source.ts';
import { type Range, type Store, within } from '../store.ts';

/** A name without case, accents and punctuation: alternate names that differ in nothing else count as one. */
function plain(name: string): string {
  return `regexp_replace(upper(strip_accents(${name})), '[^\\p{L}\\p{N}]', '', 'g')`;
}

/** SQL for columns with claims that are not the value of a single one, from the values of claims (`w`) and the joined tables. */
const worked: Record<string, string> = {
  norad_cat_id: 'o.norad_cat_id',
  name: "coalesce(w.name, 'UNKNOWN')",
  alt_names: `list_filter(coalesce(n.alt_names, []), x -> ${plain('x')} <> ${plain("coalesce(w.name, 'UNKNOWN')")})`,
  object_class: "coalesce(w.object_class, 'UNKNOWN')",
  operational_status: "if(w.decay_date IS NOT NULL, 'DECAYED', coalesce(w.operational_status, 'UNKNOWN'))",
  orbit_class: "coalesce(w.orbit_class, 'UNKNOWN')",
  country: "coalesce(w.country, 'UNKNOWN')",
  operator: 'p.name',
  elements_epoch: "replace(w.elements_epoch, 'Z', '')::TIMESTAMP",
  disposition: "coalesce(w.disposition, 'UNKNOWN')",
};

/** Creates the empty tables for objects. Claims and provenance, which are most of the data, are written directly into the release. */
export async function objectTables(store: Store): Promise<void> {
  await store.run(
    createTable('satellites', satellite).replace('updated_at TIMESTAMP NOT NULL', 'updated_at TIMESTAMP'),
  );
  for (const [table, record] of [
    ['claims', claim],
    ['provenance', verdict],
  ] as const) {
    await store.run(createTable(`release.${table}`, record));
    await store.run(`CREATE VIEW ${table} AS FROM release.${table}`);
  }
}

/** Builds the records of a range (`satellites`) and their evidence (`claims`, `provenance`) from the judged claims. */
export async function buildObjects(store: Store, range: Range): Promise<void> {
  const fields = columns(satellite);
  const among = within('norad_cat_id', range);
  await store.run(
    `CREATE OR REPLACE TEMP TABLE wide AS SELECT norad, ${fields.map(pivot).join(', ')} FROM picked GROUP BY norad`,
  );
  // Each name once, whatever its spelling: its sources, and the trust and certainty of its best claim.
  await store.run(`CREATE OR REPLACE TEMP TABLE other_names AS
      SELECT norad, arg_min(value_text, rank) AS value_text, bit_or(1 << source::INTEGER) AS sources, min(trust) AS trust, arg_min(uncertain, rank) AS uncertain
      FROM claims_all JOIN field_rules r USING (field)
      WHERE r.name IN ('name', 'alt_names', 'common_name') AND NOT is_unknown
        AND NOT (source = 1 AND norad IN (FROM swapped)) AND NOT regexp_matches(value_text, '[][(){}]')
      GROUP BY norad, ${plain('value_text')}`);
  await store.run(
    'CREATE OR REPLACE TEMP TABLE names AS SELECT norad, list_sort(list(value_text)) AS alt_names FROM other_names GROUP BY norad',
  );
  await store.run(`INSERT INTO satellites BY NAME
    SELECT ${fields.map((field) => `${worked[field.name] ?? field.computed ?? `w.${field.name}`} AS ${field.name}`).join(', ')}
    FROM (FROM objects WHERE ${among}) o LEFT JOIN wide w ON w.norad = o.norad_cat_id LEFT JOIN names n ON n.norad = o.norad_cat_id
      LEFT JOIN country_names c ON c.code = w.country LEFT JOIN operator_names p ON p.code = w.operator
    ORDER BY o.norad_cat_id`);
  await evidence(store, range);
}

/** The newest element set of each object, with the class of its orbit (`elements`). */
export async function buildElements(store: Store): Promise<void> {
  await store.run(createTable('elements', elementSet));
  await store.run(`INSERT INTO elements BY NAME SELECT e.* EXCLUDE (row_id), s.orbit_class
    FROM newest_elements e JOIN satellites s USING (norad_cat_id) ORDER BY norad_cat_id`);
}

/** The value of one field among the picked claims of an object. */
function pivot(field: Column, number: number): string {
  const value =
    field.sql === 'DOUBLE' ? 'value_numeric' : field.sql === 'DATE' ? "DATE '1970-01-01' + value_date" : 'value_text';
  return `any_value(${value}) FILTER (WHERE field = ${number}) AS ${field.name}`;
}

/** Claims for publication: each with its own confidence, every side of a disagreement marked, operators by name. */
async function evidence(store: Store, range: Range): Promise<void> {
  const slugs = sqlTexts(sourceSlugs);
  const confidence = Object.entries(rules)
    .map(([rule, { confidence: level }]) => `WHEN '${rule}' THEN '${level}'`)
    .join(' ');
  const conflicting = sqlTexts(
    Object.entries(rules).flatMap(([rule, { confidence: level }]) => (level === 'CONFLICTING' ? rule : [])),
  );
  // Another claim of the same group with the value of a head that disagrees, and every name that either catalog gives by a swapped number.
  await store.run(`CREATE OR REPLACE TEMP TABLE marked AS
    SELECT claim_id FROM claims_all c JOIN special s USING (norad, field) JOIN field_rules r USING (field) WHERE s.rule = 'identity_swapped' AND r.name = 'name' AND c.source IN (0, 1)
    UNION SELECT DISTINCT c.claim_id FROM claims_all c JOIN heads h USING (norad, field, independence_group) JOIN sides s ON s.claim_id = h.claim_id AND s.state = 'disagree'
    WHERE c.value_text IS NOT DISTINCT FROM h.value_text AND c.value_numeric IS NOT DISTINCT FROM h.value_numeric AND c.value_date IS NOT DISTINCT FROM h.value_date AND NOT c.is_unknown`);
  await store.run(`INSERT INTO release.claims BY NAME
    SELECT c.norad AS norad_cat_id, r.name AS field, coalesce(o.name, c.value_text) AS value_text, c.value_numeric, DATE '1970-01-01' + c.value_date AS value_date, NULL AS value_bool,
      c.precision, c.uncertain, CASE WHEN v.conflicting AND (p.claim_id IS NOT NULL OR s.disagrees OR m.claim_id IS NOT NULL) THEN 'CONFLICTING' WHEN p.claim_id IS NOT NULL AND r.name <> 'alt_names' THEN CASE v.rule ${confidence} END WHEN c.trust = 2 THEN 'LOW' WHEN c.uncertain THEN 'MEDIUM'
        WHEN s.agrees THEN 'CONFIRMED' WHEN c.trust = 0 THEN 'HIGH' ELSE 'MEDIUM' END AS confidence,
      p.claim_id IS NOT NULL AS selected, n.slug AS source, c.record AS source_record, c.raw, c.observed AS observed_at, c.url
    FROM claims_all c JOIN field_rules r USING (field) JOIN source_names n USING (source)
      LEFT JOIN (SELECT claim_id, bool_or(state = 'disagree') AS disagrees, bool_or(state = 'agree') AS agrees FROM sides GROUP BY ALL) s USING (claim_id)
      LEFT JOIN (SELECT norad, field, rule, rule IN (${conflicting}) AS conflicting FROM verdicts) v USING (norad, field)
      LEFT JOIN marked m USING (claim_id)
      LEFT JOIN operator_names o ON o.code = if(r.name = 'operator', c.value_text, NULL)
      LEFT JOIN (SELECT claim_id FROM picked) p USING (claim_id)
    ORDER BY c.norad, c.field, selected DESC, c.trust, c.source, c.claim_id`);
  await store.run(`INSERT INTO release.provenance BY NAME
    SELECT v.norad AS norad_cat_id, r.name AS field, CASE rule ${confidence} END AS confidence,
      list_filter([${slugs}], (x, i) -> (v.sources >> (i - 1)) & 1 = 1) AS sources, rule, uncertain, note
    FROM verdicts v JOIN field_rules r USING (field) WHERE r.name <> 'alt_names'
    UNION ALL BY NAME
    SELECT norad AS norad_cat_id, 'norad_cat_id' AS field, 'HIGH' AS confidence, list_filter([${slugs}], (x, i) -> (sources >> (i - 1)) & 1 = 1) AS sources, 'key' AS rule, false AS uncertain
    FROM (SELECT norad, bit_or(1 << source::INTEGER) AS sources FROM rows_read WHERE ${within('norad', range)} AND row_id NOT IN (FROM borrowed_rows) GROUP BY norad) WHERE norad IN (SELECT norad_cat_id FROM objects)
    UNION ALL BY NAME
    SELECT norad_cat_id, 'alt_names' AS field, CASE rule ${confidence} END AS confidence, list_filter([${slugs}], (x, i) -> (sources >> (i - 1)) & 1 = 1) AS sources, rule, rule = 'doubtful' AS uncertain
    FROM (SELECT s.norad_cat_id, bit_or(o.sources) AS sources, CASE WHEN bool_or(o.uncertain) THEN 'doubtful' WHEN bool_or(o.trust > 0) THEN 'medium_trust' ELSE 'high_trust_alone' END AS rule
      FROM satellites s JOIN other_names o ON o.norad = s.norad_cat_id AND list_contains(s.alt_names, o.value_text) WHERE ${within('s.norad_cat_id', range)} GROUP BY s.norad_cat_id)
    ORDER BY norad_cat_id, field`);
}
