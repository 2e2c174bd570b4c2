/** How two claims about one field are compared. */
export type Comparison =
  /** Codes and names: they agree if they have a key in common. */
  | { readonly how: 'keys' }
  /** Dates: they agree if their possible days overlap, so the coarser precision decides. */
  | { readonly how: 'days'; readonly slack: number }
  /** Numbers: they agree within the larger of an absolute and a relative tolerance. */
  | { readonly how: 'number'; readonly absolute: number; readonly relative: number }
  /** Not compared: there is only one independence group, or several values can all be correct. */
  | { readonly how: 'never' };

export interface FieldComparison {
  readonly comparison: Comparison;
  /** Claims observed more than this many days apart are not compared; null: the field doesn't change. */
  readonly window: number | null;
  readonly because: string;
  /** False if sources copy from one another: their agreement confirms nothing, but their disagreement is real. Default: true */
  readonly confirms?: boolean;
  /**
   * True if values with a common key still differ: they do not contradict each other, and only the same value is agreement. Default: false
   */
  readonly exact?: boolean;
  /** True if a claim can be wider than another (a code for several places): it is compatible, which is no agreement. Default: false */
  readonly wider?: boolean;
}

export const never = (because: string): FieldComparison => ({ comparison: { how: 'never' }, window: null, because });
export const keys = (because: string, window: number | null = null): FieldComparison => ({
  comparison: { how: 'keys' },
  window,
  because,
});
export const within = (absolute: number, relative: number, because: string): FieldComparison => ({
  comparison: { how: 'number', absolute, relative },
  window: null,
  because,
});

/** The comparison of a field that doesn't define one. */
export const notCompared = never('one independence group only: see the lineage table');
