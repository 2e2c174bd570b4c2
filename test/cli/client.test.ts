import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientCommands, runClient } from '../../src/cli/client/run-client.ts';
import { openLocalApi } from '../../src/server/local-api.ts';
import { KEY, type SampleServer, serve, serveSample } from '../api/sample-server.ts';
import { childEnvironment } from '../child-environment.ts';
import { copySample } from '../pipeline/sample-build.ts';

/** Runs the commands against a server with the sample and against its release: as processes if those are the subject, else here. */
const root = join(import.meta.dirname, '../..');
const program = join(root, 'src/cli/bin.js');

let server: SampleServer;
let folder: string;
beforeAll(async () => {
  server = await serveSample(null);
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-cli-'));
});
afterAll(async () => {
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `orbweaver` as a process, as users do: half a second of processor time each. */
function runProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: root, env: { ...childEnvironment, ORBWEAVER_API_KEY: KEY, ...env }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

/** Runs a command in this process, with its output as in a pipe. */
async function run([name, ...args]: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const written: (string | Uint8Array)[] = [];
  let stderr = '';
  const code = await runClient(clientCommands.find((command) => command.name === name)!, args, {
    env: { ORBWEAVER_API_KEY: KEY, ...env },
    isTerminal: false,
    write: async (chunk) => void written.push(chunk),
    say: (line) => {
      stderr += `${line}\n`;
    },
    openLocal: openLocalApi,
  });
  return { code, stdout: Buffer.concat(written.map((chunk) => Buffer.from(chunk))).toString(), stderr };
}
const remote = (...args: string[]) => run([...args, '--server', server.base]);
const local = (...args: string[]) => run([...args, '--home', server.home]);
const at = ['--from', '2026-08-22T18:00:00Z', '--allow-old'];
const capeTown = ['--lat', '-33.9', '--lon', '18.4'];

describe('against a server', () => {
  test('search prints JSON to a pipe, and a table or CSV on request', async () => {
    const { code, stdout } = await runProcess(['search', 'hubble', '--server', server.base]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ norad_cat_id: 20580, name: 'HST' }], meta: { total: 1 } });
    const table = await remote('search', 'hubble', '--format', 'table');
    expect(table.stdout).toMatch(/^norad_cat_id +name +cospar_id .*\n20580 +HST +1990-037B +PAYLOAD +OPERATIONAL/);
    const csv = await remote('search', '--launch-id', '1993-036', '--fields', 'norad_cat_id,name', '--format', 'csv');
    expect(csv.stdout.split('\r\n').slice(0, 3)).toEqual(['norad_cat_id,name', '22675,COSMOS 2251', '22676,SL-8 R/B']);
  });

  test('search supports filters, negated filters, and all pages', async () => {
    const inactive = JSON.parse((await remote('search', '--no-active', '--orbit-class', 'GEO', '--limit', '1')).stdout);
    expect(inactive.data[0].active).toBe(false);
    const all = JSON.parse((await remote('search', '--all', '--fields', 'norad_cat_id')).stdout);
    expect([all.data.length, all.meta.total]).toEqual([344, 344]);
    const misspelled = await remote('search', 'hubbel', '--format', 'table');
    expect(misspelled.stderr).toContain('Searched for');
    expect((await remote('search', 'hubbel', '--format', 'csv')).stderr).toBe(misspelled.stderr);
    // All pages have the facts of the list as well.
    const { meta } = JSON.parse((await remote('search', 'hubbel', '--all')).stdout);
    expect(meta).toMatchObject({ match: 'near', corrected: expect.any(String) });
    expect(Object.keys(meta)).not.toContain('next');
    const unknown = await remote('search', '--ids', '25544,999999', '--format', 'csv', '--fields', 'norad_cat_id');
    expect([unknown.stdout, unknown.stderr]).toEqual(['norad_cat_id\r\n25544\r\n', 'Not in the catalog: 999999.\n']);
    const empty = await remote('search', 'nibiru planet x', '--format', 'table');
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([0, '', 'No objects match.\n']);
  });

  test('get shows values with their sources, the claims of each source, and objects by name', async () => {
    const table = await remote('get', 'HST', '--format', 'table');
    expect(table.stdout).toMatch(/\nlaunch_date +1990-04-24 +CONFIRMED +celestrak, gcat, satnogs, wikidata\n/);
    const claims = await remote('get', '20580', '--field', 'launch_date', '--claims', '--format', 'table');
    expect(claims.stdout).toMatch(/launch_date +1990-04-24 +CONFIRMED +gcat .* yes\n/);
    expect(JSON.parse((await remote('get', '1990-037B')).stdout).data.norad_cat_id).toBe(20580);
    // Several objects have the alias; the station itself is first in a search.
    expect(JSON.parse((await remote('get', 'iss', '--field', 'name')).stdout).data.value).toBe('ISS (ZARYA)');
    expect((await remote('tle', 'ISS')).stdout).toMatch(/^ISS \(ZARYA\)\n1 25544U /);
    const several = await remote('get', 'cosmos');
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringMatching(/matches several objects.*22675 {2}COSMOS 2251/s),
    ]);
    const near = await remote('get', 'hubbel');
    expect([near.code, near.stderr]).toEqual([
      2,
      expect.stringMatching(/^No object is named “hubbel”\. The nearest:\n {2}20580 {2}HST\n$/),
    ]);
    const unknown = await remote('get', '20580', '--field', 'color');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Fields: norad_cat_id')]);
    const groups = await remote('get', '25544', '--field', 'groups', '--format', 'value');
    expect([groups.code, groups.stderr]).toEqual([2, expect.stringContaining('use --format json')]);
    expect(JSON.parse((await remote('get', '25544', '--field', 'groups')).stdout).data.value).toBeInstanceOf(Array);
  });

  test.each([
    ['table', [], /^field +value +confidence +sources\nlaunch_date +1990-04-24 +CONFIRMED +celestrak, gcat.*\n$/],
    ['csv', [], /^field,value,confidence,sources\r\nlaunch_date,1990-04-24,CONFIRMED,"celestrak, gcat.*\r\n$/],
    ['json', [], /^\{\s+"data": \{\s+"field": "launch_date",\s+"value": "1990-04-24",[^{}]+\}\s+\}\n$/],
    ['value', [], /^1990-04-24\n$/],
    ['table', ['--claims'], /^field .*(\nlaunch_date .*)+\n$/],
    ['csv', ['--claims'], /^field,.*(\r\nlaunch_date,.*)+\r\n$/],
    ['json', ['--claims'], /^(?!.*"field": "(?!launch_date"))\{\s+"data": \[.*"source_record"/s],
  ] as const)('get --field as %s %j has that field only', async (format, more, text) => {
    const { code, stdout } = await remote('get', '20580', '--field', 'launch_date', ...more, '--format', format);
    expect(code).toBe(0);
    expect(stdout).toMatch(text);
  });

  test.each([
    [['search', 'cosmos', '--limit', '3'], 3],
    [['search', '--orbit-class', 'GEO', '--sort=-launch_date', '--fields', 'norad_cat_id,name', '--limit', '4'], 4],
    [['search', '--orbit-class', 'GEO', '--no-active', '--limit', '2', '--offset', '2'], 2],
    [['search', '--launch-id', '1993-036', '--all'], 6],
    [['search', '--launch-id', '1993-036', '--as-of', '2026-08-22T00:00:00Z', '--all'], 6],
    [['passes', '25544', ...capeTown, '--hours', '24', '--min-elevation-deg', '20', ...at], null],
    [['above', ...capeTown, '--at', '2026-08-22T18:00:00Z', '--min-elevation-deg', '30', '--limit', '2'], 2],
    [['approaches', '190038', '--sort', 'range_km', '--limit', '1'], 1],
  ] as const)('%j has the same rows in every format', async (args, expected) => {
    const formats = ['table', 'csv', 'json'] as const;
    const printed = await Promise.all(formats.map((format) => remote(...args, '--format', format)));
    expect(printed.map(({ code }) => code)).toEqual([0, 0, 0]);
    const [table, csv, json] = printed.map(({ stdout }) => stdout) as [string, string, string];
    const { data } = JSON.parse(json);
    const count = (Array.isArray(data) ? data : (data.objects ?? data.passes)).length;
    expect(count).toBeGreaterThan(0);
    if (expected !== null) expect(count).toBe(expected);
    const [header, ...rows] = Papa.parse<string[]>(csv.trimEnd()).data;
    const lines = table.trimEnd().split('\n').slice(1);
    expect([rows.length, lines.length]).toEqual([count, count]);
    // The table of passes has other columns than the CSV.
    if (table.startsWith(header![0]!)) for (const [at, line] of lines.entries()) expect(line).toContain(rows[at]![0]);
  });

  test('get --format value prints lists line by line, nothing for an absent value, and needs a field', async () => {
    const names = (await remote('get', '25544', '--field', 'alt_names', '--format', 'value')).stdout;
    expect(names.trimEnd().split('\n').length).toBeGreaterThan(1);
    expect((await remote('get', '25544', '--field', 'decay_date', '--format', 'value')).stdout).toBe('');
    expect((await remote('get', '25544', '--format', 'value')).code).toBe(2);
  });

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await runProcess(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('tle prints a TLE of three lines, or an OMM', async () => {
    const { stdout } = await remote('tle', '25544');
    expect(stdout.split('\n')).toEqual([
      'ISS (ZARYA)',
      expect.stringMatching(/^1 25544U 98067A /),
      expect.stringMatching(/^2 25544 /),
      '',
    ]);
    expect(JSON.parse((await remote('tle', '25544', '--format', 'json')).stdout).data.NORAD_CAT_ID).toBe(25544);
    const old = await remote('tle', '25544', '--as-of', '2026-08-22T00:00:00Z');
    expect([old.stdout, old.stderr]).toEqual([expect.stringContaining(' 26233.50478875 '), '']);
    const stale = await remote('tle', '190071');
    expect(stale.stderr).toContain('days old');
  });

  test('data of a past time that may be incomplete have a note, once', async () => {
    const later = await serve(server.home, null, undefined, undefined, Date.UTC(2026, 10, 30));
    const [one, list] = await Promise.all(
      [
        ['tle', '25544'],
        ['search', '--orbit-class', 'GEO', '--all', '--fields', 'name'],
      ].map((args) => run([...args, '--as-of', '2026-11-29', '--server', later.base])),
    );
    await later.stop();
    const note =
      /^Note: the data of 2026-11-29T23:59:59\S* are from a snapshot of 2026-08-22T14:00:00Z, which was incomplete or too old then\.\n(?!.*from a snapshot)/s;
    expect([one!.stderr, list!.stderr]).toEqual([expect.stringMatching(note), expect.stringMatching(note)]);
  });

  test('get says that an object is not listed any more, with its last values', async () => {
    const record = {
      norad_cat_id: 7,
      name: 'GONE',
      claims: [],
      provenance: { fields: [{ field: 'name', confidence: 'HIGH', sources: ['celestrak'] }], missing: [] },
      removed: { last_listed: '2026-08-21T23:00:00Z' },
    };
    const stub = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data: record }));
    });
    await once(stub.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
    const [table, json] = await Promise.all(
      ['table', 'json'].map((format) => run(['get', '7', '--format', format, '--server', base])),
    );
    stub.close();
    expect(table!.stderr).toBe('No catalog lists it any more; it was last listed on 2026-08-21, with these values.\n');
    expect(table!.stdout).toMatch(/^name +GONE +HIGH/m);
    expect(json!.stderr).toBe('');
  });

  test('approaches lists those of one object, and says what they are worth', async () => {
    const { stdout, stderr } = await remote('approaches', '190038', '--sort', 'range_km', '--format', 'table');
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stdout).toMatch(/^closest +range_km +km_s +max_probability +kind +first +second\n2026-08-23 06:24:24 +2.01/);
    expect(stderr).toMatch(
      /^2 of 2; searched 2026-08-22 14:00:00 to 2026-08-23 14:00:00 UTC\. .*not for operations\.$/m,
    );
  });

  test('passes accepts negative degrees, and above limits its table', async () => {
    const { stdout, stderr } = await remote('passes', '25544', ...capeTown, ...at, '--days', '1', '--format', 'table');
    expect(stdout).toMatch(/^rise +azimuth_deg +highest +elevation_deg +set +minutes +visible +magnitude\n2026-08-2/);
    expect(stderr).toContain('ISS (ZARYA), elements 0.23 days old.');
    const calendar = await remote('passes', '25544', ...capeTown, ...at, '--days', '1', '--format', 'ics');
    expect(calendar.stdout).toMatch(/^BEGIN:VCALENDAR/);
    const never = await remote('passes', '36516', '--lat=52', '--lon=13', ...at, '--days', '1', '--format', 'table');
    expect([never.code, never.stderr]).toEqual([0, 'SES-1 never rises there.\n']);
    const sky = await remote(
      'above',
      '--lat',
      '52',
      '--lon',
      '13',
      '--at',
      '2026-08-22T18:00:00Z',
      '--limit',
      '3',
      '--format',
      'table',
    );
    expect(sky.stdout.trim().split('\n')).toHaveLength(4);
    expect(sky.stderr).toMatch(/^3 of \d+ objects at 2026-08-22 18:00:00 UTC\.$/m);
  });

  test('plan lists passes that one antenna can follow, as a table, JSON, CSV, and a calendar', async () => {
    const query = ['plan', '--lat', '52.5', '--lon', '13.4', ...at, '--hours', '24', '--group', 'stations'] as const;
    const table = await remote(...query, '--priority', '25544:2', '--turn-s', '30', '--format', 'table');
    expect(table.stdout).toMatch(
      /^rise +azimuth_deg +highest +elevation_deg +set +norad_cat_id +name +weight\n2026-08-2/,
    );
    expect(table.stderr).toMatch(/^\d+ pass(es)? in the plan, \d+ left out; \d+ objects? without a position\.$/m);
    const json = JSON.parse((await remote(...query, '--format', 'json')).stdout);
    const passes = json.data.plan.passes.length;
    expect((await remote(...query, '--format', 'csv')).stdout.match(/^\d+,/gm)).toHaveLength(passes);
    expect((await remote(...query, '--format', 'ics')).stdout.match(/^BEGIN:VEVENT/gm)).toHaveLength(passes);
    const stranger = await remote(...query, '--priority', '7:2');
    expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining('a priority for 7')]);
  });

  test('fov lists tracks, and identify says how probable it is that none made a streak', async () => {
    const berlin = ['--lat', '52.5', '--lon', '13.4'] as const;
    const field = ['--ra-deg', '0', '--dec-deg', '90', '--radius-deg', '60'] as const;
    const exposed = ['--from', '2026-08-22T18:00:00Z', '--exposure-s', '10'] as const;
    const tracks = await remote('fov', ...berlin, ...exposed, ...field, '--format', 'table');
    expect(tracks.stdout).toMatch(/^norad_cat_id +name +entry +ra_deg +dec_deg +exit +arcsec_s +sunlit +magnitude/);
    const votable = await remote('fov', ...berlin, ...exposed, ...field, '--format', 'votable');
    expect(votable.stdout).toContain('<VOTABLE version="1.4"');
    const ends = ['--ra1', '200', '--dec1', '60', '--ra2', '201', '--dec2', '61'] as const;
    const times = ['--t1', '2026-08-22T18:00:00Z', '--t2', '2026-08-22T18:00:02Z'] as const;
    const streak = await remote('identify', ...berlin, ...times, ...ends, '--format', 'table');
    expect([streak.code, streak.stderr]).toEqual([
      0,
      expect.stringMatching(/^Probability that none of the objects with elements made it: [\d.]+\.$/m),
    ]);
  });

  test('sql runs a query', async () => {
    const query = "SELECT norad_cat_id, name FROM satellites WHERE launch_date < '1958-01-01' ORDER BY 1";
    const table = await remote('sql', query, '--format', 'table');
    expect([table.code, table.stdout]).toEqual([
      0,
      'norad_cat_id  name\n1             SL-1 R/B\n2             SPUTNIK 1\n',
    ]);
    expect(JSON.parse((await remote('sql', query)).stdout).data).toHaveLength(2);
    expect((await remote('sql', query, '--format', 'csv')).stdout).toBe(
      'norad_cat_id,name\r\n1,SL-1 R/B\r\n2,SPUTNIK 1\r\n',
    );
    const invalid = await remote('sql', 'SELECT nothing FROM satellites');
    expect([invalid.code, invalid.stderr]).toEqual([2, expect.stringContaining('nothing')]);
  });

  test('export copies a file to standard output or to a file, and leaves no incomplete file', async () => {
    const file = (path: string) => fetch(`${server.base}${path}`).then((response) => response.text());
    const { stdout } = await runProcess(['export', 'active', '--server', server.base]);
    expect(stdout).toBe(await file('/api/v1/dataset/active.csv'));
    expect((await remote('export', '--elements', 'active', '--format', 'tle')).stdout).toBe(
      await file('/api/v1/elements/active.tle'),
    );
    const out = join(folder, 'geo.parquet');
    const written = await remote('export', 'geo', '--format', 'parquet', '--out', out);
    expect([written.code, written.stderr]).toEqual([0, `Wrote ${out}.\n`]);
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
    const nowhere = await remote('export', 'geo', '--out', join(folder, 'none/geo.csv'));
    expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining('could not be written')]);
    expect(readdirSync(folder)).toEqual(['geo.parquet']);
    const both = await remote('export', 'geo', '--elements', 'geo');
    expect(both.code).toBe(2);
  });
});

