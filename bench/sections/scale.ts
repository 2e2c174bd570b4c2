import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomLists } from '../asked/lists.ts';
import { Right } from '../asked/right.ts';
import { searchesOf, searchPath } from '../asked/searches.ts';
import type { Bench, Section } from '../bench.ts';
import { Chance } from '../chance.ts';
import { type Figure, figure, most } from '../figure.ts';
import { inTemporaryFolder } from '../measure/folder.ts';
import { load } from '../measure/load.ts';
import { type Refreshed, refresh, refreshFloor } from '../measure/refreshed.ts';
import { ownHome, serveHome } from '../measure/served.ts';
import { generate } from '../synthetic/generate.ts';

/** What was measured at one size. */
type Size = Readonly<
  Record<'objects' | 'refresh_s' | 'floor_s' | 'memory_mb' | 'release_mb' | 'start_ms' | 'serving_mb', number>
> & {
  readonly latencies_ms: Readonly<Record<string, number>>;
};

/** Generated catalogues of several sizes: how time, memory, size, start and answers grow. */
export const scale: Section = {
  name: 'scale',
  about: 'generated catalogues of --objects: refresh, release, start, answers, and how they grow',
  needs: ['wrk'],
  async run(bench) {
    const sizes: Size[] = [];
    for (const objects of [...bench.objects].sort((a, b) => a - b)) {
      sizes.push(await inTemporaryFolder((work) => measure(bench, objects, work)));
      bench.print(`  ${objects.toLocaleString('en-US')} objects done`);
    }
    return { figures: [...sizes.flatMap(figuresOf), ...growth(sizes)], details: { sizes } };
  },
};

async function measure(bench: Bench, objects: number, work: string): Promise<Size> {
  const [from, home, floor] = [join(work, 'upstream'), join(work, 'home'), join(work, 'floor')];
  await generate(from, objects);
  const built: Refreshed = await refresh(from, home);
  const floored = await refreshFloor(from, home, floor);
  await rm(floor, { recursive: true });
  const right = await Right.open(home);
  const own = await ownHome(home);
  try {
    const first = right.catalogue.things[0]!.id;
    const server = await serveHome(own.folder, { path: `/api/v1/satellites/${first}`, headers: own.headers });
    const serving = await server.memory();
    const latencies: Record<string, number> = {};
    try {
      const ask = async (what: string, paths: readonly string[], wrong: (typeof right)['record']) => {
        const asked = { paths, wrong, headers: own.headers, connections: 4, seconds: bench.seconds };
        try {
          // The first load opens and compiles what the second finds.
          await load(server.base, { ...asked, seconds: 1 });
          latencies[what] = (await load(server.base, asked)).p50_ms;
        } catch (error) {
          // A server that can't answer one kind of question of so many objects is still measured with the others.
          bench.print(
            `  ${what} of ${objects.toLocaleString('en-US')} objects not measured: ${(error as Error).message}`,
          );
          process.exitCode = 1;
        }
      };
      const chance = new Chance(objects);
      const ids = Array.from({ length: 5000 }, () => chance.of(right.catalogue.things).id);
      await ask(
        'record',
        ids.map((id) => `/api/v1/satellites/${id}`),
        right.record,
      );
      await ask('list', randomLists(5000, 0, right.catalogue.countries), right.list);
      await ask(
        'search',
        searchesOf(right.catalogue, 3000, 0).map(({ q }) => searchPath(q)),
        right.search,
      );
      await ask('elements', ['/api/v1/elements'], right.file('public/api/v1/elements.json'));
    } finally {
      await server.stop();
    }
    return {
      objects: built.objects,
      refresh_s: built.wall_s,
      floor_s: floored.wall_s,
      memory_mb: built.peak_mb,
      release_mb: built.bytes / 1e6,
      start_ms: server.milliseconds,
      serving_mb: serving,
      latencies_ms: latencies,
    };
  } finally {
    right.close();
    await own.remove();
  }
}

function figuresOf(size: Size): Figure[] {
  const n = size.objects.toLocaleString('en-US');
  const million = size.objects >= 1_000_000;
  return [
    figure(
      {
        what: `${n}: refresh`,
        unit: 's',
        ours: size.refresh_s,
        rival: 'DuckDB alone',
        theirs: size.floor_s,
        asked: most(3),
      },
      size.objects >= 60_000,
    ),
    figure({ what: `${n}: its memory`, unit: 'MiB', ours: size.memory_mb, asked: million ? most(6144, 'ours') : null }),
    figure({ what: `${n}: release`, unit: 'MB', ours: size.release_mb }),
    figure({ what: `${n}: start to first record`, unit: 'ms', ours: size.start_ms }),
    figure({ what: `${n}: memory of the server then`, unit: 'MiB', ours: size.serving_mb }),
    ...Object.entries(size.latencies_ms).map(([what, ours]) =>
      figure({ what: `${n}: ${what}, p50`, unit: 'ms', ours }),
    ),
  ];
}

/** Exponents: 1 is in step with the number of objects, 0 is the same for any. From the smallest size to the largest. */
function growth(sizes: readonly Size[]): Figure[] {
  const [small, large] = [sizes[0]!, sizes.at(-1)!];
  if (small === large) return [];
  const of = (value: (size: Size) => number) =>
    Math.log(value(large) / value(small)) / Math.log(large.objects / small.objects);
  const one = (what: string, value: (size: Size) => number, linear = false) =>
    figure(
      {
        what: `${what} grows with objects to the power of`,
        unit: '',
        ours: of(value),
        asked: linear ? most(1.1, 'ours') : null,
        ...(linear && {
          note: `from ${small.objects.toLocaleString('en-US')} to ${large.objects.toLocaleString('en-US')}`,
        }),
      },
      // Where there is little to read, most of the time is not spent on reading it.
      small.objects >= 60_000 && large.objects >= 1_000_000,
    );
  return [
    one('refresh', (size) => size.refresh_s, true),
    one('its floor', (size) => size.floor_s),
    one('memory', (size) => size.memory_mb),
    one('release', (size) => size.release_mb),
    one('start', (size) => size.start_ms),
    ...Object.keys(small.latencies_ms)
      .filter((what) => what in large.latencies_ms)
      .map((what) => one(what, (size) => size.latencies_ms[what]!)),
  ];
}
