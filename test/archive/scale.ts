import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Archive, type ArchiveOptions } from '../../pipeline/archive/archive.ts';
import { elementTable, writeElements } from '../../pipeline/archive/element-rows.ts';
import { writeStarts } from '../../pipeline/archive/merge.ts';
import { ArchiveReader } from '../../src/release/archive.ts';
import type { ArchiveSnapshot, ElementFile } from '../../src/schema/release/archive.ts';
import { seeded } from '../seeded.ts';

/**
 * Not a test: creates an archive of simulated years, and measures it. `node test/archive/scale.ts --home FOLDER --years 10` creates it
 * if the folder has none, and prints the cost of the catalog as of a moment and of one object's history. Delete the folder afterward.
 */
const { values: options } = parseArgs({
  options: {
    home: { type: 'string' },
    years: { type: 'string', default: '10' },
    objects: { type: 'string', default: '16400' },
    /** Hours between two sets of an object: 1.67 sets a day, as at CelesTrak. */
    hours: { type: 'string', default: '14.4' },
  },
});
if (options.home === undefined) throw new Error('--home FOLDER is required');
const home = options.home;
const [years, objects, hours] = [Number(options.years), Number(options.objects), Number(options.hours)];
const FIRST_YEAR = 2017;
const limits = { memory: '1GB', threads: 2 };
const SNAPSHOTS_PER_DAY = 4;

/** Runs some work, and measures CPU time of the process and wall-clock time in milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<{ value: T; cpu: number; wall: number }> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { value, cpu: (user + system) / 1000, wall: performance.now() - wall };
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const ms = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ms`;
const monthStart = (at: number) => new Date(Date.UTC(FIRST_YEAR, at, 1)).toISOString().slice(0, 10);

/**
 * One month: every object has a set every `hours`, with a phase of its own, and each set is current from the next snapshot to the one
 * before the next set. One object in two hundred has a set only every five months.
 */
const monthQuery = (at: number, last: boolean) => `
  WITH times AS (SELECT o.id, if(o.id % 200 = 0, 3600, ${hours}) AS step, hash(o.id) % 86400 AS phase FROM range(1, ${objects} + 1) o(id)),
  sets AS (SELECT id, step, TIMESTAMP '${monthStart(0)}' + to_microseconds(((n * step * 3600 + phase) * 1000000)::BIGINT) AS epoch, n
    FROM times, LATERAL (SELECT unnest(range(
      greatest(0, ceil((epoch(TIMESTAMP '${monthStart(at)}') - epoch(TIMESTAMP '${monthStart(0)}') - phase - 86400) / (step * 3600)))::BIGINT,
      floor((epoch(TIMESTAMP '${monthStart(at + 1)}') - epoch(TIMESTAMP '${monthStart(0)}') - phase) / (step * 3600))::BIGINT + 1)) AS n)),
  seen AS (SELECT *, time_bucket(INTERVAL ${24 / SNAPSHOTS_PER_DAY} HOURS, epoch) + INTERVAL ${24 / SNAPSHOTS_PER_DAY} HOURS AS first_seen,
    time_bucket(INTERVAL ${24 / SNAPSHOTS_PER_DAY} HOURS, epoch + to_microseconds((step * 3600000000)::BIGINT)) AS last_seen FROM sets)
  SELECT (id * 4)::INTEGER AS norad_cat_id, epoch, (1500000000 + hash(id) % 50000000 + n)::INTEGER AS mean_motion_e8,
    (hash(id) % 200000 + hash(id, n) % 500)::INTEGER AS eccentricity_e8, (500000 + hash(id) % 400000 + hash(id, n) % 20)::INTEGER AS inclination_e4,
    (hash(id, n, 1) % 3600000)::INTEGER AS ra_of_asc_node_e4, (hash(id, n, 2) % 3600000)::INTEGER AS arg_of_pericenter_e4,
    (hash(id, n, 3) % 3600000)::INTEGER AS mean_anomaly_e4, (hash(id, n, 4) % 99999999)::INTEGER AS bstar_digits, -10::TINYINT AS bstar_power,
    (hash(id, n, 5) % 9999)::INTEGER AS mean_motion_dot_e8, 0 AS mean_motion_ddot_digits, 0::TINYINT AS mean_motion_ddot_power,
    0::TINYINT AS ephemeris_type, 999 AS element_set_no, (n * 9)::INTEGER AS rev_at_epoch, 'U' AS classification_type,
    'SIMULATED ' || id AS object_name, format('{}-{:03d}A', 1990 + id % 30, id % 200) AS object_id, NULL::VARCHAR AS beyond, first_seen,
    ${last ? `if(last_seen >= TIMESTAMP '${monthStart(at + 1)}', NULL, last_seen)` : 'last_seen'} AS last_seen, 'gp-active.csv' AS source
  FROM seen WHERE first_seen >= TIMESTAMP '${monthStart(at)}' AND first_seen < TIMESTAMP '${monthStart(at + 1)}'`;

