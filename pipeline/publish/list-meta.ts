/** The release that a list is of. */
interface ListFacts {
  readonly id: string;
  readonly generatedAt: string;
}

/** `meta` of a list that is published whole. */
export const listMeta = (total: number, { id, generatedAt }: ListFacts) => ({
  next: null,
  prev: null,
  limit: total,
  offset: 0,
  total,
  release: id,
  generated_at: generatedAt,
});