test('sync keeps a folder up to date', async () => {
  const copy = join(folder, 'copy');
  const from = (base: string, ...args: string[]) =>
    run(['sync', copy, '--server', base, ...args], { ORBWEAVER_API_KEY: '' });
  const before = await serve(await copySample('first'));
  const created = await from(before.base, '--format', 'table');
  await before.remove();
  expect([created.code, created.stdout.split('\n')[1]]).toEqual([
    0,
    expect.stringMatching(/elements\.json +\d+ +– +20260821T230000Z-\w+ +downloaded$/),
  ]);
  const one = JSON.parse((await from(server.base, '--only', 'records')).stdout).data;
  expect(one).toMatchObject([{ objects: 344, release: server.served.id, applied: 1 }]);
  const both = await from(server.base, '--format', 'csv');
  expect(both.stdout).toMatch(/changes of 1 release\r\n.*,unchanged\r\n$/s);
  expect(readdirSync(copy).sort()).toEqual(['elements.json', 'records.meta.json', 'records.ndjson']);
  const lines = readFileSync(join(copy, 'records.ndjson'), 'utf8').trimEnd().split('\n');
  expect(JSON.parse(lines.find((line) => line.startsWith('{"norad_cat_id":25544,'))!).name).toBe('ISS (ZARYA)');

  writeFileSync(join(folder, 'file'), '');
  const blocked = await run(['sync', join(folder, 'file/copy'), '--server', server.base]);
  expect([blocked.code, blocked.stderr]).toEqual([3, expect.stringContaining('could not be written')]);
  expect((await from(server.base, '--only', 'everything')).code).toBe(2);
  const group = await from(server.base, '--group', 'stations', '--format', 'csv');
  expect(group.stdout).toMatch(/elements-stations\.json,5,.*,downloaded\r\n$/);
  expect((await from(server.base, '--group', '../stations')).code).toBe(2);
  expect((await from(server.base, '--group', 'stations', '--only', 'records')).code).toBe(2);
  expect((await from(server.base, '--group', 'nothing')).stderr).toContain('There is no set with this name');
  rmSync(join(folder, 'file'));
  rmSync(copy, { recursive: true });
});

