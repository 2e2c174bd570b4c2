import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { event } from '../../src/schema/changes/event.ts';
import { createTable } from '../../src/schema/field.ts';
import { verdict } from '../../src/schema/objects/claim.ts';
import { launch } from '../../src/schema/objects/launch.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { type Manifest, releaseFormat } from '../../src/schema/release/manifest.ts';
import { serviceHeaders } from '../../src/schema/release/public-route.ts';
import { publishers } from '../../src/schema/release/publishers.ts';

/** The publishers that a server without accounts reads. */
const readPublishers = publishers.filter(({ slug }) => slug !== 'spacetrack');

/** Creates a home folder for one test file. */
export async function makeHome(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'orbweaver-test-'));
}

export const removeHome = (home: string) => rm(home, { recursive: true, force: true });

/** Id of the nth release of a test. Each is an hour newer than the previous one. */
export function releaseId(n: number): string {
  return `${releaseTime(n).replaceAll(/[-:]/g, '').replace('.000', '')}-${n.toString(16).padStart(8, '0')}`;
}

export function releaseTime(n: number): string {
  return new Date(Date.UTC(2026, 7, 21, 23) + n * 3_600_000).toISOString().replace('.000', '');
}

const rows = (n: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    norad_cat_id: index + 1,
    release: n,
    name: `TEST OBJECT ${index + 1}`,
  }));

/** The text files of the nth release. Each contains its release id, so that a mixed response is detected. */
function textFiles(n: number): Record<string, string> {
  const json = (count: number) => JSON.stringify({ data: rows(n, count), meta: { release: releaseId(n) } });
  const csv = (count: number) =>
    `norad_cat_id,release,name\n${rows(n, count)
      .map((row) => Object.values(row).join(','))
      .join('\n')}\n`;
  return {
    'elements.json': json(200),
    'events.json': json(5),
    'events.atom': `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${releaseId(n)}</id></feed>\n`,
    'events/2026-08.json': json(8),
    'accuracy.json': json(1),
    'population.json': json(9),
    'population.csv': csv(9),
    'reentries/upcoming.json': reentries(n, {}),
    'reentries/scores.json': reentries(n, { coverage: [], pending: 0 }),
    'changes.json': json(1),
    [`changes/${releaseId(n)}.json`]: json(6),
    [`elements/changes/${releaseId(n)}.json`]: json(7),
    'launches.json': json(20),
    'groups.json': json(4),
    'dataset.json': json(2),
    'datapackage.json': json(3),
    'dataset/active.json': json(120),
    'dataset/active.csv': csv(120),
    'dataset/all.json': json(300),
    'dataset/all.csv': csv(300),
  };
}

/** A file of reentries without predictions or scores. */
const reentries = (n: number, more: object) =>
  JSON.stringify({
    data: [],
    meta: { next: null, prev: null, generated_at: releaseTime(n), release: releaseId(n), total: 0, ...more },
  });

export interface ReleaseOptions {
  readonly sample?: boolean;
  /** Changes the manifest before it is written. */
  readonly manifest?: (manifest: Manifest) => unknown;
}

