/** How two claims about one field are compared. */
export type Comparison =
  /** Codes and names: they agree where they have a key in common. */
  | { readonly how: 'keys' }
  /** Dates: they agree where the days that they allow overlap, so the coarser precision decides. */
  | { readonly how: 'days'; readonly slack: number }
  /** Numbers: they agree within the larger of an absolute and a relative tolerance. */
  | { readonly how: 'number'; readonly absolute: number; readonly relative: number }
  /** Not compared: there is one independence group only, or several values can all be right. */
  | { readonly how: 'never' };

export interface FieldComparison {
  readonly comparison: Comparison;
  /** Claims observed further apart than this many days don't speak of the same time; null: the field doesn't change. */
  readonly window: number | null;
  readonly because: string;
  /** False where sources copy from one another: their agreement confirms nothing, their disagreement is real. True where not given. */
  readonly confirms?: boolean;
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

/** The comparison of a field that names none. */
export const notCompared = never('one independence group only: see the lineage table');
