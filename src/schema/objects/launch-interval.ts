/** The day of the first launch into orbit. */
const FIRST_LAUNCH = "DATE '1957-10-04'";

/**
 * `numbered`: the days between which each launch lies by its number. Designators are given in the order of launching: a launch is not
 * before the last dated launch of its year with a lower number, nor after the first one with a higher number. `day` is its own
 * date; an object that a space station released has the station's designator and a later date.
 *
 * `last_change`: the day of the last change of any record. Every object of the catalog was launched by then, and unlike the time of
 * the release, it is the same if a release is rebuilt from the archive.
 */
const bounds = `WITH dated AS (
    SELECT launch_id, launch_id[1:4]::INTEGER AS year,
      min(launch_date) FILTER (year(launch_date) = launch_id[1:4]::INTEGER) AS day
    FROM satellites WHERE launch_id IS NOT NULL GROUP BY launch_id),
  numbered AS (
    SELECT launch_id, day,
      coalesce(last_value(day IGNORE NULLS) OVER (PARTITION BY year ORDER BY launch_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
        make_date(year, 1, 1)) AS earliest,
      coalesce(first_value(day IGNORE NULLS) OVER (PARTITION BY year ORDER BY launch_id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING),
        make_date(year, 12, 31)) AS latest
    FROM dated),
  catalog AS (SELECT max(updated_at)::DATE AS last_change FROM satellites)`;

/**
 * Pairs of launches whose numbers are not in the order of their dates (there are four, from 1958 to 1966) would swap
 * the bounds between them.
 */
const inOrder = 'least(earliest, latest) AS launched_from, greatest(earliest, latest) AS launched_to';

/**
 * The first and the last day on which each object may have been launched: SQL over `satellites` with the columns `norad_cat_id`,
 * `launched_from` and `launched_to`. Without a date these are the bounds of the launch's number and the last change of the catalog. If only
 * other objects of the launch have a date, a space station may have released this one: it was launched on that day or later. Without a
 * designator, every day up to the last change is possible.
 */
export const objectLaunches = `${bounds}
  SELECT norad_cat_id, ${inOrder} FROM (
    SELECT s.norad_cat_id, coalesce(s.launch_date, n.day, n.earliest, ${FIRST_LAUNCH}) AS earliest,
      coalesce(s.launch_date, least(if(n.day IS NULL, n.latest, NULL), last_change)) AS latest
    FROM satellites s CROSS JOIN catalog LEFT JOIN numbered n USING (launch_id))`;

/** The same days for each launch, by `launch_id`: SQL over `satellites` and `launches`. */
export const launchIntervals = `${bounds}
  SELECT launch_id, ${inOrder} FROM (
    SELECT l.launch_id, coalesce(l.launch_date, n.earliest) AS earliest, coalesce(l.launch_date, least(n.latest, last_change)) AS latest
    FROM launches l CROSS JOIN catalog LEFT JOIN numbered n USING (launch_id))`;

/**
 * The day by which lists are ordered, over `satellites` joined with `objectLaunches`: without a date, the last possible
 * one, so that the newest launches, which no source has dated yet, are first. Null without a designator.
 */
export const launchOrderDay = 'coalesce(launch_date, if(launch_id IS NULL, NULL, launched_to))';
