/** When a release of the soak was published, ms since 1970; releases are a second apart. */
export const timeOfRelease = (number: number): number => Date.UTC(2026, 0, 1) + number * 1000;

/** The two events of a release, newest first as in a catalog, over ten objects in turn. */
export const eventsOfRelease = (number: number) =>
  [2 * number + 1, 2 * number].map((event) => ({
    id: `event-${event}`,
    type: 'orbit_change',
    norad_cat_id: 1 + (event % 10),
    detected_at: new Date(timeOfRelease(number)).toISOString(),
  }));
