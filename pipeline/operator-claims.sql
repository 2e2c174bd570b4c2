-- Infers the operator of payloads that GCAT does not list yet, as claims: if all payloads of a series of names (STARLINK-1008 and
-- STARLINK-36201) that GCAT lists have one operator, the other payloads of the series have it, too. Needs the launches of objects by
-- SATCAT's designators (designated).

CREATE TEMP TABLE of_series AS
  SELECT DISTINCT d.norad, d.launch_id, unnest(string_split(s.spaces, '|')) AS series
  FROM designated d JOIN staged_claims s USING (norad) JOIN rows_read r USING (row_id)
  WHERE s.field = getvariable('name_field') AND r.source = getvariable('celestrak') AND NOT s.is_unknown AND s.spaces <> ''
    AND d.norad IN (
      SELECT s.norad FROM staged_claims s JOIN rows_read r USING (row_id)
      WHERE s.field = getvariable('class_field') AND r.source = getvariable('celestrak') AND s.value_text = 'PAYLOAD');
CREATE TEMP TABLE owned AS
  SELECT DISTINCT s.norad, s.value_text AS country FROM staged_claims s JOIN rows_read r USING (row_id)
  WHERE s.field = getvariable('country_field') AND r.source = getvariable('celestrak') AND NOT s.is_unknown;
CREATE TEMP TABLE listed AS
  SELECT row_id, norad FROM rows_read WHERE source = getvariable('gcat') AND row_id NOT IN (FROM borrowed_rows);

CREATE TEMP TABLE known_series AS
  SELECT o.series, count(DISTINCT o.norad) AS payloads, count(DISTINCT o.launch_id) AS launches, count(DISTINCT s.value_text) AS operators,
    any_value(s.value_text) AS operator, arg_max(s.claim_id, o.norad) AS example, list(DISTINCT c.country) AS countries
  FROM of_series o JOIN listed l USING (norad) JOIN staged_claims s USING (row_id) LEFT JOIN owned c ON c.norad = o.norad
  WHERE s.field = getvariable('operator_field') AND NOT s.is_unknown GROUP BY o.series;
CREATE TABLE inferred_operators AS
  SELECT o.norad, any_value(k.operator) AS operator, arg_max(k.example, k.payloads) AS example, max(k.payloads)::INTEGER AS payloads, arg_max(k.launches, k.payloads)::INTEGER AS launches
  FROM of_series o JOIN known_series k USING (series) LEFT JOIN owned c USING (norad)
  WHERE o.norad NOT IN (SELECT norad FROM listed)
    AND o.norad NOT IN (SELECT norad FROM staged_claims WHERE field = getvariable('operator_field') AND NOT is_unknown)
  GROUP BY o.norad
  HAVING max(k.operators) = 1 AND count(DISTINCT k.operator) = 1 AND max(k.payloads) >= getvariable('least_payloads') AND max(k.launches) >= getvariable('least_launches')
    AND bool_and(c.country IS NULL OR list_contains(k.countries, c.country));

-- One row for each object: that of the newest payload of the series.
CREATE TEMP TABLE inferred_rows AS
  SELECT (SELECT coalesce(max(row_id), 0) FROM rows_read) + row_number() OVER (ORDER BY i.norad) AS row_id, i.norad, i.example
  FROM inferred_operators i;
INSERT INTO rows_read BY NAME
  SELECT i.row_id, r.file_id, r.source, r.file, r.line, i.norad, r.record, r.url, r.observed, false AS creates_object
  FROM inferred_rows i JOIN staged_claims s ON s.claim_id = i.example JOIN rows_read r ON r.row_id = s.row_id ORDER BY i.row_id;
INSERT INTO staged_claims BY NAME
  SELECT (SELECT coalesce(max(claim_id), 0) FROM staged_claims) + row_number() OVER (ORDER BY i.row_id) AS claim_id, i.row_id, i.norad, s.field, true AS derived,
    'series' AS inputs, true AS guess, s.value_text, false AS uncertain, false AS is_unknown, false AS lasting, s.weight, s.keys, s.spaces, s.near, coalesce(s.raw, s.value_text) AS raw
  FROM inferred_rows i JOIN staged_claims s ON s.claim_id = i.example ORDER BY i.row_id;
INSERT INTO borrowed_rows SELECT row_id FROM inferred_rows;
