/**
 * Facts about each object, besides its elements, from which the page computes the same results as the API: columns of
 * one length.
 */
export interface ObjectColumns {
  readonly norad_cat_id: readonly number[];
  readonly name: readonly string[];
  /** 1 for an active satellite, else 0. */
  readonly active: readonly number[];
  /** Brightness at 1,000 km, half lit; null if its size is unknown. */
  readonly magnitude: readonly (number | null)[];
  /**
   * The time by which it is expected to have reentered, milliseconds since 1970, UTC; null if that is not predicted.
   */
  readonly until: readonly (number | null)[];
}
