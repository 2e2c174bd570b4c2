import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, shown } from '../bench/figure.ts';
import { code, table } from './markdown.ts';

/** A section as `npm run bench` writes it into `bench/results.json`. */
interface Section {
  readonly machine: { readonly date: string; readonly commit: string };
  readonly rounds: number;
  readonly figures: readonly Figure[];
}

/** The sections of the benchmark, in the order of the documentation, with their targets. */
const sections: Readonly<Record<string, string>> = {
  api: 'one record ≥ 1.5 ×, lists ≥ 5 × Fastify + PostgreSQL with keys and limits; ≥ 1.2 × and ≥ 3 × without',
  workers: 'two server processes ≥ 1.6 × one, records and lists',
  search: '≥ 5 × pg_trgm with keys and limits, ≥ 2 × without, at equal or better rank, p95 ≤ 25 ms',
  sky: 'ten days of one object ≤ 5 ms, above ≤ 60 ms, a night of all ≤ 8 s',
  field: 'image of 60 s, radius 2°: p95 ≤ 100 ms; streak: p95 ≤ 250 ms',
  night: 'a night of all in a browser ≤ 15 s, no dropped frame',
  pages: 'p95 ≤ 60 ms with 8 connections',
  browser:
    'largest contentful paint ≤ 1,000 ms on slow 4G with a four times slower processor, globe ≥ 30 frames/s in software',
  start: '≤ 1,500 ms to the first record',
  switch: 'no failed request',
  memory: '≤ 512 MiB after one hour of mixed load, flat',
  refresh: '≤ 3 × DuckDB alone, < 1,500 MiB',
  changes: '≤ 10 % of whole files',
  history: 'elements ≤ 100 ms, with values ≤ 1 s, one object p95 ≤ 10 ms, a million sets imported < 60 s within 1 GB',
  webhooks: 'no event lost or out of order',
  conjunctions: 'all against all: 24 h ≤ 45 s, 7 days ≤ 5 min, ≤ 600 MiB',
};

/** The last measurement of every figure that has a target; a section without one is shown as not yet measured. */
function speed(): string {
  const path = join(import.meta.dirname, '../bench/results.json');
  const results = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as Record<string, Section>;
  const rows = Object.entries(sections).flatMap(([name, targets]) => {
    const judged = results[name]?.figures.filter(({ met }) => met !== null) ?? [];
    if (judged.length === 0) return [[code(name), 'not yet measured', null, null, targets, null]];
    return judged.map(({ what, unit, ours, rival, theirs, ratio, target, met }) => [
      what,
      `${shown(ours)} ${unit}`.trim(),
      rival && `${rival}: ${shown(theirs!)}`,
      ratio === null ? null : `${shown(ratio)} ×`,
      target,
      met ? 'yes' : '**no**',
    ]);
  });
  const runs = Object.keys(sections).flatMap((name) => {
    const run = results[name];
    return run ? [`${code(name)} ${run.machine.date.slice(0, 10)} at ${code(run.machine.commit)}`] : [];
  });
  const measured = runs.length > 0 ? `\n\nMeasured: ${runs.join('; ')}.` : '';
  return `${table(['', 'Orbweaver', 'Alternative, in the same run', 'Ratio', 'Target', 'Met'], rows)}${measured}`;
}

/** The table of the last benchmark results. */
export const benchTables: Readonly<Record<string, () => string>> = { speed };
