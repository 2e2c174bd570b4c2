import { hash } from 'node:crypto';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SqlData } from '../../src/features/sql/sql-message.ts';
import { type SqlOutcome, SqlWorkers } from '../../src/features/sql/sql-workers.ts';
import { sqlTables } from '../../src/schema/sql/sql-tables.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { sqlDataOf } from './sample-data.ts';

/** Attacks on the process that runs the queries of clients. See /docs/decisions/sql. */

let home: string;
let data: SqlData;
let workers: SqlWorkers;
/** Workers with so short a time limit that endless queries do not delay the tests. */
let hurried: SqlWorkers;
beforeAll(async () => {
  home = await copySample();
  data = await sqlDataOf(home);
  workers = new SqlWorkers({ milliseconds: 60_000 });
  hurried = new SqlWorkers({ milliseconds: 1500 });
});
afterAll(async () => {
  workers?.close();
  hurried?.close();
  if (home) await removeFolder(home);
});

const run = (query: string, form: 'json' | 'csv' = 'json', by = workers) => by.run(data, query, form, 'attacker');
const text = (outcome: SqlOutcome) =>
  outcome.kind === 'result'
    ? Buffer.from(outcome.body).toString('utf8')
    : `${outcome.kind}: ${(outcome as { message?: string }).message}`;
/** Checks that queries still run, and still return data of the release. */
async function expectUnharmed(by = workers) {
  const outcome = await run('SELECT name FROM satellites WHERE norad_cat_id = 25544', 'json', by);
  expect(text(outcome)).toContain('ISS');
}

/** The rows of every table that a query can name, as CSV, and the hash of the file with the tables. */
async function tables(): Promise<Record<string, string>> {
  const names = sqlTables.map((table) => table.name);
  const texts: Record<string, string> = { file: hash('sha256', await readFile(data.catalog)) };
  for (const name of names) {
    const outcome = await run(`SELECT * FROM ${name} ORDER BY ALL`, 'csv');
    expect([name, outcome.kind]).toEqual([name, 'result']);
    texts[name] = text(outcome);
  }
  return texts;
}

describe('statements other than SELECT', () => {
  let before: Record<string, string>;
  let processId: number | undefined;
  beforeAll(async () => {
    before = await tables();
    processId = workers.processIds[0];
  });

  test.each([
    "COPY satellites TO '/tmp/orbweaver-escape.csv'",
    "COPY (SELECT 1) TO '/tmp/orbweaver-escape.parquet' (FORMAT parquet)",
    "EXPORT DATABASE '/tmp/orbweaver-escape'",
    "IMPORT DATABASE '/tmp'",
    "ATTACH '/tmp/orbweaver-escape.duckdb'",
    "ATTACH ':memory:' AS other",
    'DETACH release',
    'USE release',
    'INSTALL httpfs',
    "INSTALL httpfs FROM 'http://127.0.0.1'",
    'LOAD httpfs',
    "LOAD '/tmp/evil.duckdb_extension'",
    'PRAGMA database_list',
    'PRAGMA enable_profiling',
    "PRAGMA add_parquet_key('a', 'b')",
    'SET enable_external_access = true',
    "SET memory_limit = '100GB'",
    'SET threads = 64',
    "SET temp_directory = '/tmp'",
    "SET allowed_directories = ['/']",
    'SET VARIABLE a = 1',
    'RESET lock_configuration',
    'CREATE TABLE t AS SELECT 1',
    'CREATE TEMP TABLE t AS SELECT 1',
    'CREATE MACRO f(x) AS x',
    "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
    'CREATE VIEW v AS SELECT 1',
    'CREATE OR REPLACE VIEW satellites AS SELECT 1',
    'DROP VIEW satellites',
    'DELETE FROM satellites',
    'UPDATE release.satellites SET name = NULL',
    'INSERT INTO release.satellites SELECT * FROM satellites',
    'ALTER TABLE release.satellites ADD COLUMN a INTEGER',
    'VACUUM',
    'CHECKPOINT',
    'FORCE CHECKPOINT',
    'BEGIN',
    'COMMIT',
    'CALL pragma_version()',
    'CALL enable_logging()',
    'EXPLAIN SELECT 1',
    'EXPLAIN ANALYZE SELECT 1',
    'PREPARE p AS SELECT 1',
    'EXECUTE p',
    "SELECT 1; COPY satellites TO '/tmp/orbweaver-escape.csv'",
    'SELECT 1; SELECT 2',
    "/* a */ COPY satellites TO '/tmp/orbweaver-escape.csv' -- SELECT",
    'SHOW ALL TABLES',
    'SHOW DATABASES',
    '',
    ';',
    '\0SELECT 1',
    'SELECT',
    'SELEKT 1',
  ])('are rejected: %s', async (query) => {
    expect((await run(query)).kind).toBe('invalid');
  });

  test('write no file, and leave the process and every table as they were', async () => {
    const left = (await readdir('/tmp')).filter((name) => name.startsWith('orbweaver-escape'));
    expect(left).toEqual([]);
    expect(workers.processIds[0]).toBe(processId);
    expect(await tables()).toEqual(before);
  });
});

