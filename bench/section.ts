import type { Measured } from './figure.ts';
import { type Load, load } from './load.ts';
import type { Server } from './process.ts';
import type { Check, ReleaseData } from './release-data.ts';

/** What every section is given. */
export interface Bench {
  /** A home with a published release. */
  readonly home: string;
  /** Whether the release is of full size: targets are meant for one. */
  readonly full: boolean;
  /** Upstream files for the refresh, laid out as `<source>/<file>`. */
  readonly from: string;
  /** How often, in turns; how long each load lasts; how long memory is watched. */
  readonly rounds: number;
  readonly seconds: number;
  readonly minutes: number;
  /** What the release holds; read by the first section that needs it. */
  data(): Promise<ReleaseData>;
  /** Fastify and PostgreSQL, filled from the release; started by the first section that needs them. */
  rival(): Promise<Server>;
}

/** One part of the bench. */
export interface Section {
  /** A line of `--help`. */
  readonly about: string;
  run(bench: Bench): Promise<readonly Measured[]>;
}

/**
 * Measures in turns: each round measures each of them once, every other round in reverse order, so that neither the machine's
 * changing speed nor who comes first favors one. A round before the first warms up and is not counted.
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

/** Loads servers in turns; the paths are those of each round. */
export const loadInTurns = <Name extends string>(
  { rounds, seconds }: Bench,
  servers: Readonly<Record<Name, Pick<Server, 'base' | 'headers'>>>,
  paths: (round: number) => readonly string[],
  { coding = 'identity', connections = 8, wrong }: { coding?: string; connections?: number; wrong: Check },
): Promise<Record<Name, Load[]>> => {
  const loads = Object.entries<Pick<Server, 'base' | 'headers'>>(servers).map(([name, { base, headers }]) => {
    const options = { connections, seconds, wrong, headers: { 'Accept-Encoding': coding, ...headers } };
    return [name, (round: number) => load(base, { ...options, paths: paths(round) })] as const;
  });
  return inTurns(rounds, Object.fromEntries(loads) as Record<Name, (typeof loads)[0][1]>);
};

/** One number of each round. */
export const each = <Name extends string>(rounds: readonly Readonly<Record<Name, number>>[], name: Name): number[] =>
  rounds.map((one) => one[name]);
