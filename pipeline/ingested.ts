import type { Input } from './fetch.ts';
import type { Snapshot } from './snapshots.ts';

/** What became of one upstream file. */
export interface Ingested {
  readonly input: Input;
  /** The snapshot that was read; null where none was good. */
  readonly used: Snapshot | null;
  /** Rows read, rows held out, claims made. */
  readonly count: { rows: number; rejected: number; claims: number };
  /** Why what has come was not used; null where it was, or nothing has come. */
  readonly problem: string | null;
}
