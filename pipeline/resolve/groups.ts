import { columns, createTable } from '../../src/schema/field.ts';
import { launch, launchOrder } from '../../src/schema/objects/launch.ts';
import { operator } from '../../src/schema/objects/operator.ts';
import { reject } from '../../src/schema/objects/reject.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import type { Store } from '../store.ts';

const classes = { payloads: 'PAYLOAD', rocket_bodies: 'ROCKET_BODY', debris: 'DEBRIS', unknown: 'UNKNOWN' };

/** SQL for a fact of the launch catalog about a launch; its row in `launch_facts` is a claim about the launch's objects, too. */
const fact = (name: string, column: string) =>
  `any_value(f.${column}) FILTER (WHERE f.field = ${columns(satellite).findIndex((one) => one.name === name)}) AS ${name}`;

/**
 * Builds launches from COSPAR designators, in the order of `launchOrder`; values of the launch catalog take precedence over those
 * that its objects share. Requires the table `operators` to look up providers.
 */
export async function buildLaunches(store: Store): Promise<void> {
  await store.run(createTable('launches', launch));
  const counts = Object.entries(classes).map(
    ([name, value]) => `count(*) FILTER (WHERE s.object_class = '${value}') AS ${name}`,
  );
  await store.run(`INSERT INTO launches BY NAME
    WITH facts AS (SELECT f.launch_id, DATE '1970-01-01' + ${fact('launch_date', 'value_date')},
          ${fact('launch_site', 'value_text')}, ${fact('launch_vehicle', 'value_text')} FROM launch_facts f GROUP BY f.launch_id),
      known AS (FROM launches_read LEFT JOIN facts USING (launch_id) QUALIFY row_number() OVER (PARTITION BY launch_id ORDER BY file_id, record) = 1)
    SELECT s.launch_id, coalesce(any_value(k.launch_date), mode(s.launch_date ORDER BY s.norad_cat_id)) AS launch_date,
      coalesce(any_value(k.launch_site), mode(s.launch_site ORDER BY s.norad_cat_id)) AS launch_site,
      coalesce(any_value(k.launch_vehicle), mode(s.launch_vehicle ORDER BY s.norad_cat_id)) AS launch_vehicle,
      coalesce(any_value(o.name), any_value(k.provider)) AS provider, any_value(o.slug) AS provider_slug,
      coalesce(any_value(k.name), arg_min(s.name, s.norad_cat_id) FILTER (WHERE s.object_class = 'PAYLOAD')) AS name,
      count(*) AS objects, ${counts.join(', ')},
      count(*) FILTER (WHERE s.operational_status <> 'DECAYED') AS on_orbit, count(*) FILTER (WHERE s.operational_status = 'DECAYED') AS decayed,
      coalesce(any_value(list_filter(string_split(k.uncertain, '|'), x -> x <> '')), []) AS uncertain,
      any_value(k.outcome) AS outcome
    FROM satellites s LEFT JOIN known k USING (launch_id) LEFT JOIN operators o ON o.slug = k.provider_slug WHERE s.launch_id IS NOT NULL
    GROUP BY s.launch_id`);
  await store.run(`CREATE OR REPLACE TABLE launches AS FROM launches ORDER BY ${launchOrder}`);
}

/**
 * Builds operators from payloads, most active satellites first. Country, parent and successor are those of the table of organizations.
 * An operator without a row there has the country that all of its payloads share, if any: an owner's country says little about the operator.
 */
export async function buildOperators(store: Store): Promise<void> {
  await store.run(createTable('operators', operator));
  await store.run(`INSERT INTO operators BY NAME
    WITH payloads AS (SELECT * FROM satellites WHERE object_class = 'PAYLOAD' AND operator_slug IS NOT NULL),
      classed AS (SELECT operator_slug, orbit_class, count(*) AS n FROM payloads GROUP BY ALL),
      orbits AS (SELECT operator_slug, to_json(map_from_entries(list({'k': orbit_class, 'v': n} ORDER BY orbit_class))) AS orbit_classes FROM classed GROUP BY ALL)
    SELECT operator_slug AS slug, any_value(operator) AS name,
      coalesce(any_value(f.country), if(count(DISTINCT p.country) = 1, any_value(nullif(p.country, 'UNKNOWN')), NULL)) AS country,
      any_value(f.parent_slug) AS parent_slug, any_value(f.successor_slug) AS successor_slug,
      count(*) FILTER (WHERE active) AS active_satellites, count(*) AS total_satellites,
      count(*) FILTER (WHERE operational_status = 'DECAYED') AS decayed_satellites, any_value(orbit_classes) AS orbit_classes,
      min(launch_date) AS first_launch, max(launch_date) AS last_launch
    FROM payloads p JOIN orbits USING (operator_slug) LEFT JOIN operator_facts f ON f.slug = p.operator_slug GROUP BY operator_slug
    ORDER BY active_satellites DESC, total_satellites DESC, name, slug`);
  for (const column of ['parent_slug', 'successor_slug'])
    await store.run(`UPDATE operators SET ${column} = NULL WHERE ${column} NOT IN (SELECT slug FROM operators)`);
}

/** Builds the table of everything that was rejected. */
export async function buildRejects(store: Store): Promise<void> {
  await store.run(createTable('rejects', reject));
  await store.run(`INSERT INTO rejects BY NAME SELECT source, file, line, record, reason, column_name, value, scope FROM rejects_read
    ORDER BY source, file, line, reason, column_name, value`);
}
