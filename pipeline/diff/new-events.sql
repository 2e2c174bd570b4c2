-- Events of objects that no release has listed before (unless only files list them that no release has read), that have decayed since the
-- previous one, that only the previous release listed, or that only earlier ones did.

INSERT INTO events BY NAME
  SELECT 'new_object-' || norad_cat_id AS id, 'new_object' AS type, norad_cat_id, cospar_id, name, object_class,
    getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at, sources_of(norad_cat_id, 'name') AS sources,
    json_object('launch_date', strftime(launch_date, '%Y-%m-%d')) AS details, getvariable('release_time') AS listed_at
  FROM satellites
  WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM previous.satellites UNION ALL SELECT norad_cat_id FROM listed_before UNION ALL FROM newly_read_objects) AND 'new_object-' || norad_cat_id NOT IN (SELECT id FROM events)
  ORDER BY norad_cat_id;

-- An object that has come with this release has reentered if it decayed as recently as those of the first events. If the earlier reentries
-- of an object were withdrawn, it is another event: its id has the day.
INSERT INTO events BY NAME FROM (
  SELECT if('reentry-' || s.norad_cat_id IN (SELECT id FROM events), 'reentry-' || s.norad_cat_id || '-' || strftime(coalesce(s.decay_date::TIMESTAMP, getvariable('release_time')), '%Y%m%d'),
      'reentry-' || s.norad_cat_id) AS id, 'reentry' AS type, s.norad_cat_id, s.cospar_id, s.name, s.object_class,
    coalesce(s.decay_date::TIMESTAMP, getvariable('release_time')) AS occurred_at, getvariable('release_time') AS detected_at,
    sources_of(s.norad_cat_id, 'decay_date') AS sources, reentry_details(s.norad_cat_id, strftime(s.decay_date, '%Y-%m-%d')) AS details,
    getvariable('release_time') AS listed_at
  FROM satellites s JOIN (
    SELECT norad_cat_id, operational_status <> 'DECAYED' AS was_up FROM previous.satellites UNION ALL SELECT norad_cat_id, operational_status <> 'DECAYED' FROM listed_before
    UNION ALL SELECT s.norad_cat_id, s.decay_date >= getvariable('release_time')::DATE - getvariable('seed_days')::INTEGER
      FROM satellites s JOIN events e ON e.id = 'new_object-' || s.norad_cat_id AND e.detected_at = getvariable('release_time')) p USING (norad_cat_id)
  WHERE s.operational_status = 'DECAYED' AND p.was_up AND s.disposition <> 'ESCAPED'
    AND s.norad_cat_id NOT IN (SELECT norad_cat_id FROM events WHERE type = 'reentry' AND NOT coalesce((details->>'withdrawn')::BOOLEAN, false))
  ORDER BY s.norad_cat_id)
WHERE id NOT IN (SELECT id FROM events);

-- If more objects than max_field_events are gone, the cause is a rule or a missing source: no events are created.
INSERT INTO events BY NAME FROM (
  SELECT new_id('removed-' || p.norad_cat_id || '-' || strftime(getvariable('release_time'), '%Y%m%d')) AS id, 'removed' AS type,
    p.norad_cat_id, p.cospar_id, p.name, p.object_class, getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at,
    coalesce((SELECT sources FROM previous.provenance WHERE norad_cat_id = p.norad_cat_id AND field = 'name'), ['celestrak']) AS sources,
    json_object('last_release', getvariable('previous_release'),
      'last_listed', strftime(strptime(getvariable('previous_release')[1:16], '%Y%m%dT%H%M%SZ'), '%Y-%m-%dT%H:%M:%SZ')) AS details,
    getvariable('release_time') AS listed_at
  FROM previous.satellites p ANTI JOIN satellites USING (norad_cat_id)
  QUALIFY count(*) OVER () <= getvariable('max_field_events') ORDER BY p.norad_cat_id)
WHERE id NOT IN (SELECT id FROM events);

-- If more objects than max_field_events return at once, the cause is the same: no events are created.
INSERT INTO events BY NAME FROM (
  SELECT new_id('returned-' || s.norad_cat_id || '-' || strftime(getvariable('release_time'), '%Y%m%d')) AS id, 'returned' AS type,
    s.norad_cat_id, s.cospar_id, s.name, s.object_class, getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at,
    sources_of(s.norad_cat_id, 'name') AS sources, json_object('last_release', b.last_release, 'last_listed', b.last_listed) AS details,
    getvariable('release_time') AS listed_at
  FROM satellites s JOIN listed_before b USING (norad_cat_id)
  QUALIFY count(*) OVER () <= getvariable('max_field_events') ORDER BY s.norad_cat_id)
WHERE id NOT IN (SELECT id FROM events);