describe('files, network, settings and system tables', () => {
  const locations = [
    '/etc/passwd',
    '/proc/self/environ',
    'http://127.0.0.1/x.parquet',
    's3://a/b.csv',
    'catalog.duckdb',
  ];
  test.each([
    ...locations.flatMap((location) => [
      `SELECT * FROM read_csv('${location}')`,
      `SELECT * FROM read_text('${location}')`,
      `SELECT * FROM read_blob('${location}')`,
      `SELECT * FROM read_parquet('${location}')`,
      `SELECT * FROM read_json('${location}')`,
      `FROM '${location}'`,
      `SELECT (SELECT content FROM read_text('${location}'))`,
      `WITH "${location}" AS (SELECT 1) SELECT * FROM "${location}"`,
    ]),
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('satellites')",
    "SELECT * FROM json_execute_serialized_sql('{}')",
    "SELECT getenv('HOME')",
    "SELECT current_setting('allowed_directories')",
    "SELECT main.current_setting('allowed_directories')",
    "SELECT system.main.current_setting('allowed_directories')",
    "SELECT CURRENT_SETTING('temp_directory')",
    "SELECT 'allowed_directories'.current_setting()",
    "SELECT list_transform(['allowed_directories'], lambda x: current_setting(x))",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_settings',
    'SELECT * FROM duckdb_views()',
    'SELECT * FROM duckdb_databases()',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM duckdb_functions()',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM main.sqlite_master',
    'WITH duckdb_views AS (SELECT 1) SELECT * FROM duckdb_views',
    'SELECT * FROM (WITH sqlite_master AS (SELECT 1) FROM sqlite_master), sqlite_master',
    'SELECT * FROM release.main.search',
    'SELECT * FROM release.satellites',
    'SELECT * FROM search',
    'SELECT * FROM rejects',
    "SELECT * FROM pragma_storage_info('satellites')",
    "SELECT json_serialize_sql('SELECT 1')",
    "SELECT write_log('x')",
    "SELECT nextval('a')",
    'SELECT sleep_ms(1000)',
    "SELECT getvariable('a')",
    'SELECT finalize(sum(norad_cat_id) EXPORT_STATE) FROM satellites',
    'SELECT sum(norad_cat_id) EXPORT_STATE FROM satellites',
    'SELECT $1',
    'SELECT ?',
    'SELECT * FROM satellites AT (VERSION => 1)',
    'FROM DESCRIBE duckdb_views',
    'DESCRIBE SELECT * FROM duckdb_settings()',
    'SUMMARIZE duckdb_settings',
  ])('are not accessible: %s', async (query) => {
    const outcome = await run(query);
    expect(outcome.kind).toBe('invalid');
    for (const secret of [home, 'root:', '/tmp/', 'allowed_directories=']) expect(text(outcome)).not.toContain(secret);
  });

  test('are not named by path in an error', async () => {
    for (const query of [
      'SELECT nothing FROM element_history',
      'SELECT CAST(name AS INTEGER) FROM satellites',
      "SELECT error('x') FROM element_history",
      'SELECT * FROM elements_history',
    ])
      expect(text(await run(query))).not.toContain(home);
  });

  test('the allowed functions were reviewed for this version of DuckDB', async () => {
    // After an upgrade, review the new entries of duckdb_functions(), and update src/features/sql/check-query.ts.
    expect(text(await run('SELECT version() AS version'))).toContain('"v1.5.6"');
  });
});

