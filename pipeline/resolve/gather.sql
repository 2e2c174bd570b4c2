-- Prepares the rows that were read for resolution: all objects (objects), the newest element set of each (newest_elements), the sources of
-- rows (sources_read), and the rows of records that have several (repeated). A row about an object that is in no catalog is rejected with a
-- reason. Claims that cannot be true by the day of the release, and amounts of zero, are rejected by the rules in plausible.ts.

CREATE OR REPLACE TEMP MACRO field_of(wanted) AS (SELECT field FROM field_rules WHERE name = wanted);

CREATE OR REPLACE TEMP TABLE impossible AS
  SELECT claim_id, row_id, f.name, coalesce(raw, value_text, value_numeric::VARCHAR) AS value,
    if(value_numeric IS NULL, 'after_release', 'not_positive') AS reason
  FROM staged_claims JOIN field_rules f USING (field)
  WHERE (f.name IN ('launch_date', 'decay_date', 'operational_status', 'disposition')
      AND coalesce(day_from, since) > date_diff('day', DATE '1970-01-01', getvariable('release_time')::DATE))
    OR (f.name IN ('launch_mass_kg', 'dry_mass_kg', 'power_w', 'length_m', 'diameter_m', 'span_m', 'period_min') AND value_numeric <= 0);
INSERT INTO rejects_read
  SELECT r.file_id, n.slug, r.file, r.line, r.record, i.reason, i.name, i.value, 'value'
  FROM impossible i JOIN rows_read r USING (row_id) JOIN source_names n USING (source);
DELETE FROM staged_claims WHERE claim_id IN (SELECT claim_id FROM impossible);

CREATE TABLE objects AS
  SELECT DISTINCT norad AS norad_cat_id FROM rows_read WHERE creates_object ORDER BY norad;

INSERT INTO rejects_read
  SELECT file_id, slug, file, line, record, 'not_in_catalogue', NULL, norad::VARCHAR, 'row'
  FROM rows_read JOIN source_names USING (source) WHERE norad NOT IN (SELECT norad_cat_id FROM objects)
  UNION ALL
  SELECT file_id, slug, file, line, uuid, 'not_in_catalogue', NULL, norad_cat_id::VARCHAR, 'row'
  FROM transmitters_read JOIN source_names USING (source) WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM objects);

CREATE TABLE newest_elements AS
  SELECT norad AS norad_cat_id, e.* FROM elements_read e JOIN rows_read USING (row_id)
  QUALIFY row_number() OVER (PARTITION BY norad ORDER BY epoch DESC, row_id) = 1;
CREATE TABLE older_elements AS
  SELECT row_id FROM elements_read WHERE row_id NOT IN (SELECT row_id FROM newest_elements);

CREATE TABLE sources_read AS
  SELECT slug FROM source_names WHERE source IN (SELECT source FROM rows_read UNION SELECT source FROM transmitters_read);

CREATE TABLE repeated AS
  SELECT row_id FROM rows_read QUALIFY count(*) OVER (PARTITION BY source, record) > 1;

-- What is read for the first time was there before: objects that only such files list, and sources that have no other file.
CREATE TABLE newly_read_objects AS
  SELECT norad AS norad_cat_id FROM rows_read JOIN files USING (file_id) WHERE creates_object GROUP BY norad HAVING bool_and(is_first);
CREATE TABLE newly_read_sources AS
  SELECT slug FROM rows_read JOIN files USING (file_id) JOIN source_names USING (source) GROUP BY slug HAVING bool_and(is_first);
