-- The claims about the objects of a range, except those of older element sets, with their independence groups, trust and rank (claims_all).

CREATE OR REPLACE TEMP MACRO in_range(number) AS number BETWEEN getvariable('first_norad') AND getvariable('last_norad');
-- A claim that Orbweaver derives is its own, whichever source the row is of.
CREATE OR REPLACE TEMP MACRO claimant(derived, source) AS if(derived, getvariable('own_source'), source)::TINYINT;

-- The precedence of an object's claims, most significant criterion first: claims of "unknown" last, then trust in the field, the file's own rank, how exact a
-- date is and whether its source doubts it, the field's authority, the newest observation by the second, the source. The claim's number breaks ties, so that no
-- two claims about an object have the same rank.
CREATE OR REPLACE TEMP TABLE claims_all AS
  SELECT *, row_number() OVER (
    PARTITION BY norad ORDER BY is_unknown, trust_order, weight, vagueness, authority, epoch(observed)::BIGINT DESC, source, claim_id) AS rank
  FROM (
    SELECT s.claim_id, s.norad, s.field, v.independence_group, v.trust, v.trust_order, v.authority, claimant(s.derived, r.source) AS source, r.record, r.url,
      coalesce(replace(coalesce(s.observed, r.observed), 'Z', '')::TIMESTAMP, f.fetched) AS observed,
      2 * CASE s.precision WHEN 'day' THEN 0 WHEN 'month' THEN 1 WHEN 'quarter' THEN 2 WHEN 'year' THEN 3 ELSE 4 END + s.uncertain::TINYINT AS vagueness,
      s.* EXCLUDE (claim_id, norad, field, keys, raw, observed), coalesce(s.keys, s.value_text) AS keys, coalesce(s.raw, s.value_text) AS raw
    FROM (FROM staged_claims WHERE in_range(norad)) s
      JOIN (FROM rows_read WHERE in_range(norad) OR row_id IN (SELECT row_id FROM moved WHERE in_range(norad))) r USING (row_id)
      JOIN files f USING (file_id)
      JOIN source_rules v ON v.field = s.field AND v.source = claimant(s.derived, r.source)
    WHERE s.norad IN (SELECT norad_cat_id FROM objects) AND s.row_id NOT IN (SELECT row_id FROM older_elements));

-- A record with several rows (a Wikidata item with two operators) makes each of its claims only once.
DELETE FROM claims_all WHERE (source, record) IN (FROM repeated) AND claim_id NOT IN (
  SELECT min(claim_id) FROM claims_all WHERE (source, record) IN (FROM repeated) GROUP BY norad, source, field, value_text, value_numeric, value_date, raw);
