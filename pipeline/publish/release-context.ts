import type { Accuracy } from '../../src/schema/objects/accuracy.ts';
import type { Source as PublishedSource } from '../../src/schema/release/source.ts';
import type { Ingested } from '../ingested.ts';
import type { Source } from '../sources/source.ts';
import type { Compression } from './compress.ts';

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
  readonly sources: readonly PublishedSource[];
}

/** What a release is made from besides the tables of its build. */
export interface ReleaseFacts extends Omit<ReleaseContext, 'sources' | 'generatedAt'> {
  /** ORBWEAVER_HOME. */
  readonly home: string;
  readonly sources: readonly Source[];
  /** What became of each upstream file. */
  readonly read: readonly Ingested[];
  /** Where an upstream file that was read lies, as it came. */
  pathOf(read: Ingested): string | null;
  /** What the archive says of the error of old elements. */
  readonly accuracy: Pick<Accuracy, 'data'> & {
    readonly meta: Omit<Accuracy['meta'], 'next' | 'prev' | 'generated_at' | 'release'>;
  };
  /** How hard the public files are compressed; `best` where nothing is said. */
  readonly compression?: Compression;
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
