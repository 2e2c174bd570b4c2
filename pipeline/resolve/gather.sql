-- What was read, prepared for resolution: all objects (objects), the newest element set of each (newest_elements), the sources of rows (sources_read), and
-- rows of records that have several (repeated). A row about an object that is in no catalog is rejected with a reason.

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
