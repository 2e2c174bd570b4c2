-- Collects the claims about the objects of a range (claims_all), of one field if `only_field` is set, with their independence groups, trust
-- and rank. Claims of older element sets are left out.

CREATE OR REPLACE TEMP MACRO in_range(number) AS number BETWEEN getvariable('first_norad') AND getvariable('last_norad');

-- The time of a claim is its own date, else that of its entry. Else it is the time of the release, if the source's entries are about the
-- present or the claim is about something that lasts. The time of a file does not count: it is only `observed`, which decides nothing. A
-- date later than the release is not an observation.
CREATE OR REPLACE TEMP MACRO said_at(day, entry, is_current, lasting) AS
  CASE WHEN day IS NOT NULL THEN if(day <= date_diff('day', DATE '1970-01-01', getvariable('release_time')::DATE), (DATE '1970-01-01' + day::INTEGER)::TIMESTAMP, NULL)
    WHEN entry IS NOT NULL THEN replace(entry, 'Z', '')::TIMESTAMP
    WHEN is_current OR lasting THEN getvariable('release_time') END;

-- The precedence of an object's claims, most significant criterion first: claims of "unknown" last, then claims about a present that may be
-- over, then trust, the file's own rank, how exact a date is and whether its source doubts it, the order of sources for the field, the
-- later own date. The claim's number breaks ties, so no two claims about an object have the same rank. Each criterion depends on the claim
-- alone, so the order stays the same if a source is missing.
CREATE OR REPLACE TEMP TABLE claims_all AS
  SELECT *, row_number() OVER (
    PARTITION BY norad ORDER BY is_unknown, stale, trust, weight, vagueness, place, said DESC NULLS LAST, claim_id) AS rank
  FROM (
    SELECT *, is_status AND NOT lasting AND NOT is_unknown AND NOT coalesce(said >= getvariable('release_time') - to_days(span), false) AS stale
    FROM (
      SELECT s.claim_id, s.norad, s.field, v.independence_group, if(s.guess, 2, v.trust)::TINYINT AS trust, v.place,
        if(s.derived, getvariable('own_source'), r.source)::TINYINT AS source, r.record, r.url, coalesce(replace(s.file_time, 'Z', '')::TIMESTAMP, replace(r.observed, 'Z', '')::TIMESTAMP, f.time) AS observed,
        said_at(s.said, r.observed, v.current, s.lasting) AS said, q.span, q.name = 'operational_status' AS is_status,
        2 * CASE s.precision WHEN 'day' THEN 0 WHEN 'month' THEN 1 WHEN 'quarter' THEN 2 WHEN 'year' THEN 3 ELSE 4 END + s.uncertain::TINYINT AS vagueness,
        s.* EXCLUDE (claim_id, norad, field, keys, raw, file_time, said), coalesce(s.keys, s.value_text) AS keys, coalesce(s.raw, s.value_text) AS raw
      FROM (FROM staged_claims WHERE in_range(norad) AND (getvariable('only_field') IS NULL OR field = field_of(getvariable('only_field')))) s
        JOIN (FROM rows_read WHERE in_range(norad) OR row_id IN (SELECT row_id FROM moved WHERE in_range(norad))) r USING (row_id)
        JOIN files f USING (file_id)
        JOIN source_rules v ON v.field = s.field AND v.source = r.source
        JOIN field_rules q ON q.field = s.field
      WHERE s.norad IN (SELECT norad_cat_id FROM objects) AND s.row_id NOT IN (SELECT row_id FROM older_elements)));

-- If a record has several rows (a Wikidata item with two operators, a row that its file repeats), each of its claims counts once, computed
-- ones included.
DELETE FROM claims_all WHERE row_id IN (FROM repeated) AND claim_id NOT IN (
  SELECT min(claim_id) FROM claims_all WHERE row_id IN (FROM repeated) GROUP BY norad, source, record, field, value_text, value_numeric, value_date, raw);
