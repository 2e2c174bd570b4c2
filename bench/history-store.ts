import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Random } from './random-requests.ts';

/*
 * node bench/history-store.ts --folder DIR [--years 10] [--objects 16400]
 *
 * Measures a history of element sets in one SQLite table, for the decision record docs/decisions/history: random numbers of the size of
 * real ones, a new set for 45 % of the objects in each of four refreshes a day. All years but the last 30 days are loaded in the order of
 * the key, the rest by one transaction a refresh. `DIR` must be on the disk that is to be measured; the file is deleted at the end.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    years: { type: 'string', default: '10' },
    objects: { type: 'string', default: '16400' },
  },
});
const [years, objects] = [Number(values.years), Number(values.objects)];
const [PER_DAY, SHARE, LAST_DAYS, HOUR] = [4, 0.45, 30, 3_600_000];
const folder = mkdtempSync(join(values.folder!, 'history-store-'));
const file = join(folder, 'history.sqlite');
const bytes = () =>
  [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
const random = new Random(37);
const whole = random.below;
const database = new DatabaseSync(file);
database.exec(`PRAGMA page_size = 4096; PRAGMA journal_mode = wal; PRAGMA synchronous = normal; PRAGMA cache_size = -64000;
  CREATE TABLE sets (norad_cat_id INTEGER, epoch INTEGER, seen INTEGER, file INTEGER, mean_motion INTEGER, eccentricity INTEGER,
    inclination INTEGER, node INTEGER, perigee INTEGER, anomaly INTEGER, bstar INTEGER, dot INTEGER, ddot INTEGER, revolution INTEGER,
    number INTEGER, PRIMARY KEY (norad_cat_id, epoch, seen)) WITHOUT ROWID, STRICT`);
const insert = database.prepare(`INSERT INTO sets VALUES (${Array.from({ length: 15 }, () => '?').join(', ')})`);
/** A set of an object that arrived with a refresh. Its numbers take as many bytes as real ones. */
const add = (id: number, refresh: number) =>
  insert.run(
    ...[
      id,
      refresh * (24 / PER_DAY) * HOUR * 1000 + whole(HOUR * 1000),
      refresh,
      1,
      1_500_000_000 + whole(1e8),
      whole(1e6),
      whole(1_800_000),
    ],
    ...[whole(3_600_000), whole(3_600_000), whole(3_600_000), whole(1e6), whole(1e5), 0, whole(60_000), 999],
  );
const refreshes = Math.round(years * 365.25 * PER_DAY);
const loaded = refreshes - LAST_DAYS * PER_DAY;
const say = (what: string, figure: string) => console.log(`${what.padEnd(62)} ${figure}`);
const quantile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))]!.toFixed(2);

let sets = 0;
database.exec('BEGIN');
for (let id = 1; id <= objects; id++)
  for (let refresh = 0; refresh < loaded; refresh++)
    if (random.next() < SHARE) {
      add(id, refresh);
      if (++sets % 2_000_000 === 0) database.exec('COMMIT; PRAGMA wal_checkpoint(truncate); BEGIN');
    }
database.exec('COMMIT; PRAGMA wal_checkpoint(truncate)');
say('bytes a set, loaded in the order of the key', (bytes() / sets).toFixed(1));
const [setsBefore, bytesBefore] = [sets, bytes()];
const refreshTimes: number[] = [];
for (let refresh = loaded; refresh < refreshes; refresh++) {
  const began = performance.now();
  database.exec('BEGIN');
  for (let id = 1; id <= objects; id++)
    if (random.next() < SHARE) {
      add(id, refresh);
      sets++;
    }
  database.exec('COMMIT; PRAGMA wal_checkpoint(passive)');
  refreshTimes.push(performance.now() - began);
}
database.exec('PRAGMA wal_checkpoint(truncate)');
say('sets; years', `${sets.toLocaleString('en-US')}; ${years}`);
say(
  `bytes a set of the last ${LAST_DAYS} days, by refresh`,
  ((bytes() - bytesBefore) / (sets - setsBefore)).toFixed(1),
);
say('bytes a set in all', (bytes() / sets).toFixed(1));
say('one refresh, ms: median, p95', `${quantile(refreshTimes, 0.5)}, ${quantile(refreshTimes, 0.95)}`);
database.close();

/** Empties the page cache of the system, if this process may. */
function dropCaches(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

for (const isCold of [true, false]) {
  if (isCold && !dropCaches()) continue;
  const opened = new DatabaseSync(file, { readOnly: true });
  const name = isCold ? 'cold' : 'warm';
  const page = opened.prepare('SELECT * FROM sets WHERE norad_cat_id = ? ORDER BY epoch DESC, seen DESC LIMIT 100');
  const pages = random.list(200, () => {
    const began = performance.now();
    page.all(1 + whole(objects));
    return performance.now() - began;
  });
  say(
    `the newest 100 sets of one object, ${name}, ms: median, p95`,
    `${quantile(pages, 0.5)}, ${quantile(pages, 0.95)}`,
  );
  const history = opened.prepare(
    'SELECT epoch, mean_motion, eccentricity, inclination FROM sets WHERE norad_cat_id = ? ORDER BY epoch',
  );
  const histories = random.list(50, () => {
    const began = performance.now();
    history.all(1 + whole(objects));
    return performance.now() - began;
  });
  say(`all sets of one object, ${name}, ms: median, p95`, `${quantile(histories, 0.5)}, ${quantile(histories, 0.95)}`);
  const newest = opened.prepare(
    'SELECT * FROM sets WHERE norad_cat_id = ? AND epoch <= ? ORDER BY epoch DESC, seen DESC LIMIT 1',
  );
  const moments = random.list(isCold ? 1 : 5, () => {
    const at = whole(refreshes) * (24 / PER_DAY) * HOUR * 1000;
    const began = performance.now();
    for (let id = 1; id <= objects; id++) newest.get(id, at);
    return performance.now() - began;
  });
  say(`all objects as of a moment, ${name}, ms: median`, quantile(moments, 0.5));
  opened.close();
}
rmSync(folder, { recursive: true });
