-- Operators, counted from payloads, most active satellites first. Country, parent and successor come from the table of organizations. If it
-- has no row for an operator, the country is the one that all of its payloads share, if any: an owner's country says little about the
-- operator. A later payload of its countries without an operator may be its own, unless the operator had ended by then: its last known
-- launch may not be its last one.

INSERT INTO operators BY NAME
  WITH payloads AS (SELECT * FROM satellites WHERE object_class = 'PAYLOAD' AND operator_slug IS NOT NULL),
  classed AS (SELECT operator_slug, orbit_class, count(*) AS n FROM payloads GROUP BY ALL),
  orbits AS (
    SELECT operator_slug, to_json(map_from_entries(list({'k': orbit_class, 'v': n} ORDER BY orbit_class))) AS orbit_classes FROM classed GROUP BY ALL),
  newest AS (SELECT operator_slug, max(launch_date) AS launch_date, max(launch_id) AS launch_id, list(DISTINCT country) AS countries FROM payloads GROUP BY ALL),
  later AS (
    SELECT n.operator_slug, count(*)::INTEGER AS satellites
    FROM newest n JOIN (FROM satellites WHERE object_class = 'PAYLOAD' AND operator_slug IS NULL) s
      ON (s.country = 'UNKNOWN' OR list_contains(n.countries, s.country)) AND (n.launch_date IS NULL OR coalesce(s.launch_date > n.launch_date, s.launch_id > n.launch_id))
      LEFT JOIN operator_facts f ON f.slug = n.operator_slug
    WHERE f.ended IS NULL OR coalesce(s.launch_date, (left(s.launch_id, 4) || '-01-01')::DATE) <= f.ended::DATE
    GROUP BY ALL)
  SELECT operator_slug AS slug, any_value(operator) AS name,
    coalesce(any_value(f.country), if(count(DISTINCT p.country) = 1, any_value(nullif(p.country, 'UNKNOWN')), NULL)) AS country,
    any_value(f.parent_slug) AS parent_slug, any_value(f.successor_slug) AS successor_slug,
    count(*) FILTER (WHERE active) AS active_satellites, count(*) AS total_satellites,
    count(*) FILTER (WHERE operational_status = 'DECAYED') AS decayed_satellites, count(i.norad_cat_id) AS inferred_satellites, any_value(orbit_classes) AS orbit_classes,
    min(p.launch_date) AS first_launch, if(coalesce(any_value(l.satellites), 0) = 0, max(p.launch_date), NULL) AS last_launch,
    max(p.launch_date) AS last_known_launch, coalesce(any_value(l.satellites), 0) AS later_without_operator
  FROM payloads p JOIN orbits USING (operator_slug) LEFT JOIN operator_facts f ON f.slug = p.operator_slug LEFT JOIN later l USING (operator_slug)
    LEFT JOIN (SELECT norad_cat_id FROM provenance WHERE field = 'operator' AND rule = 'derived') i USING (norad_cat_id) GROUP BY operator_slug
  ORDER BY active_satellites DESC, total_satellites DESC, name, slug;

UPDATE operators SET parent_slug = NULL WHERE parent_slug NOT IN (SELECT slug FROM operators);
UPDATE operators SET successor_slug = NULL WHERE successor_slug NOT IN (SELECT slug FROM operators);
