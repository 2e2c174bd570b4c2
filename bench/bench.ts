import type { Right } from './asked/right.ts';
import type { Figure } from './figure.ts';
import type { Served } from './measure/served.ts';

/** What every section is given. */
export interface Bench {
  /** A home with a published release. */
  readonly home: string;
  readonly release: { readonly id: string; readonly objects: number; readonly sample: boolean };
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
  /** Numbers of objects that scale is measured with. */
  readonly objects: readonly number[];
  /** Whether what takes long and can be left out is left out. */
  readonly short: boolean;
  /** How often `kill` kills, its requests a second, and whether its refreshes compress little. */
  readonly kills: number;
  readonly rate: number;
  readonly light: boolean;
  /** The folder in which Lighthouse is installed. */
  readonly lighthouse: string;
  /** What is right about the release; opened when somebody asks first. */
  right(): Promise<Right>;
  /** Fastify and PostgreSQL, filled from the release; started when somebody asks first. */
  rival(): Promise<Served>;
  print(line: string): void;
}

/** What a section found: figures for the table, and whatever else is worth keeping. */
interface Found {
  readonly figures: readonly Figure[];
  readonly details?: object;
}

/** One part of the bench. */
export interface Section {
  readonly name: string;
  /** A line of `--help`. */
  readonly about: string;
  /** Programs of the system that it needs. */
  readonly needs: readonly Program[];
  run(bench: Bench): Promise<Found>;
}

/** A program of the system, by its name in `machine.ts`. */
export type Program = 'wrk' | 'nginx' | 'postgres' | 'chromium';
