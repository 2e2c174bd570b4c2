import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import type { Bench, Section } from '../bench.ts';
import { type Figure, figure, least, most } from '../figure.ts';
import { type Load, load } from '../measure/load.ts';
import { inTurns } from '../measure/rounds.ts';
import { serveRelease } from '../measure/served.ts';
import { serveNginx } from '../rivals/nginx.ts';

const rival = 'nginx, one worker';
const folder = 'public/api/v1';
const files = {
  elements: { path: '/api/v1/elements', file: `${folder}/elements.json` },
  'dataset/active.csv': { path: '/api/v1/dataset/active.csv', file: `${folder}/dataset/active.csv` },
} as const;

/** Ready files: ours, with its limits and headers, beside nginx that sends the same packed bytes. */
export const staticFiles: Section = {
  name: 'static',
  about: 'files that were packed by the pipeline, beside nginx that sends the same; their size beside CelesTrak’s',
  needs: ['wrk', 'nginx'],
  async run(bench) {
    const right = await bench.right();
    const [ours, nginx] = [await serveRelease(bench.home), await serveNginx(bench.home)];
    try {
      const figures: Figure[] = [];
      for (const [what, { path, file }] of Object.entries(files))
        for (const coding of bench.short ? ['br'] : ['br', 'gzip']) {
          // Nobody is asked for a key here.
          const asked = {
            paths: [path],
            connections: 32,
            seconds: bench.seconds,
            headers: { 'Accept-Encoding': coding },
          };
          const wrong = right.file(file);
          const found = await inTurns(bench.rounds, {
            ours: () => load(ours.base, { ...asked, wrong }),
            theirs: () => load(nginx.base, { ...asked, wrong }),
          });
          const of = (name: keyof Load) => ({
            ours: found.ours.map((one) => one[name]),
            theirs: found.theirs.map((one) => one[name]),
            rival,
          });
          const named = `${what}, ${coding}`;
          const bound = coding === 'br';
          figures.push(
            figure(
              { what: named, unit: 'requests/s', ...of('requests_s'), asked: bound ? least(0.9) : null },
              bench.full,
            ),
            figure({ what: `${named}, p99`, unit: 'ms', ...of('p99_ms'), asked: bound ? most(2) : null }, bench.full),
          );
        }
      return { figures: [...figures, ...(await sizes(bench))] };
    } finally {
      await Promise.all([ours.stop(), nginx.stop()]);
    }
  },
};

/** What a client fetches for the elements of all active objects, from us and from CelesTrak: the rows of the same objects. */
async function sizes(bench: Bench): Promise<Figure[]> {
  const path = join(bench.home, 'current', folder, 'elements.json');
  const packed = (await stat(`${path}.br`)).size;
  const what = 'elements of the same objects, br';
  const ids = new Set<number>(JSON.parse(await readFile(path, 'utf8')).data.norad_cat_id);
  const plain = await celestrakCsv(bench, ids);
  if (plain === null) {
    const note =
      'not compared: neither the home’s snapshots nor --from have a celestrak/gp-active.csv with these objects';
    return [figure({ what, unit: 'bytes', ours: packed, note })];
  }
  const zipped = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }).length;
  const gzip = (await stat(`${path}.gz`)).size;
  return [
    figure({ what, unit: 'bytes', ours: packed, rival: 'CelesTrak’s CSV as it is', theirs: plain.length }),
    figure({ what, unit: 'bytes', ours: packed, rival: 'CelesTrak’s CSV, gzip -9', theirs: zipped }),
    figure({ what: 'the same, gzip', unit: 'bytes', ours: gzip, rival: 'CelesTrak’s CSV, gzip -9', theirs: zipped }),
  ];
}

/** The rows of some objects in CelesTrak's file: the home's snapshot, or that of the upstream folder. Null where neither has all. */
async function celestrakCsv({ home, from, release }: Bench, ids: ReadonlySet<number>): Promise<Buffer | null> {
  const snapshots = join(home, release.sample ? 'sample/snapshots' : 'snapshots', 'celestrak');
  const kept = (await readdir(snapshots).catch(() => [])).filter((name) => name.endsWith('-gp-active.csv'));
  for (const file of [...kept.map((name) => join(snapshots, name)), join(from, 'celestrak/gp-active.csv')]) {
    const [header, ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\r\n');
    // A name may hold a comma; from the right the columns are sure.
    const column = header!.split(',').indexOf('NORAD_CAT_ID') - header!.split(',').length;
    const rows = lines.filter((line) => ids.has(Number(line.split(',').at(column))));
    if (rows.length === ids.size) return Buffer.from([header, ...rows, ''].join('\r\n'));
  }
  return null;
}