/** Writes a complete release folder with the pipeline's layout, without making it current. */
export async function writeRelease(home: string, n: number, options: ReleaseOptions = {}): Promise<string> {
  const id = releaseId(n);
  const folder = join(home, 'releases', id);
  const files: Manifest['files'] = {};
  const write = async (path: string, bytes: Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    files[path] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  for (const [name, text] of Object.entries(textFiles(n))) {
    const path = `public/api/v1/${name}`;
    const bytes = Buffer.from(text);
    await write(path, bytes);
    await write(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
    await write(`${path}.gz`, gzipSync(bytes, { level: 1 }));
    await write(`${path}.zst`, zstdCompressSync(bytes));
  }
  const packed: Manifest['packed'] = {};
  const forms = ['json', 'tle', '5-digit.tle', '2le', 'csv', 'omm.json', 'xml', 'kvn'].map((form) => `active.${form}`);
  for (const name of [...forms, `active/changes/${id}.json`]) {
    const path = `public/api/v1/elements/${name}`;
    const bytes = Buffer.from(JSON.stringify({ data: rows(n, 50), meta: { release: releaseId(n), name } }));
    await write(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
    await write(`${path}.gz`, gzipSync(bytes, { level: 1 }));
    packed[path] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  await write('public/api/v1/elements/active.parquet', Buffer.from(`PAR1${id}elementsPAR1`));
  for (const slice of ['active', 'all'])
    await write(`public/api/v1/dataset/${slice}.parquet`, Buffer.from(`PAR1${id}PAR1`));
  await write('public/_headers', Buffer.from('/*\n'));
  await writeCatalog(join(folder, 'catalog.duckdb'), n);
  await writeRecords(folder);
  for (const name of ['catalog.duckdb', 'records.sqlite']) {
    const bytes = await readFile(join(folder, name));
    files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  const manifest = { ...makeManifest(n, files, options.sample ?? false), packed };
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify(options.manifest ? options.manifest(manifest) : manifest),
  );
  return id;
}

/** Makes a release current the way the pipeline does: a new link, renamed over the old one. */
export async function makeCurrent(home: string, id: string): Promise<void> {
  const link = join(home, `.current-${id}`);
  await symlink(join('releases', id), link);
  await rename(link, join(home, 'current'));
}

/** Writes the nth release and makes it current. */
export async function publish(home: string, n: number, options?: ReleaseOptions): Promise<string> {
  const id = await writeRelease(home, n, options);
  await makeCurrent(home, id);
  return id;
}

async function writeCatalog(file: string, n: number): Promise<void> {
  const instance = await DuckDBInstance.create(file, { threads: '1' });
  const connection = await instance.connect();
  // Empty tables: these releases are for tests of static files, but the catalog still reads the columns.
  for (const [table, record] of Object.entries({
    satellites: satellite,
    provenance: verdict,
    launches: launch,
    events: event,
  }))
    await connection.run(createTable(table, record));
  const values = Array.from({ length: 14 }, (_, index) => {
    const type = ['new_object', 'reentry', 'orbit_change'][index % 3];
    const details = {
      new_object: { launch_date: '2026-08-19' },
      reentry: { decay_date: '2026-08-20' },
      orbit_change: { delta: { semi_major_axis_km: -4.27, inclination_deg: 0.0012, eccentricity: 0.00002 } },
    }[type!];
    const day = `2026-08-${String(21 - index).padStart(2, '0')}`;
    return `('${type}-${90_001 + index}', '${type}', ${90_001 + index}, '2026-1${String(index).padStart(2, '0')}A', 'TEST OBJECT ${index} OF RELEASE ${n}', 'PAYLOAD', TIMESTAMP '${day} 0${index % 3}:30:00', TIMESTAMP '${releaseTime(n).replace('Z', '')}', ['celestrak', 'gcat'], '${JSON.stringify(details)}')`;
  });
  await connection.run(`INSERT INTO events VALUES ${values.join(',\n')}`);
  connection.closeSync();
  instance.closeSync();
}

/** An empty table of records: these releases are for tests of static files. */
async function writeRecords(folder: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'records.sqlite'));
  database.exec(`CREATE TABLE objects(norad_cat_id INTEGER PRIMARY KEY, name TEXT, summary TEXT, elements TEXT,
    epoch TEXT, omm TEXT, tle TEXT, events TEXT, etag TEXT, record BLOB)`);
  database.close();
}

function makeManifest(n: number, files: Manifest['files'], sample: boolean): Manifest {
  return {
    id: releaseId(n),
    format: releaseFormat,
    generated_at: releaseTime(n),
    previous: n > 0 ? releaseId(n - 1) : null,
    sample,
    counts: {
      satellites: 66_305,
      active: 16_400,
      on_orbit: 31_204,
      decayed: 34_611,
      claims: 1_940_211,
      conflicts: 2117,
      elements: 16_388,
      launches: 6842,
      operators: 812,
      events: 14,
      rejects: 3,
    },
    sources: readPublishers.map(({ slug, short_name }, index) => ({
      slug,
      name: short_name,
      url: `https://example.org/${slug}`,
      license: ['Public domain', 'CC-BY-4.0', 'CC-BY-SA-4.0'][index] ?? 'CC0-1.0',
      license_url: `https://example.org/${slug}/terms`,
      attribution: `Data from ${short_name}, to be named where it is used`,
      records: Math.max(0, 34_119 - index * 9000),
      claims: Math.max(0, 512_000 - index * 120_000),
      fetched_at: releaseTime(n),
      snapshot_sha256: 'a'.repeat(64),
      refresh: 'daily at 06:15 UTC',
      next_refresh_at: null,
      status: index === 2 ? 'stale' : 'fresh',
      problem: index === 2 ? 'its last file was 14 % smaller' : null,
    })),
    files,
    packed: {},
  };
}

/** The headers of every response served from the nth release. */
export function expectedServiceHeaders(n: number, sample = false): Record<string, string> {
  const sources = readPublishers.map(({ slug }) => slug);
  return serviceHeaders({ id: releaseId(n), sample, sources });
}