async function make(): Promise<void> {
  await mkdir(home, { recursive: true });
  const archive = await Archive.open({ home, limits } satisfies ArchiveOptions);
  try {
    if (archive.index.elements.length > 0) return;
    const months = years * 12;
    const files: ElementFile[] = [];
    const made = await timed(async () => {
      for (let at = 0; at < months; at++) {
        await archive.store.run(
          `CREATE OR REPLACE TABLE made (${elementTable}); INSERT INTO made BY NAME ${monthQuery(at, at === months - 1)}`,
        );
        const month = monthStart(at).slice(0, 7);
        files.push(await writeElements(archive, month, month, 'made'));
      }
      await archive.store.run('DROP TABLE made');
    });
    const snapshots: ArchiveSnapshot[] = [];
    const step = 86_400_000 / SNAPSHOTS_PER_DAY;
    for (let time = Date.parse(monthStart(0)); time < Date.parse(monthStart(months)); time += step)
      snapshots.push({
        at: new Date(time).toISOString().replace('.000Z', 'Z'),
        release: null,
        objects,
        complete: null,
      });
    const starts = await timed(() =>
      writeStarts(archive, files, monthStart(0).slice(0, 7), snapshots[0]!.at.slice(0, 7)),
    );
    await archive.commit({ elements: files, starts: starts.value, snapshots });
    print(`created ${months} months in ${ms(made.cpu)} CPU, initial catalogs in ${ms(starts.cpu)} CPU`);
  } finally {
    await archive.close();
  }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}

async function measure(): Promise<void> {
  const reader = new ArchiveReader(home);
  const { elements, starts, recent, snapshots } = (await reader.index())!;
  const total = (files: readonly { rows: number; bytes: number }[], of: 'rows' | 'bytes') =>
    files.reduce((sum, file) => sum + file[of], 0);
  const rows = total(elements, 'rows');
  print(
    `${rows.toLocaleString('en-US')} sets, ${(total(elements, 'bytes') / rows).toFixed(1)} bytes per set, with initial catalogs ${((total(elements, 'bytes') + total(starts, 'bytes')) / rows).toFixed(1)}; ${recent.length} recent files`,
  );
  const random = seeded(7);
  const moments = Array.from({ length: 12 }, () => Date.parse(snapshots[Math.floor(random() * snapshots.length)]!.at));
  await reader.asOf(moments[0]!);
  const catalogRuns = [];
  for (const moment of moments) catalogRuns.push(await timed(() => reader.asOf(moment)));
  const found = catalogRuns.at(-1)!.value;
  print(
    `the catalog as of a moment (${found.length} objects): CPU median ${ms(
      percentile(
        catalogRuns.map(({ cpu }) => cpu),
        0.5,
      ),
    )}, worst ${ms(Math.max(...catalogRuns.map(({ cpu }) => cpu)))}; wall median ${ms(
      percentile(
        catalogRuns.map(({ wall }) => wall),
        0.5,
      ),
    )}`,
  );
  const ids = Array.from({ length: 400 }, () => found[Math.floor(random() * found.length)]!.norad_cat_id);
  const first = await timed(() => reader.elements(ids[0]!, { limit: 100, offset: 0 }));
  print(`the first history of an object, which opens every file: ${ms(first.cpu)} CPU, ${ms(first.wall)} wall`);
  const kinds: Record<string, (id: number, at: number) => Promise<unknown>> = {
    'newest 100 sets': (id) => reader.elements(id, { limit: 100, offset: 0 }),
    'sets 300 to 400': (id) => reader.elements(id, { limit: 100, offset: 300 }),
    'one week': (id, at) =>
      reader.elements(id, { from: moments[at % 12]!, to: moments[at % 12]! + 7 * 86_400_000, limit: 100, offset: 0 }),
    'as of a moment': (id, at) => reader.asOf(moments[at % 12]!, id),
  };
  for (const [kind, query] of Object.entries(kinds)) {
    for (const connections of [1, 8]) {
      const walls: number[] = [];
      const left = ids.entries();
      const all = await timed(() =>
        Promise.all(
          Array.from({ length: connections }, async () => {
            for (const [at, id] of left) {
              const { wall } = await timed(() => query(id, at));
              walls.push(wall);
            }
          }),
        ),
      );
      print(
        `one object, ${kind}, ${connections} concurrent: CPU ${ms(all.cpu / ids.length)} each; wall median ${ms(percentile(walls, 0.5))}, p95 ${ms(percentile(walls, 0.95))}`,
      );
    }
  }
  print(`memory ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
  reader.close();
}

await make();
await measure();
