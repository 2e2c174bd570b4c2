-- The first release has no previous one to compare with: its events are recent launches and decays.

CREATE OR REPLACE TEMP MACRO recent(day) AS
  day BETWEEN getvariable('release_time')::DATE - getvariable('seed_days')::INTEGER AND getvariable('release_time')::DATE;

INSERT INTO events BY NAME
  SELECT 'new_object-' || norad_cat_id AS id, 'new_object' AS type, norad_cat_id, cospar_id, name, object_class,
    launch_date::TIMESTAMP AS occurred_at, getvariable('release_time') AS detected_at, sources_of(norad_cat_id, 'launch_date') AS sources,
    json_object('launch_date', strftime(launch_date, '%Y-%m-%d')) AS details, launch_date::TIMESTAMP AS listed_at
  FROM satellites WHERE recent(launch_date) ORDER BY norad_cat_id;

INSERT INTO events BY NAME
  SELECT 'reentry-' || norad_cat_id AS id, 'reentry' AS type, norad_cat_id, cospar_id, name, object_class,
    decay_date::TIMESTAMP AS occurred_at, getvariable('release_time') AS detected_at, sources_of(norad_cat_id, 'decay_date') AS sources,
    reentry_details(norad_cat_id, strftime(decay_date, '%Y-%m-%d')) AS details, decay_date::TIMESTAMP AS listed_at
  FROM satellites WHERE recent(decay_date) ORDER BY norad_cat_id;

-- The newest objects have elements before any source dates their launch. Designators follow launch order: an object without a launch date
-- counts as recent if its designator is later than that of a recent launch. It counts as first seen in this release.
INSERT INTO events BY NAME
  SELECT 'new_object-' || norad_cat_id AS id, 'new_object' AS type, norad_cat_id, cospar_id, name, object_class,
    getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at, sources_of(norad_cat_id, 'name') AS sources,
    json_object('launch_date', NULL) AS details, getvariable('release_time') AS listed_at
  FROM satellites
  WHERE launch_date IS NULL AND operational_status <> 'DECAYED'
    AND launch_id[1:4] BETWEEN year(getvariable('release_time')::DATE - getvariable('seed_days')::INTEGER)::VARCHAR
      AND year(getvariable('release_time'))::VARCHAR
    AND launch_id > (SELECT min(launch_id) FROM launches WHERE recent(launch_date))
  ORDER BY norad_cat_id;
