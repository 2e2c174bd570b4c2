-- Operators from payloads, most active satellites first. Country, parent and successor are those of the table of organizations. An operator without a row there
-- has the country that all of its payloads share, if any: an owner's country says little about the operator.

INSERT INTO operators BY NAME
  WITH payloads AS (SELECT * FROM satellites WHERE object_class = 'PAYLOAD' AND operator_slug IS NOT NULL),
  classed AS (SELECT operator_slug, orbit_class, count(*) AS n FROM payloads GROUP BY ALL),
  orbits AS (
    SELECT operator_slug, to_json(map_from_entries(list({'k': orbit_class, 'v': n} ORDER BY orbit_class))) AS orbit_classes FROM classed GROUP BY ALL)
  SELECT operator_slug AS slug, any_value(operator) AS name,
    coalesce(any_value(f.country), if(count(DISTINCT p.country) = 1, any_value(nullif(p.country, 'UNKNOWN')), NULL)) AS country,
    any_value(f.parent_slug) AS parent_slug, any_value(f.successor_slug) AS successor_slug,
    count(*) FILTER (WHERE active) AS active_satellites, count(*) AS total_satellites,
    count(*) FILTER (WHERE operational_status = 'DECAYED') AS decayed_satellites, any_value(orbit_classes) AS orbit_classes,
    min(launch_date) AS first_launch, max(launch_date) AS last_launch
  FROM payloads p JOIN orbits USING (operator_slug) LEFT JOIN operator_facts f ON f.slug = p.operator_slug GROUP BY operator_slug
  ORDER BY active_satellites DESC, total_satellites DESC, name, slug;

UPDATE operators SET parent_slug = NULL WHERE parent_slug NOT IN (SELECT slug FROM operators);
UPDATE operators SET successor_slug = NULL WHERE successor_slug NOT IN (SELECT slug FROM operators);
