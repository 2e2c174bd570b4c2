import type { Accuracy } from '../../src/schema/objects/accuracy.ts';
import type { Source as PublishedSource } from '../../src/schema/release/source.ts';
import type { Ingested } from '../parse.ts';
import type { Source } from '../sources/source.ts';
import type { Compression } from './compress.ts';

/** Data about a release that its files contain. */
export interface ReleaseContext {
  readonly id: string;
  readonly sample: boolean;
  readonly now: Date;
  /** The time of the release as ISO 8601 UTC, in whole seconds. */
  readonly generatedAt: string;
  /** Prefix of the URLs; empty if no public address is set. */
  readonly base: string;
  /** The release to compare with, and its folder; null if there is none. */
  readonly previous: string | null;
  readonly previousFolder: string | null;
  /** The times of earlier releases, milliseconds since 1970, oldest first. */
  readonly releases: readonly number[];
  readonly sources: readonly PublishedSource[];
}

/** The inputs of a release besides the tables of its build. */
export interface ReleaseFacts extends Omit<ReleaseContext, 'sources' | 'generatedAt'> {
  /** ORBWEAVER_HOME. */
  readonly home: string;
  readonly sources: readonly Source[];
  /** If true, the release is made from essential files alone, on a first start. */
  readonly partial?: boolean;
  /** The result of reading each upstream file. */
  readonly read: readonly Ingested[];
  /** Path of an upstream file that was read, unchanged; null if none was valid. */
  pathOf(read: Ingested): string | null;
  /** The error of old elements, measured from the archive. */
  readonly accuracy: Pick<Accuracy, 'data' | 'objects'> & {
    readonly meta: Omit<Accuracy['meta'], 'next' | 'prev' | 'generated_at' | 'release'>;
  };
  /** Compression of the public files; `best` by default. */
  readonly compression?: Compression;
  /** `database`: nothing but the database is written. Default: every file. */
  readonly files?: 'database';
}

/** The release of a file. */
export type ReleaseName = Pick<ReleaseContext, 'id' | 'generatedAt'>;

/** `meta` of an unpaged list. */
export const listMeta = (total: number, { id, generatedAt }: ReleaseName) => ({
  next: null,
  prev: null,
  limit: total,
  offset: 0,
  total,
  release: id,
  generated_at: generatedAt,
});
