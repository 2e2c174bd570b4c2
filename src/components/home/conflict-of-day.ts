const DAY_MS = 86_400_000;

/** A disputed value. */
interface Conflict {
  readonly norad_cat_id: number;
  readonly field: string;
}

/** The fields that a reader understands without knowing a catalog, the most telling first. */
const telling = ['operational_status', 'decay_date', 'launch_date', 'operator', 'launch_site', 'country', 'name'];

/**
 * One disputed object for a day, with its most telling field: among the well-known ones, else among all. The same day and the
 * same conflicts give the same object. Null if no telling field is disputed. `day` is an ISO 8601 time.
 */
export function conflictOfDay(
  conflicts: readonly Conflict[],
  known: ReadonlySet<number>,
  day: string,
): Conflict | null {
  const told = conflicts.filter(({ field }) => telling.includes(field));
  const famous = told.filter(({ norad_cat_id }) => known.has(norad_cat_id));
  const byObject = Map.groupBy(famous.length > 0 ? famous : told, ({ norad_cat_id }) => norad_cat_id);
  const ids = [...byObject.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return null;
  const chosen = byObject.get(ids[Math.floor(Date.parse(day) / DAY_MS) % ids.length]!)!;
  return [...chosen].sort((a, b) => telling.indexOf(a.field) - telling.indexOf(b.field))[0]!;
}