describe('against a local release', () => {
  test('every command works without a key', async () => {
    const noKey = { ORBWEAVER_API_KEY: '' };
    const withoutKey = (...args: string[]) => run([...args, '--home', server.home], noKey);
    const outcomes = await Promise.all([
      withoutKey('search', 'iss', '--limit', '1'),
      runProcess(['get', '25544', '--home', server.home], noKey),
      withoutKey('tle', '25544'),
      withoutKey('passes', '25544', ...capeTown, ...at, '--days', '1'),
      withoutKey('above', '--lat', '52', '--lon', '13', '--at', '2026-08-22T18:00:00Z'),
      withoutKey('export', 'geo'),
    ]);
    expect(outcomes.map(({ code, stderr }) => [code, stderr.replace(/^Note: .*\n/, '')])).toEqual(
      outcomes.map(() => [0, '']),
    );
    for (const { stdout } of outcomes) expect(stdout.length).toBeGreaterThan(100);
  });

  test('a folder without a release is an error', async () => {
    const { code, stderr } = await runProcess(['get', '25544', '--home', folder]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('there is no release in')]);
  });
});

describe('errors', () => {
  test.each([
    [1, ['get', '999999999'], 'no object with the catalog number'],
    [2, ['search', '--color', 'red'], 'Usage: orbweaver search'],
    [3, ['get', '25544'], 'paused', 'refuse-service_paused'],
    [4, ['get', '25544'], 'suspended', 'refuse-account_suspended'],
    [5, ['get', '25544'], 'Try again in 17 s.', 'refuse-burst_limit_exceeded'],
  ])(
    'a process that fails ends with the exit code %i, and its message is on standard error',
    async (code, args, words, key = KEY) => {
      const outcome = await runProcess([...args, '--server', server.base], { ORBWEAVER_API_KEY: key });
      expect([outcome.code, outcome.stdout, outcome.stderr]).toEqual([code, '', expect.stringContaining(words)]);
    },
  );

  test.concurrent.each([
    ['an unknown object', ['get', '999999999'], 1, 'no object with the catalog number'],
    ['an unknown name', ['get', 'nibiru planet x'], 1, 'No object matches'],
    ['no elements', ['tle', '2'], 1, 'No orbital elements'],
    ['a number that a TLE cannot express', ['tle', '345678'], 1, 'OMM'],
    ['an unknown option', ['search', '--color', 'red'], 2, 'Usage: orbweaver search'],
    ['an option without its value', ['passes', '25544', '--lat'], 2, 'Usage: orbweaver passes'],
    ['an invalid value', ['search', '--orbit-class', 'XEO'], 2, 'Allowed: LEO, MEO'],
    ['a missing location', ['above'], 2, 'Option: --lat'],
    ['a missing argument', ['tle'], 2, 'Usage: orbweaver tle OBJECT'],
    ['an unsupported format', ['tle', '25544', '--format', 'table'], 2, '--format must be one of tle, json'],
    ['a limit that is not a number', ['above', '--lat', '1', '--lon', '1', '--limit', 'x'], 2, '--limit must be'],
    ['an unknown slice', ['export', 'everything'], 1, 'in "allowed".\nAllowed: '],
    [
      'elements that are too old',
      ['passes', '25544', '--lat', '1', '--lon', '1', '--from', '2027-01-01T00:00:00Z'],
      1,
      'Option: --allow-old',
    ],
  ])('explains %s with an exit code and a hint', async (_what, args, code, words) => {
    const outcome = await remote(...args);
    expect([outcome.code, outcome.stdout, outcome.stderr]).toEqual([code, '', expect.stringContaining(words)]);
  });

  test.concurrent.each([
    ['', 4, 'ORBWEAVER_API_KEY'],
    ['refuse-invalid_api_key', 4, 'Unknown API key'],
    ['refuse-account_suspended', 4, 'suspended'],
    ['refuse-daily_quota_exceeded', 5, 'Try again in 17 s.'],
    ['refuse-burst_limit_exceeded', 5, 'Try again in 17 s.'],
    ['refuse-service_paused', 3, 'paused'],
  ])('the key “%s”: exit code %i', async (key, code, words) => {
    const outcome = await run(['get', '25544', '--server', server.base], { ORBWEAVER_API_KEY: key });
    expect([outcome.code, outcome.stdout, outcome.stderr]).toEqual([code, '', expect.stringContaining(words)]);
  });

  test('explains an unreachable server and an invalid server URL, and rejects --server with --home', async () => {
    const unreachable = await run(['get', '25544', '--server', 'http://127.0.0.1:9']);
    expect([unreachable.code, unreachable.stderr]).toEqual([
      3,
      expect.stringContaining('No complete response from http://127.0.0.1:9'),
    ]);
    const invalid = await run(['get', '25544', '--server', 'localhost']);
    expect([invalid.code, invalid.stderr]).toEqual([2, expect.stringContaining('http or https URL')]);
    const both = await run(['get', '25544', '--server', server.base, '--home', server.home]);
    expect(both.code).toBe(2);
  });

  test('the key can be read from a file, and the server from the environment', async () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${KEY}\n`);
    const env = { ORBWEAVER_API_KEY: '', ORBWEAVER_SERVER: server.base };
    expect((await run(['tle', '25544', '--key-file', file], env)).code).toBe(0);
    const missing = await run(['tle', '25544', '--key-file', join(folder, 'none')], env);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('key file')]);
    rmSync(file);
  });
});

describe('a shell', () => {
  const shell = (command: string) =>
    new Promise<Outcome>((resolve) =>
      execFile(
        'bash',
        ['-c', `set -o pipefail; ${command}`],
        {
          cwd: root,
          env: { ...process.env, ORBWEAVER_API_KEY: KEY, O: `${process.execPath} ${program}`, S: server.base },
        },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      ),
    );

  test('exits with 0 if the reader closes the pipe', async () => {
    const { code, stdout, stderr } = await shell('$O export all --server $S | head -n 1');
    expect([code, stdout.startsWith('"Name of Satellite'), stderr]).toEqual([0, true, '']);
  });

  test.skipIf(!existsSync('/usr/bin/script'))('prints a table on a terminal (bsdutils)', async () => {
    const { stdout } = await shell(`script -qec "$O search hubble --server $S" /dev/null`);
    expect(stdout).toMatch(/norad_cat_id +name .*\r\n20580 +HST/);
  });

  test('sql reads a query from standard input', async () => {
    const { stdout } = await shell('echo "SELECT 1 + 1 AS two" | $O sql - --format csv --server $S');
    expect(stdout).toBe('two\r\n2\r\n');
  });

  test('bash completes commands, options, and values', async () => {
    const completed = async (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const { stdout } = await shell(
        `source <($O completion bash); COMP_WORDS=(orbweaver ${list}); COMP_CWORD=${words.length}; _orbweaver; echo "\${COMPREPLY[*]}"`,
      );
      return stdout.trim().split(' ');
    };
    expect(await completed('pa')).toEqual(['passes']);
    expect(await completed('search', '--orbit-')).toEqual(['--orbit-class', '--orbit-type']);
    expect(await completed('search', '--orbit-class', 'G')).toEqual(['GEO']);
    expect(await completed('tle', '--format', 'x')).toEqual(['xml']);
    expect(await completed('export', 'con')).toEqual(['conflicts']);
  });

  test.each(['zsh', 'fish'])('%s has a completion script, which it can parse if it is installed', async (name) => {
    const { code, stdout } = await shell(`$O completion ${name}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('orbit-class')]);
    for (const command of [
      'search',
      'get',
      'tle',
      'passes',
      'plan',
      'above',
      'approaches',
      'sql',
      'export',
      'sync',
      'serve',
      'admin',
    ])
      expect(stdout).toContain(command);
    if (!existsSync(`/usr/bin/${name}`)) return;
    const file = join(folder, `completion.${name}`);
    writeFileSync(file, stdout);
    expect(spawnSync(name, ['-n', file], { encoding: 'utf8' }).stderr).toBe('');
    rmSync(file);
  });

  test('an unknown shell is an error', async () => {
    expect((await shell('$O completion powershell')).code).toBe(2);
    expect((await shell('$O completion --help')).code).toBe(0);
  });

  test('every command has help, with the exit codes', async () => {
    for (const name of ['search', 'get', 'tle', 'passes', 'plan', 'above', 'approaches', 'sql', 'export', 'sync']) {
      const { code, stdout } = await local(name, '--help');
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^Usage: orbweaver ${name} .*Exit codes: `, 's')),
      ]);
    }
  });
});