describe('limits of memory, time and size', () => {
  test.each([
    ['a cross join', 'SELECT count(*) FROM claims a, claims b, claims c, claims d', /timeout|memory/],
    ['a hundred billion rows', 'SELECT max(range) FROM range(100000000000)', /timeout/],
    [
      'an endless recursion',
      'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t',
      /timeout|memory/,
    ],
    ['a long text', "SELECT repeat('x', 2000000000)", /timeout|memory|larger/],
    ['long texts', "SELECT string_agg(repeat('x', 100000)) FROM range(1000000)", /timeout|memory/],
    ['a long list', 'SELECT list(range) FROM range(2000000000)', /timeout|memory/],
    ['a large sort', 'SELECT * FROM range(500000000) ORDER BY range DESC', /timeout|memory/],
    ['a large grouping', 'SELECT range, count(*) FROM range(500000000) GROUP BY ALL', /timeout|memory/],
    ['rows that come slowly', 'SELECT range FROM range(100000000000) WHERE range % 100000000 = 0', /timeout/],
  ])(
    'stop %s',
    async (_what, query, expected) => {
      expect(text(await run(query, 'json', hurried))).toMatch(expected);
      await expectUnharmed(hurried);
    },
    20_000,
  );

  test('stop a query while its sorted rows are read, without a part of them as the result', async () => {
    const query = "SELECT range, repeat('x', 250) AS text FROM range(99000) ORDER BY range DESC";
    for (const milliseconds of [50, 100, 150, 200]) {
      const soon = new SqlWorkers({ milliseconds });
      await run('SELECT 1', 'csv', soon);
      const outcome = await run(query, 'csv', soon);
      soon.close();
      if (outcome.kind === 'result') expect(outcome.rows).toBe(99_000);
      else expect(outcome.kind).toBe('timeout');
    }
  });

  test.each([
    ['too many rows', 'SELECT * FROM range(100001)', /more than 100,000 rows/],
    ['too many bytes', "SELECT repeat('x', 1000) FROM range(99999)", /larger than 32 MB/],
  ])('reject %s', async (_what, query, expected) => {
    expect(text(await run(query))).toMatch(expected);
    await expectUnharmed();
  });

  test('are those of a process that has run no other query: one that ran out of memory is replaced', async () => {
    const one = new SqlWorkers({ milliseconds: 60_000, places: 1, heavyPlaces: 1 });
    try {
      await run('SELECT 1', 'json', one);
      const [before] = one.processIds;
      const outcome = await run('SELECT list(range) FROM range(2000000000)', 'json', one);
      expect(text(outcome)).toMatch(/^invalid: The query needs more/);
      await expectUnharmed(one);
      expect(one.processIds).not.toContain(before);
    } finally {
      one.close();
    }
  }, 60_000);

  test('are not exceeded by deep nesting, wide lists, or regular expressions that can backtrack', async () => {
    for (const query of [
      `SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`,
      `SELECT ${'-'.repeat(1)}${'(-'.repeat(4000)}1${')'.repeat(4000)}`,
      `SELECT 1${' + 1'.repeat(4500)}`,
      `SELECT ${Array.from({ length: 4000 }, (_, at) => at).join()}`,
      `${'SELECT * FROM ('.repeat(900)}SELECT 1${')'.repeat(900)}`,
      "SELECT regexp_matches(repeat('a', 100000), '(a*)*b')",
      "SELECT regexp_replace(repeat('a', 10000), '(a|a)*', 'b', 'g')",
      `SELECT regexp_matches('a', '${'(a{1,1000}){1,1000}'}')`,
      `SELECT ${'['.repeat(2000)}${']'.repeat(2000)}`,
    ]) {
      expect(['result', 'invalid', 'timeout']).toContain((await run(query, 'json', hurried)).kind);
    }
    await expectUnharmed(hurried);
  }, 60_000);
});

