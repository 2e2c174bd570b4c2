/** The day of the first launch into orbit. */
const FIRST_LAUNCH = "DATE '1957-10-04'";

/** How long the unit of a date is, by its `precision`, in SQL. */
const unit = `CASE precision WHEN 'month' THEN INTERVAL 1 MONTH WHEN 'quarter' THEN INTERVAL 3 MONTH WHEN 'year' THEN INTERVAL 1 YEAR
  WHEN 'decade' THEN INTERVAL 10 YEAR WHEN 'century' THEN INTERVAL 100 YEAR WHEN 'millennium' THEN INTERVAL 1000 YEAR ELSE INTERVAL 1 DAY END`;

/**
 * `vague`: the days that a vague launch date allows. A date covers its whole unit, and a `?` adds a unit on either side, as the
 * pipeline reads it.
 *
 * `numbered`: the days between which each launch lies by its number. Designators are given in the order of launching: a launch is not
 * before the last dated launch of its year with a lower number, nor after the first one with a higher number. `day` is its own
 * date; an object that a space station released has the station's designator and a later date. `release` is the day of the last change of any
 * record: what the catalog has was launched by then.
 */
const bounds = `WITH vague AS MATERIALIZED (
    SELECT norad_cat_id, (value_date - if(uncertain, ${unit}, INTERVAL 0 DAY))::DATE AS earliest,
      (value_date + ${unit} + if(uncertain, ${unit}, INTERVAL 0 DAY) - INTERVAL 1 DAY)::DATE AS latest
    FROM claims WHERE field = 'launch_date' AND selected AND (uncertain OR precision <> 'day')),
  dated AS (
    SELECT launch_id, launch_id[1:4]::INTEGER AS year,
      min(launch_date) FILTER (year(launch_date) = launch_id[1:4]::INTEGER AND norad_cat_id NOT IN (SELECT norad_cat_id FROM vague)) AS day
    FROM satellites WHERE launch_id IS NOT NULL GROUP BY launch_id),
  numbered AS (
    SELECT launch_id, day,
      coalesce(last_value(day IGNORE NULLS) OVER (PARTITION BY year ORDER BY launch_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
        make_date(year, 1, 1)) AS earliest,
      coalesce(first_value(day IGNORE NULLS) OVER (PARTITION BY year ORDER BY launch_id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING),
        make_date(year, 12, 31)) AS latest
    FROM dated),
  release AS (SELECT max(updated_at)::DATE AS release FROM satellites)`;

/** Where two numbers are out of order, so are the bounds between them. */
const inOrder = 'least(earliest, latest) AS launched_from, greatest(earliest, latest) AS launched_to';

/**
 * The first and the last day on which each object may have been launched: SQL over `satellites` and `claims` with the columns
 * `norad_cat_id`, `launched_from` and `launched_to`. Without a date these are the bounds of the launch's number and the release. If only
 * other objects of the launch have a date, a space station released this one: it was launched on that day or later. Without a
 * designator, every day up to the release is possible.
 */
export const objectLaunches = `${bounds}
  SELECT norad_cat_id, ${inOrder} FROM (
    SELECT s.norad_cat_id, coalesce(v.earliest, s.launch_date, n.day, n.earliest, ${FIRST_LAUNCH}) AS earliest,
      coalesce(v.latest, s.launch_date, least(if(n.day IS NULL, n.latest, NULL), release)) AS latest
    FROM satellites s CROSS JOIN release LEFT JOIN numbered n USING (launch_id) LEFT JOIN vague v USING (norad_cat_id))`;

/** The same of each launch, by `launch_id`: SQL over `launches` too. */
export const launchIntervals = `${bounds}
  SELECT launch_id, ${inOrder} FROM (
    SELECT l.launch_id, coalesce(v.earliest, l.launch_date, n.earliest) AS earliest,
      coalesce(v.latest, l.launch_date, least(n.latest, release)) AS latest
    FROM launches l CROSS JOIN release LEFT JOIN numbered n USING (launch_id) LEFT JOIN (
      SELECT launch_id, launch_date, min(earliest) AS earliest, max(latest) AS latest
      FROM vague JOIN satellites USING (norad_cat_id) GROUP BY ALL) v USING (launch_id, launch_date))`;

/**
 * The day by which lists are ordered, over `satellites` joined with `objectLaunches`: without a date the last possible one, so that the
 * newest launches, which no source has dated yet, come first. Null without a designator.
 */
export const launchOrderDay = 'coalesce(launch_date, if(launch_id IS NULL, NULL, launched_to))';
