-- Adds the facts of each launch as claims about every object with its designator.

-- The designator of an object in each source; if a source has several, the one with the lowest weight.
CREATE OR REPLACE TEMP MACRO designators(of_source) AS TABLE
  SELECT s.norad, arg_min(s.value_text, s.weight * 1e9 + s.claim_id) AS cospar
  FROM staged_claims s JOIN rows_read r USING (row_id)
  WHERE s.field = getvariable('cospar_field') AND r.source = of_source GROUP BY s.norad;
CREATE OR REPLACE TEMP MACRO of_launch(field) AS list_contains(getvariable('launch_fields'), field);

-- Objects released by a space station have the station's designator, but flew on another rocket.
CREATE TEMP TABLE designated AS
  SELECT norad, cospar, cospar[1:8] AS launch_id FROM designators(getvariable('celestrak'))
  WHERE NOT list_contains(getvariable('stations'), cospar[1:8]) OR list_contains(getvariable('station_pieces'), cospar[9:]);

-- The record has SATCAT's designator: facts about the launch of GCAT's designator rank below facts about SATCAT's.
CREATE TEMP TABLE redesignated AS
  SELECT norad FROM designated d JOIN designators(getvariable('gcat')) g USING (norad) WHERE d.launch_id <> g.cospar[1:8];
UPDATE staged_claims SET weight = 1
  WHERE of_launch(field) AND norad IN (FROM redesignated) AND row_id IN (SELECT row_id FROM rows_read WHERE source = getvariable('gcat'));

CREATE TEMP TABLE launched AS
  -- The launch catalog's facts about objects for which GCAT's object catalog has none.
  WITH stated AS (
    SELECT DISTINCT s.norad, s.field FROM staged_claims s JOIN rows_read r USING (row_id)
    WHERE r.source = getvariable('gcat') AND of_launch(s.field)
      AND NOT (s.field = getvariable('vehicle_field') AND s.norad IN (FROM redesignated))),
  -- The newest launches are not in the launch catalog yet. SATCAT may have the day and the site of only some of their objects, or GCAT's
  -- object catalog those of the rocket alone: they apply to all objects of the launch.
  dated AS (
    SELECT d.launch_id, s.*, r.source, r.file_id, r.line, r.record, r.url
    FROM staged_claims s JOIN rows_read r USING (row_id) JOIN designated d ON d.norad = s.norad
    WHERE of_launch(s.field) AND d.launch_id NOT IN (SELECT launch_id FROM launches_read)
      AND (r.source = getvariable('celestrak') OR (r.source = getvariable('gcat') AND d.norad NOT IN (FROM redesignated)))
    QUALIFY row_number() OVER (PARTITION BY launch_id, s.field ORDER BY r.source <> getvariable('celestrak'), s.norad) = 1)
  SELECT d.norad, getvariable('gcat') AS source, false AS derived, 'launch.tsv' AS file, f.* EXCLUDE (launch_id), l.line, l.record, l.url
  FROM designated d JOIN launch_facts f USING (launch_id) JOIN launches_read l USING (launch_id, file_id)
    ANTI JOIN stated t ON t.norad = d.norad AND t.field = f.field
  UNION ALL BY NAME
  SELECT d.norad, t.source, true AS derived, if(t.source = getvariable('celestrak'), 'satcat.csv', 'satcat.tsv') AS file, t.file_id, t.field, t.value_text, t.value_date, t.day_from, t.day_to,
    t.precision, t.uncertain, t.weight, t.keys, t.spaces, t.near, coalesce(t.raw, t.value_text) AS raw, t.line, t.record, t.url, 'launch' AS inputs
  FROM designated d JOIN dated t USING (launch_id)
    ANTI JOIN staged_claims s ON s.norad = d.norad AND s.field = t.field;

CREATE TEMP TABLE launched_rows AS
  SELECT (SELECT coalesce(max(row_id), 0) FROM rows_read) + row_number() OVER (ORDER BY norad, record) AS row_id, *
  FROM (SELECT DISTINCT norad, source, file, file_id, line, record, url FROM launched);
INSERT INTO rows_read BY NAME
  SELECT row_id, file_id, source, file, line, norad, record, url, false AS creates_object FROM launched_rows ORDER BY row_id;
INSERT INTO staged_claims BY NAME
  SELECT (SELECT coalesce(max(claim_id), 0) FROM staged_claims) + row_number() OVER (ORDER BY row_id, field) AS claim_id, row_id, norad, field, derived, inputs, false AS guess,
    value_text, value_date, day_from, day_to, precision, uncertain, false AS is_unknown, false AS lasting, weight, keys, spaces, near, raw
  FROM launched JOIN launched_rows USING (norad, record) ORDER BY row_id, field;

-- Rows about a launch or another object: they do not list the object of their claims.
CREATE TABLE borrowed_rows AS SELECT row_id FROM launched_rows;
