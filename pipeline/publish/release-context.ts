import type { Source } from '../../src/schema/source.ts';

/** What the files of a release say of it. */
export interface ReleaseContext {
  readonly id: string;
  readonly sample: boolean;
  readonly now: Date;
  /** The same as ISO 8601 UTC, in whole seconds. */
  readonly generatedAt: string;
  /** Begins the URLs; empty where no public address is set. */
  readonly base: string;
  /** The release that it is compared with, and where that is; null where there is none. */
  readonly previous: string | null;
  readonly previousFolder: string | null;
  readonly sources: readonly Source[];
}

/** Which release a file is of. */
export type ReleaseName = Pick<ReleaseContext, 'id' | 'generatedAt'>;

/** `meta` of a list that is published whole. */
export const listMeta = (total: number, { id, generatedAt }: ReleaseName) => ({
  next: null,
  prev: null,
  limit: total,
  offset: 0,
  total,
  release: id,
  generated_at: generatedAt,
});