describe('the worker process', () => {
  /** Waits until a process has ended: no signal can be sent to it. */
  const expectEnded = (id: number) => vi.waitFor(() => expect(() => process.kill(id, 0)).toThrow('ESRCH'));

  test('is replaced when it is killed', async () => {
    const own = new SqlWorkers({ waiting: 4, perClient: 4 });
    const submit = (query: string) => own.run(data, query, 'json', 'one');
    expect((await submit('SELECT 1')).kind).toBe('result');
    expect(own.processIds).toHaveLength(1);
    const running = submit('SELECT max(range) FROM range(100000000000)');
    await expect.poll(() => own.running).toBe(true);
    process.kill(own.processIds[0]!, 'SIGKILL');
    expect((await running).kind).toBe('invalid');
    expect((await submit('SELECT 1')).kind).toBe('result');
    own.close();
  });

  test('that is not ready in time is no failure of the service: the machine is busy', async () => {
    const own = new SqlWorkers({ openMilliseconds: 1 });
    expect(await own.run(data, 'SELECT 1', 'json', 'one')).toEqual({ kind: 'busy', who: 'server' });
    expect(own.processIds).toEqual([]);
    own.close();
  });

  test('ends when the client of its query disconnects', async () => {
    const own = new SqlWorkers({ waiting: 4, perClient: 4 });
    await own.run(data, 'SELECT 1', 'json', 'one');
    const disconnect = new AbortController();
    const running = own.run(data, 'SELECT max(range) FROM range(100000000000)', 'json', 'one', disconnect.signal);
    await expect.poll(() => own.running).toBe(true);
    const id = own.processIds[0]!;
    disconnect.abort();
    await running;
    expect(own.processIds).toEqual([]);
    await expectEnded(id);
    own.close();
  });

  test('ends after a while, also if its client disconnects before the query begins', async () => {
    const own = new SqlWorkers({ idleMilliseconds: 20 });
    const disconnect = new AbortController();
    const opening = own.run(data, 'SELECT 1', 'json', 'one', disconnect.signal);
    await expect.poll(() => own.processIds).toHaveLength(1);
    const id = own.processIds[0]!;
    disconnect.abort();
    expect(await opening).toEqual({ kind: 'busy', who: 'server' });
    await expectEnded(id);
    expect(own.processIds).toEqual([]);
    own.close();
  });

  test('drops a waiting query when its client disconnects', async () => {
    const own = new SqlWorkers({ places: 1, waiting: 1, perClient: 4 });
    const [first, second] = [new AbortController(), new AbortController()];
    const long = 'SELECT max(range) FROM range(100000000000)';
    const running = own.run(data, long, 'json', 'one', first.signal);
    await expect.poll(() => own.running).toBe(true);
    const waiting = own.run(data, 'SELECT 1', 'json', 'two', second.signal);
    expect((await own.run(data, 'SELECT 1', 'json', 'three')).kind).toBe('busy');
    second.abort();
    expect((await waiting).kind).toBe('busy');
    const next = own.run(data, 'SELECT 1', 'json', 'three');
    first.abort();
    expect((await running).kind).toBe('invalid');
    expect((await next).kind).toBe('result');
    own.close();
  });

  test('accepts a limited number of queries per client and in total, and rejects others immediately', async () => {
    const own = new SqlWorkers({ places: 1, waiting: 3, perClient: 2 });
    const clients = ['a', 'a', 'a', 'b', 'b', 'c', 'd'];
    const outcomes = await Promise.all(clients.map((client) => own.run(data, 'SELECT 1 AS one', 'json', client)));
    // The queue is full when c arrives: of the waiting clients, a has used most, because one of its queries is running.
    expect(outcomes.map(({ kind }) => kind)).toEqual(['result', 'busy', 'busy', 'result', 'result', 'result', 'busy']);
    expect(outcomes.flatMap((one) => (one.kind === 'busy' ? [one.who] : []))).toEqual(['server', 'client', 'server']);
    expect((await own.run(data, 'SELECT 1', 'json', 'a')).kind).toBe('result');
    own.close();
  });

  test('responds to a client with a short query while five others flood it with endless ones', async () => {
    const own = new SqlWorkers({ milliseconds: 1500 });
    const endless = 'SELECT max(range) FROM range(100000000000)';
    let flooding = true;
    const flood = async (client: string) => {
      while (flooding) {
        const { kind } = await own.run(data, endless, 'json', client);
        if (kind === 'busy') await new Promise((resume) => setImmediate(resume));
      }
    };
    const floods = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e'].map(flood);
    await expect.poll(() => own.running).toBe(true);
    const times: number[] = [];
    for (let n = 0; n < 8; n++) {
      const began = performance.now();
      const outcome = await own.run(data, 'SELECT count(*) AS n FROM satellites', 'json', 'honest');
      expect(text(outcome)).toContain('"n"');
      times.push(performance.now() - began);
    }
    flooding = false;
    // Once the floods are heavy, one process is always free for others.
    expect(Math.max(...times.slice(4))).toBeLessThan(1500);
    own.close();
    await Promise.all(floods);
  });

  test('is replaced for another release, and the replaced process ends', async () => {
    const own = new SqlWorkers({ waiting: 3, perClient: 2 });
    await own.run(data, 'SELECT 1', 'json', 'a');
    const first = own.processIds[0]!;
    await own.run({ ...data, archive: null, months: [], recent: [] }, 'SELECT 1', 'json', 'a');
    expect(own.processIds).toHaveLength(1);
    expect(own.processIds[0]).not.toBe(first);
    await expectEnded(first);
    const without = await own.run(
      { ...data, archive: null, months: [], recent: [] },
      'FROM element_history',
      'json',
      'a',
    );
    expect(text(without)).toContain('There is no table');
    own.close();
  });

  test('has no environment variables, and no file of the home folder except the catalog open', async () => {
    const own = new SqlWorkers({ waiting: 3, perClient: 2 });
    await own.run(data, 'SELECT 1', 'json', 'a');
    const id = own.processIds[0]!;
    const proc = await stat(`/proc/${id}`).catch(() => null);
    if (proc) {
      expect((await readFile(`/proc/${id}/environ`, 'utf8')).replace(/NODE_CHANNEL\w+=\w+\0/g, '')).toBe('');
      const files = await Promise.all(
        (await readdir(`/proc/${id}/fd`)).map((fd) => readlink(join(`/proc/${id}/fd`, fd)).catch(() => '')),
      );
      expect(files.filter((file) => file.startsWith(home)).every((file) => file.endsWith('catalog.duckdb'))).toBe(true);
      expect(files.some((file) => /accounts|secret/.test(file))).toBe(false);
      expect(await readFile(`/proc/${id}/oom_score_adj`, 'utf8')).toBe('1000\n');
    }
    own.close();
  });
});
