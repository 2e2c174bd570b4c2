import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { generate } from './generate.ts';
import { bytesBelow, type Measure, measured, medians } from './measured.ts';
import { save, saved } from './results.ts';

/** A refresh beside its floor. */
interface Compared {
  readonly objects: number;
  readonly rounds: number;
  readonly refresh: Measure & { readonly bytes: number };
  readonly floor: Measure & { readonly bytes: number };
  /** The refresh's wall time in those of the floor. */
  readonly ratio: number;
  /** The same of processor time, which other work on the machine disturbs less. */
  readonly cpu_ratio: number;
}

type Print = (line: string) => void;
/** So many objects the real catalogue of 2026 has: growth is measured from there. */
const REAL_SIZE = 66_000;
const NOW = '2026-08-21T23:00:00Z';
const repository = join(import.meta.dirname, '..');
const floor = new URL('./refresh-floor.ts', import.meta.url).pathname;

/** Measures real upstream files, and how small `elements.json` is beside CelesTrak's own CSV. */
export async function refreshReal(from: string, rounds: number, print: Print): Promise<void> {
  await inTemporaryFolder(async (work) => {
    let elements: Elements | null = null;
    const compared = await compare(from, rounds, work, async (release) => {
      elements ??= await elementsSize(join(from, 'celestrak/gp-active.csv'), release);
    });
    show(`refresh, ${relative(repository, from)}`, compared, print);
    const { objects, br, gzip, ratio } = elements!;
    print(
      `elements.json.br ${n(br)} B, gzip -9 of CelesTrak's CSV of the same ${n(objects)} objects ${n(gzip)} B: ${ratio}`,
    );
    await save('refresh', { from: relative(repository, from), ...compared, elements });
  });
}

/** Measures generated files of each size, 66,000 first, and how time and memory grow with it. */
export async function refreshGenerated(sizes: readonly number[], rounds: number, print: Print): Promise<void> {
  const real = (await saved()).refresh as Compared | undefined;
  let small: Compared | null = null;
  for (const size of [...new Set([REAL_SIZE, ...sizes])].sort((a, b) => a - b)) {
    await inTemporaryFolder(async (work) => {
      const start = performance.now();
      await generate(join(work, 'upstream'), size);
      print(`${n(size)} generated objects, written in ${((performance.now() - start) / 1000).toFixed(0)} s`);
      const compared = await compare(join(work, 'upstream'), rounds, work);
      if (size === REAL_SIZE) small = compared;
      const growth = {
        from_generated: small && small !== compared ? exponent(small, compared) : null,
        from_real: real ? exponent(real, compared) : null,
      };
      show(`refresh, ${n(size)} generated objects`, compared, print);
      if (growth.from_generated !== null)
        print(`time grows with objects^${growth.from_generated} from ${n(REAL_SIZE)} generated ones`);
      if (growth.from_real !== null)
        print(`time grows with objects^${growth.from_real} from the real ${n(real!.objects)}`);
      await save(`refresh-${size}`, { ...compared, growth });
    });
  }
}

/** Alternates refreshes and floors, each from nothing. `seen` is shown each finished release before it goes. */
async function compare(
  from: string,
  rounds: number,
  work: string,
  seen: (release: string) => Promise<void> = async () => undefined,
): Promise<Compared> {
  const refreshes: Measure[] = [];
  const floors: Measure[] = [];
  const bytes = { refresh: 0, floor: 0 };
  let objects = 0;
  for (let round = 0; round < rounds; round++) {
    const [home, bottom] = [join(work, 'home'), join(work, 'floor')];
    refreshes.push(
      await measured(join(repository, 'pipeline/refresh.ts'), ['--from', from, '--now', NOW], { ORBWEAVER_HOME: home }),
    );
    const release = join(home, 'current');
    floors.push(await measured(floor, [from, release, bottom]));
    const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
    objects = manifest.counts.satellites;
    await seen(release);
    bytes.refresh = await bytesBelow(join(home, 'releases'));
    bytes.floor = await bytesBelow(bottom);
    for (const folder of [home, bottom]) await rm(folder, { recursive: true });
  }
  const [top, least] = [medians(refreshes), medians(floors)];
  return {
    objects,
    rounds,
    refresh: { ...top, bytes: bytes.refresh },
    floor: { ...least, bytes: bytes.floor },
    ratio: Number((top.wall_s / least.wall_s).toFixed(2)),
    cpu_ratio: Number((cpu(top) / cpu(least)).toFixed(2)),
  };
}

interface Elements {
  readonly objects: number;
  readonly br: number;
  readonly gzip: number;
  readonly ratio: number;
}

/** `elements.json.br` beside gzip -9 of CelesTrak's rows about the objects in it. */
async function elementsSize(csv: string, release: string): Promise<Elements> {
  const path = join(release, 'public/api/v1/elements.json');
  const ids = new Set<number>(JSON.parse(await readFile(path, 'utf8')).data.norad_cat_id);
  const [header, ...lines] = (await readFile(csv, 'utf8')).split('\r\n');
  const column = header!.split(',').indexOf('NORAD_CAT_ID');
  // A name may hold a comma; from the right the columns are sure.
  const fromRight = column - header!.split(',').length;
  const same = lines.filter((line) => ids.has(Number(line.split(',').at(fromRight))));
  const gzip = gzipSync([header, ...same, ''].join('\r\n'), { level: constants.Z_BEST_COMPRESSION }).length;
  const br = (await readFile(`${path}.br`)).length;
  if (same.length !== ids.size)
    throw new Error(`elements.json has ${ids.size} objects, CelesTrak's CSV ${same.length} of them`);
  return { objects: ids.size, br, gzip, ratio: Number((br / gzip).toFixed(3)) };
}

function exponent(small: Compared, large: Compared): number {
  return Number(
    (Math.log(large.refresh.wall_s / small.refresh.wall_s) / Math.log(large.objects / small.objects)).toFixed(2),
  );
}

function show(title: string, { refresh, floor, ratio, cpu_ratio, rounds, objects }: Compared, print: Print): void {
  print(`\n${title}: ${n(objects)} objects, medians of ${rounds}`);
  print('            wall s     cpu s   peak MB   written MB');
  for (const [name, one] of Object.entries({ refresh, floor })) {
    const cells = [one.wall_s, cpu(one), one.peak_mb, one.bytes / 1e6];
    print(`  ${name.padEnd(8)}${cells.map((cell) => cell.toFixed(1).padStart(10)).join('')}`);
  }
  print(`  refresh / floor: ${ratio} in time, ${cpu_ratio} in processor time`);
}

const cpu = (one: Measure) => one.user_s + one.system_s;

function n(value: number): string {
  return value.toLocaleString('en-US');
}

/** The folder goes with the work, and with a bench that is stopped halfway: a million objects take gigabytes. */
async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    await work(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
