-- Holds out, by name, what cannot have been by the day of the release, and amounts of nothing.

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
