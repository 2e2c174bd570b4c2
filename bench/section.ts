import type { Measured } from './figure.ts';
import { type Load, load } from './load.ts';
import type { Server } from './process.ts';
import type { Check, ReleaseData } from './release-data.ts';
import type { Rivals } from './rival/postgres.ts';

/** The input of every section. */
export interface Bench {
  /** A home with a published release. */
  readonly home: string;
  /** Whether the release is of full size: targets apply only then. */
  readonly full: boolean;
  /** Upstream files for the refresh, as `<source>/<file>`. */
  readonly from: string;
  /** CelesTrak's file of everything in orbit, as CSV. */
  readonly onOrbit: string;
  /** Number of rounds; duration of each load; duration of the memory section. */
  readonly rounds: number;
  readonly seconds: number;
  readonly minutes: number;
  /** The content of the release; read on first use. */
  data(): Promise<ReleaseData>;
  /** Fastify and PostgreSQL, filled from the release; started on first use. */
  rivals(): Promise<Rivals>;
}

/** One part of the benchmark. */
export interface Section {
  /** Its line in `--help`. */
  readonly about: string;
  run(bench: Bench): Promise<readonly Measured[]>;
}

/**
 * Measures alternately: each round measures each candidate once, and every other round in reverse order, so that neither the
 * machine's changing speed nor the order favors one. A warm-up round is not counted.
 */
export async function inTurns<Name extends string, T>(
  rounds: number,
  measured: Readonly<Record<Name, (round: number) => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(measured) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (const name of names) await measured[name](rounds);
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) found[name].push(await measured[name](round));
  return found;
}

/** Loads servers alternately, with the paths of each round. */
export const loadInTurns = <Name extends string>(
  { rounds, seconds }: Bench,
  servers: Readonly<Record<Name, Pick<Server, 'base' | 'headers'>>>,
  paths: (round: number) => readonly string[],
  { coding = 'identity', connections = 8, check }: { coding?: string; connections?: number; check: Check },
): Promise<Record<Name, Load[]>> => {
  const loads = Object.entries<Pick<Server, 'base' | 'headers'>>(servers).map(([name, { base, headers }]) => {
    const options = { connections, seconds, check, headers: { 'Accept-Encoding': coding, ...headers } };
    return [name, (round: number) => load(base, { ...options, paths: paths(round) })] as const;
  });
  return inTurns(rounds, Object.fromEntries(loads) as Record<Name, (typeof loads)[0][1]>);
};

/** One of the numbers of each round. */
export const each = <Name extends string>(rounds: readonly Readonly<Record<Name, number>>[], name: Name): number[] =>
  rounds.map((one) => one[name]);
