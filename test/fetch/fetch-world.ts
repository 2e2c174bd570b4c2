import { type FetchDeps, fetch } from '../../pipeline/fetch/fetch-deps.ts';
import { Memory } from '../../pipeline/fetch/record.ts';
import { fetchDue, type UpstreamOptions } from '../../pipeline/fetch/upstream.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { sources } from '../../pipeline/sources/sources.ts';

/** Dependencies with a simulated clock, which only advances in `sleep`. */
export interface SimulatedDeps extends FetchDeps {
  readonly logged: string[];
  readonly slept: number[];
  time: number;
}

export function simulated(start: Date, more: Partial<FetchDeps> = {}): SimulatedDeps {
  const deps: SimulatedDeps = {
    time: start.getTime(),
    logged: [],
    slept: [],
    fetch,
    now: () => new Date(deps.time),
    sleep: async (milliseconds) => {
      deps.slept.push(milliseconds);
      deps.time += milliseconds;
    },
    random: () => 0.5,
    timeout: { response: 10_000, idle: 10_000, total: 600_000 },
    log: (line) => deps.logged.push(line),
    progress: () => {},
    ...more,
  };
  return deps;
}

/** The sources with a size limit that a test reaches quickly. */
const boundedSources = sources.map((source) => ({
  ...source,
  fetchPolicy: { ...source.fetchPolicy, maxBytes: 2 ** 20 },
}));

/** Fetches due files, without a build, and returns the stored record. */
export async function fetchOnly(
  deps: FetchDeps,
  home: string,
  options: Partial<UpstreamOptions> & Pick<UpstreamOptions, 'bases'>,
): Promise<Memory> {
  const memory = await Memory.open(home);
  await fetchDue(deps, new Snapshots(home), memory, {
    home,
    sources: boundedSources,
    only: new Set(sources.map(({ slug }) => slug)),
    all: false,
    contact: 'test@example.org',
    ...options,
  });
  return memory;
}

/** Accepts every file that has arrived as valid, as a build does. */
export async function acceptAll(home: string): Promise<void> {
  const snapshots = new Snapshots(home);
  const memory = await Memory.open(home);
  const arrived = await snapshots.arrived();
  await snapshots.accept({ ...(await snapshots.index()), ...arrived }, 'none');
  for (const key of Object.keys(arrived)) Object.assign(memory.file(key), { good_at: memory.file(key).asked_at });
  await memory.save();
  await snapshots.await({});
  await snapshots.tidy([]);
}
