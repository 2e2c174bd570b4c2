import type { Input } from './fetch.ts';
import type { Snapshot } from './snapshots.ts';

/** The result of ingesting one upstream file. */
export interface Ingested {
  readonly input: Input;
  /** The snapshot that was read; null if none was valid. */
  readonly used: Snapshot | null;
  /** Rows read, rows rejected, claims made. */
  readonly count: { rows: number; rejected: number; claims: number };
  /** Why the new file was not used; null if it was, or if there was no new file. */
  readonly problem: string | null;
}
