import { createTable } from '../../src/schema/field.ts';
import { launch } from '../../src/schema/launch.ts';
import { operator } from '../../src/schema/operator.ts';
import { reject } from '../../src/schema/reject.ts';
import type { Store } from '../store.ts';

const classes = { payloads: 'PAYLOAD', rocket_bodies: 'ROCKET_BODY', debris: 'DEBRIS', unknown: 'UNKNOWN' };

/** Launches from COSPAR designators, newest first; what GCAT knows of a launch itself goes before what its objects share. */
export async function buildLaunches(store: Store): Promise<void> {
  await store.run(createTable('launches', launch));
  const counts = Object.entries(classes).map(
    ([name, value]) => `count(*) FILTER (WHERE s.object_class = '${value}') AS ${name}`,
  );
  await store.run(`INSERT INTO launches BY NAME
    WITH known AS (SELECT * FROM launches_read QUALIFY row_number() OVER (PARTITION BY launch_id ORDER BY file_id, name) = 1)
    SELECT s.launch_id, mode(s.launch_date ORDER BY s.norad_cat_id) AS launch_date,
      coalesce(any_value(k.launch_site), mode(s.launch_site ORDER BY s.norad_cat_id)) AS launch_site,
      coalesce(any_value(k.launch_vehicle), mode(s.launch_vehicle ORDER BY s.norad_cat_id)) AS launch_vehicle,
      any_value(k.operator) AS operator,
      coalesce(any_value(k.name), arg_min(s.name, s.norad_cat_id) FILTER (WHERE s.object_class = 'PAYLOAD')) AS name,
      count(*) AS objects, ${counts.join(', ')},
      count(*) FILTER (WHERE s.operational_status <> 'DECAYED') AS on_orbit, count(*) FILTER (WHERE s.operational_status = 'DECAYED') AS decayed
    FROM satellites s LEFT JOIN known k USING (launch_id) WHERE s.launch_id IS NOT NULL
    GROUP BY s.launch_id ORDER BY launch_date DESC NULLS LAST, launch_id DESC`);
}

/** Operators from payloads, most active satellites first. */
export async function buildOperators(store: Store): Promise<void> {
  await store.run(createTable('operators', operator));
  await store.run(`INSERT INTO operators BY NAME
    WITH payloads AS (SELECT * FROM satellites WHERE object_class = 'PAYLOAD' AND operator_slug IS NOT NULL),
      classed AS (SELECT operator_slug, orbit_class, count(*) AS n FROM payloads GROUP BY ALL),
      orbits AS (SELECT operator_slug, to_json(map_from_entries(list({'k': orbit_class, 'v': n} ORDER BY orbit_class))) AS orbit_classes FROM classed GROUP BY ALL)
    SELECT operator_slug AS slug, any_value(operator) AS name, mode(country ORDER BY norad_cat_id) AS country,
      count(*) FILTER (WHERE active) AS active_satellites, count(*) AS total_satellites,
      count(*) FILTER (WHERE operational_status = 'DECAYED') AS decayed_satellites, any_value(orbit_classes) AS orbit_classes,
      min(launch_date) AS first_launch, max(launch_date) AS last_launch
    FROM payloads JOIN orbits USING (operator_slug) GROUP BY operator_slug
    ORDER BY active_satellites DESC, total_satellites DESC, name, slug`);
}

/** Everything that was held out. */
export async function buildRejects(store: Store): Promise<void> {
  await store.run(createTable('rejects', reject));
  await store.run(`INSERT INTO rejects BY NAME SELECT source, file, line, record, reason, column_name, value, scope FROM rejects_read
    ORDER BY source, file, line, reason, column_name, value`);
}
