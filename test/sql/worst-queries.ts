import { readFileSync } from 'node:fs';
import type { SqlData } from '../../src/features/sql/sql-message.ts';
import { SqlWorkers } from '../../src/features/sql/sql-workers.ts';

/** Queries that allocate as much as they can, in ways that the engine does not count: run by one client, one after the other. */
const worstQueries: readonly string[] = [
  "SELECT printf('%2000000000d', 1)",
  "SELECT format('{:2000000000d}', 1)",
  "SELECT repeat('x', 2000000000)",
  "SELECT lpad('x', 2000000000, 'y')",
  "SELECT rpad('x', 2000000000, 'y')",
  'SELECT bar(1, 0, 1, 2000000000)',
  'SELECT range(100000000)',
  'SELECT list_transform(range(100000000), x -> x * 2)',
  'SELECT list_distinct(range(20000000))',
  'SELECT list_sort(range(60000000))',
  'SELECT list_resize([1], 200000000, 7)',
  "SELECT string_split(repeat('a,', 200000000), ',')",
  "SELECT regexp_split_to_array(repeat('a,', 50000000), ',')",
  "SELECT string_agg(repeat('x', 100000)) FROM range(1000000)",
  'SELECT list(a) FROM range(500000000) t(a)',
  'SELECT histogram(a) FROM range(50000000) t(a)',
  'SELECT array_agg(DISTINCT a) FROM range(100000000) t(a)',
  'SELECT a, list(b) FROM range(10000) s(a), range(100000) t(b) GROUP BY a',
  "SELECT json_group_array(repeat('x', 10000)) FROM range(1000000)",
  'SELECT flatten([range(10000000) for x in range(100)])',
  'SELECT * FROM range(500000000) t(a) ORDER BY a DESC',
  'WITH RECURSIVE t AS (SELECT [1, 2] AS n UNION ALL SELECT n || n FROM t) SELECT max(len(n)) FROM t',
];

/** Runs in a separate process, so that a memory limit can be set: prints each outcome, and the largest resident size. */
const data = JSON.parse(process.argv[2]!) as SqlData;
const workers = new SqlWorkers({ waiting: 1 });
let peak = 0;
const outcomes: string[] = [];
const sample = setInterval(() => {
  for (const id of workers.processIds)
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes ?? 0) * 1024);
    } catch {}
}, 5);
for (const query of worstQueries) {
  const outcome = await workers.run(data, query, 'json', 'attacker');
  outcomes.push(`${outcome.kind} ${query}`);
  const after = await workers.run(data, 'SELECT 1', 'json', 'honest');
  if (after.kind !== 'result') outcomes.push(`not served after: ${query}`);
}
clearInterval(sample);
workers.close();
console.log(JSON.stringify({ outcomes, peak }));
