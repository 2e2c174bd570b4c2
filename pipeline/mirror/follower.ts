import { archiveVersion, pullArchive } from './archive.ts';
import type { Bucket } from './bucket.ts';
import { type Pulled, type PullOptions, pull } from './pull.ts';

/** The result of one check of a bucket. */
export interface Looked {
  /** The new release; null if the one that the bucket names was already served. */
  readonly pulled: Pulled | null;
  /** How many files of the archive were downloaded. */
  readonly archived: number;
}

/**
 * Keeps a home at the release and the archive of a bucket. The publisher uploads the archive after its release, so each check compares it
 * even if no release is new, and downloads it again until that has succeeded once.
 */
export class Follower {
  readonly #bucket: Bucket;
  readonly #options: PullOptions;
  /** The version of the archive that the home has; null until it has been compared with the bucket's. */
  #archive: string | null = null;

  constructor(bucket: Bucket, options: PullOptions) {
    this.#bucket = bucket;
    this.#options = options;
  }

  /** Downloads what is new in the bucket. The caller has locked the home. */
  async look(): Promise<Looked> {
    const { home, key, allowOlder } = this.#options;
    const pulled = await pull(this.#bucket, this.#options);
    const version = await archiveVersion(this.#bucket);
    if (version === null || version === this.#archive) return { pulled, archived: 0 };
    const archived = await pullArchive(this.#bucket, home, key, allowOlder);
    this.#archive = version;
    return { pulled, archived: archived ?? 0 };
  }
}
