import type { Figure } from './figure.ts';
import type { Program } from './machine.ts';
import type { Server } from './process.ts';
import type { ReleaseData } from './release-data.ts';

/** What every section is given. */
export interface Bench {
  /** A home with a published release. */
  readonly home: string;
  /** Whether the release is of full size: targets are meant for one. */
  readonly full: boolean;
  /** Upstream files for the refresh, laid out as `<source>/<file>`. */
  readonly from: string;
  /** How often, in turns. */
  readonly rounds: number;
  /** How long each load lasts. */
  readonly seconds: number;
  /** How long memory is watched. */
  readonly minutes: number;
  /** What the release holds; read by the first section that asks. */
  data(): Promise<ReleaseData>;
  /** Fastify and PostgreSQL, filled from the release; started by the first section that asks. */
  rival(): Promise<Server>;
}

/** One part of the bench. */
export interface Section {
  readonly name: string;
  /** A line of `--help`. */
  readonly about: string;
  /** Programs of the system that it needs. */
  readonly needs: readonly Program[];
  run(bench: Bench): Promise<readonly Figure[]>;
}
