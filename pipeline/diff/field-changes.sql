-- An event for each object whose status, name, operator, owner or decay date differs from the previous release. Left out are the status and
-- the decay date of a reentry, which has an event of its own.

INSERT INTO events BY NAME FROM (
  SELECT new_id('field_changed-' || s.norad_cat_id || '-' || c.field || '-' || strftime(getvariable('release_time'), '%Y%m%d') || '-'
      || left(md5(coalesce(c.was_value, '') || ' ' || coalesce(c.value, '')), 8)) AS id,
    'field_changed' AS type, s.norad_cat_id, s.cospar_id, s.name, s.object_class,
    getvariable('release_time') AS occurred_at, getvariable('release_time') AS detected_at,
    string_split(coalesce(c.sources, c.was_sources, 'celestrak'), ',') AS sources,
    json_object('field', c.field, 'before', c.was_value::JSON, 'after', c.value::JSON) AS details, getvariable('release_time') AS listed_at
  FROM value_changes c JOIN satellites s USING (norad_cat_id) SEMI JOIN previous.satellites p USING (norad_cat_id)
  WHERE list_contains(getvariable('change_fields'), c.field) AND c.value IS DISTINCT FROM c.was_value
    AND NOT (c.field IN ('operational_status', 'decay_date')
      AND EXISTS (SELECT 1 FROM events e WHERE e.type = 'reentry' AND e.norad_cat_id = c.norad_cat_id AND e.detected_at = getvariable('release_time')))
    -- A value did not change because its source, or what it is derived from, is read for the first time.
    AND NOT list_has_any(string_split(coalesce(c.sources, ''), ','), (SELECT if(count(*) = 0, [], list(slug) || ['derived']) FROM newly_read_sources))
    -- A different spelling of the same operator is no change.
    AND (c.field <> 'operator' OR EXISTS (
      SELECT 1 FROM value_changes o
      WHERE o.norad_cat_id = c.norad_cat_id AND o.field = 'operator_slug' AND o.value IS DISTINCT FROM o.was_value))
  QUALIFY count(*) OVER (PARTITION BY c.field) <= getvariable('max_field_events') ORDER BY s.norad_cat_id, c.field)
WHERE id NOT IN (SELECT id FROM events);
