-- Objects that the previous release did not have, and objects that have decayed since.

INSERT INTO events BY NAME
  SELECT 'new_object-' || norad_cat_id AS id, 'new_object' AS type, norad_cat_id, cospar_id, name, object_class,
    getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at, sources_of(norad_cat_id, 'name') AS sources,
    json_object('launch_date', strftime(launch_date, '%Y-%m-%d')) AS details, getvariable('release_time') AS listed_at
  FROM satellites
  WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM previous.satellites) AND 'new_object-' || norad_cat_id NOT IN (SELECT id FROM events)
  ORDER BY norad_cat_id;

INSERT INTO events BY NAME
  SELECT 'reentry-' || s.norad_cat_id AS id, 'reentry' AS type, s.norad_cat_id, s.cospar_id, s.name, s.object_class,
    coalesce(s.decay_date::TIMESTAMP, getvariable('release_time')) AS occurred_at, getvariable('release_time') AS detected_at,
    sources_of(s.norad_cat_id, 'decay_date') AS sources, json_object('decay_date', strftime(s.decay_date, '%Y-%m-%d')) AS details,
    getvariable('release_time') AS listed_at
  FROM satellites s JOIN previous.satellites p USING (norad_cat_id)
  WHERE s.operational_status = 'DECAYED' AND p.operational_status <> 'DECAYED' AND s.disposition <> 'ESCAPED'
    AND 'reentry-' || s.norad_cat_id NOT IN (SELECT id FROM events)
  ORDER BY s.norad_cat_id;
