/** A query that explains the tables by example. Its rows have one order, so it has the same result everywhere. */
export interface SavedQuery {
  readonly slug: string;
  readonly title: string;
  /** The result, in a sentence. */
  readonly shows: string;
  readonly query: string;
}

/** A tag for a query's SQL, with its slug, title and a sentence about the result. */
const saved =
  (slug: string, title: string, shows: string) =>
  ([sql]: TemplateStringsArray): SavedQuery => ({
    slug,
    title,
    shows,
    query: sql!.replace(/^\n/, '').replace(/^ {4}/gm, '').trimEnd(),
  });

/** The saved queries, simple ones first. */
export const savedQueries: readonly SavedQuery[] = [
  saved('one-object', 'One object', 'Every value in the record of the ISS.')`
    SELECT *
    FROM satellites
    WHERE norad_cat_id = 25544`,
  saved('boxscore', 'Boxscore by country', 'Payloads, rocket bodies, and debris in orbit, by country.')`
    SELECT country_name AS country,
      count(*) FILTER (WHERE object_class = 'PAYLOAD' AND operational_status <> 'DECAYED') AS payloads_in_orbit,
      count(*) FILTER (WHERE object_class = 'ROCKET_BODY' AND operational_status <> 'DECAYED') AS rocket_bodies_in_orbit,
      count(*) FILTER (WHERE object_class = 'DEBRIS' AND operational_status <> 'DECAYED') AS debris_in_orbit,
      count(*) FILTER (WHERE operational_status = 'DECAYED') AS decayed,
      count(*) AS total
    FROM satellites
    GROUP BY ALL
    ORDER BY total DESC, country
    LIMIT 40`,
  saved(
    'active-by-operator',
    'Operators with the most active satellites',
    'The 25 operators with the most working satellites, among payloads whose operator a source names or Orbweaver inferred.',
  )`
    SELECT name, active_satellites, total_satellites
    FROM operators
    ORDER BY active_satellites DESC, total_satellites DESC, name
    LIMIT 25`,
  saved('launches-by-year', 'Launches by year', 'Launches of cataloged objects, and their payloads, per year.')`
    SELECT year(launch_date) AS year, count(*) AS launches, sum(payloads)::INTEGER AS payloads
    FROM launches
    WHERE launch_date IS NOT NULL
    GROUP BY ALL
    ORDER BY year`,
  saved(
    'starlink-mass',
    'A decade of Starlink mass',
    'Known launch masses per year, how many are known, and the sum so far.',
  )`
    SELECT year(launch_date) AS year, count(*) AS satellites,
      count(launch_mass_kg) AS with_known_mass,
      round(sum(launch_mass_kg) / 1000, 1) AS known_mass_t,
      round(sum(sum(launch_mass_kg)) OVER (ORDER BY year(launch_date)) / 1000, 1) AS known_mass_so_far_t
    FROM satellites
    WHERE name LIKE 'STARLINK%' AND launch_date IS NOT NULL
    GROUP BY year
    ORDER BY year`,
  saved('altitudes', 'Altitudes in low Earth orbit', 'Objects in low Earth orbit by perigee, in steps of 50 km.')`
    SELECT floor(perigee_km / 50)::INTEGER * 50 AS from_km, count(*) AS objects,
      count(*) FILTER (WHERE active) AS active
    FROM satellites
    WHERE orbit_class = 'LEO' AND operational_status <> 'DECAYED' AND perigee_km BETWEEN 150 AND 2000
    GROUP BY ALL
    ORDER BY from_km`,
  saved('inclinations', 'Where inclinations cluster', 'The 20 most common inclinations, in whole degrees.')`
    SELECT round(inclination_deg)::INTEGER AS inclination_deg, count(*) AS objects
    FROM satellites
    WHERE operational_status <> 'DECAYED' AND inclination_deg IS NOT NULL
    GROUP BY ALL
    ORDER BY objects DESC, inclination_deg
    LIMIT 20`,
  saved(
    'claims-of-one',
    'Who says what of one object',
    'The value of every source for each field, and which one is used.',
  )`
    SELECT field, value, source, selected, confidence, source_record
    FROM claims
    WHERE norad_cat_id = 25544
    ORDER BY field, selected DESC, source, value, source_record`,
  saved(
    'isro-conflicts',
    'Who disagrees about India’s objects',
    'Both sides of each conflict about objects that India owns.',
  )`
    SELECT c.norad_cat_id, c.name, c.field, c.source, c.value, c.selected
    FROM conflicts c JOIN satellites s USING (norad_cat_id)
    WHERE s.country = 'IN'
    ORDER BY c.norad_cat_id, c.field, c.selected DESC, c.source, c.value`,
  saved('conflicts-by-field', 'What sources disagree on most', 'How many objects have a conflict, by field.')`
    SELECT field, count(DISTINCT norad_cat_id) AS objects, count(*) AS claims
    FROM conflicts
    GROUP BY ALL
    ORDER BY objects DESC, field`,
  saved(
    'agreement',
    'How often two sources agree',
    'How often each pair of sources agrees on launch date, owner, and decay date.',
  )`
    SELECT a.field, a.source AS one, b.source AS other, count(*) AS objects,
      count(*) FILTER (WHERE a.value = b.value) AS written_alike
    FROM claims a JOIN claims b ON a.norad_cat_id = b.norad_cat_id AND a.field = b.field AND a.source < b.source
    WHERE a.field IN ('launch_date', 'country', 'decay_date')
    GROUP BY ALL
    ORDER BY a.field, one, other`,
  saved('confidence', 'How certain each field is', 'How many values have each level of confidence, by field.')`
    SELECT field, count(*) AS objects,
      count(*) FILTER (WHERE confidence = 'CONFIRMED') AS confirmed,
      count(*) FILTER (WHERE confidence = 'HIGH') AS high,
      count(*) FILTER (WHERE confidence = 'MEDIUM') AS medium,
      count(*) FILTER (WHERE confidence = 'LOW') AS low,
      count(*) FILTER (WHERE confidence = 'CONFLICTING') AS conflicting
    FROM provenance
    WHERE confidence IS NOT NULL
    GROUP BY ALL
    ORDER BY field`,
  saved('element-age', 'How old the elements are', 'How old the current element sets are, against the newest one.')`
    SELECT least(floor(date_diff('hour', epoch, (SELECT max(epoch) FROM elements)) / 24)::INTEGER, 30) AS days,
      count(*) AS objects
    FROM elements
    GROUP BY ALL
    ORDER BY days`,
  saved(
    'one-history',
    'One object’s history of elements',
    'The element sets of the ISS, newest first. Only the part of the archive with this object is read.',
  )`
    SELECT epoch, mean_motion, inclination, eccentricity, bstar, first_seen, last_seen
    FROM element_history
    WHERE norad_cat_id = 25544
    ORDER BY epoch DESC, first_seen DESC
    LIMIT 500`,
  saved('lowest', 'The lowest objects at the release', 'The lowest perigees, computed from the elements.')`
    SELECT e.norad_cat_id, s.name, round(a * (1 - e.eccentricity) - 6378.137, 1) AS perigee_km, e.epoch
    FROM (SELECT *, (398600.4418 / pow(mean_motion * 2 * pi() / 86400, 2)) ^ (1 / 3) AS a FROM elements) e
      JOIN satellites s USING (norad_cat_id)
    ORDER BY perigee_km, e.norad_cat_id
    LIMIT 25`,
  saved(
    'reentries',
    'Reentries of this year by class',
    'How many objects came down in each month of the year of the newest decay, by class.',
  )`
    SELECT month(decay_date) AS month, object_class, count(*) AS objects
    FROM satellites
    WHERE year(decay_date) = (SELECT year(max(decay_date)) FROM satellites)
    GROUP BY ALL
    ORDER BY month, object_class`,
  saved('recent-events', 'What happened lately', 'How many events of each type are kept, and the newest of each.')`
    SELECT type, count(*) AS events, max(occurred_at) AS newest, arg_max(name, (occurred_at, norad_cat_id)) AS newest_object
    FROM events
    GROUP BY ALL
    ORDER BY type`,
  saved(
    'amateur-downlinks',
    'Live downlinks of the 2 m band',
    'Transmitters in use between 144 and 146 MHz (CC BY-SA 4.0).',
  )`
    SELECT t.downlink_low_hz / 1e6 AS downlink_mhz, s.name, t.description, t.mode
    FROM transmitters t JOIN satellites s USING (norad_cat_id)
    WHERE t.audible AND t.downlink_low_hz BETWEEN 144000000 AND 146000000
    ORDER BY t.downlink_low_hz, s.norad_cat_id, t.uuid`,
  saved(
    'groups',
    'What the groups are made of',
    'Objects, active ones, countries, and the first launch of each group.',
  )`
    SELECT g.title, count(*) AS objects, count(*) FILTER (WHERE s.active) AS active,
      count(DISTINCT s.country) AS countries, min(s.launch_date) AS first_launch
    FROM groups g JOIN memberships m USING (slug) JOIN satellites s USING (norad_cat_id)
    GROUP BY ALL
    ORDER BY objects DESC, g.title`,
  saved(
    'lifetimes',
    'How long decayed payloads lasted',
    'Median years from launch to decay of payloads that came down, by decade of launch. Those still in orbit are not counted.',
  )`
    SELECT year(launch_date) // 10 * 10 AS decade, count(*) AS payloads,
      round(median(date_diff('day', launch_date, decay_date)) / 365.25, 1) AS median_years
    FROM satellites
    WHERE object_class = 'PAYLOAD' AND decay_date IS NOT NULL AND launch_date IS NOT NULL
    GROUP BY ALL
    ORDER BY decade`,
];
