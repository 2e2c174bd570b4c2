import { sqlTime } from '../../src/schema/escaped-text.ts';
import { formatCount } from '../../src/schema/plain-text.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import type { Ingested } from '../parse.ts';
import type { Store } from '../store.ts';

/** The report of a build. */
export interface Report {
  readonly release: string;
  readonly counts: Manifest['counts'];
  readonly files: readonly { file: string; rows: number; held_out: number; claims: number; problem: string | null }[];
  /** New files from which no valid release can be built: the build uses the last good ones instead. */
  readonly set_aside: readonly string[];
  readonly unknown_files: readonly string[];
  readonly rejects: readonly {
    source: string;
    file: string;
    reason: string;
    column: string | null;
    scope: string;
    rows: number;
    example: string | null;
  }[];
  readonly conflicts: readonly { field: string; objects: number }[];
  readonly new_events: readonly { type: string; events: number }[];
}

/** Counts rows, claims, rejects by reason, conflicts by field, and new events by type. */
export async function report(
  store: Store,
  manifest: Manifest,
  read: readonly Ingested[],
  unknown: readonly string[],
): Promise<Report> {
  return {
    release: manifest.id,
    counts: manifest.counts,
    files: read.map(({ input, count, problem }) => ({
      file: input.key,
      rows: count.rows,
      held_out: count.rejected,
      claims: count.claims,
      problem,
    })),
    set_aside: read.flatMap(({ input }) => (input.aside ? [input.key] : [])),
    unknown_files: unknown,
    rejects:
      await store.rows(`SELECT source, file, reason, column_name AS column, scope, count(*)::INTEGER AS rows, min(value) AS example FROM rejects
      GROUP BY ALL ORDER BY rows DESC, source, file, reason, "column"`),
    conflicts: await store.rows(
      "SELECT field, count(*)::INTEGER AS objects FROM provenance WHERE confidence = 'CONFLICTING' GROUP BY field ORDER BY objects DESC, field",
    ),
    new_events: await store.rows(
      `SELECT type, count(*)::INTEGER AS events FROM events WHERE detected_at = ${sqlTime(manifest.generated_at)}
        GROUP BY type ORDER BY type`,
    ),
  };
}

/** The report as text for a terminal. */
export function printed(result: Report): string {
  const lines = [`Published release ${result.release}`, ''];
  lines.push('Files');
  for (const file of result.files) {
    lines.push(
      `  ${file.file.padEnd(38)} ${formatCount(file.rows).padStart(8)} rows in, ${formatCount(file.claims).padStart(9)} claims out, ${formatCount(file.held_out)} rejected${file.problem ? ` · NOT USED: ${file.problem}` : ''}`,
    );
  }
  for (const path of result.unknown_files) lines.push(`  ${path}: no source knows this file, it was not read`);
  lines.push('', 'Rejected, by reason');
  for (const reject of result.rejects) {
    lines.push(
      `  ${formatCount(reject.rows).padStart(7)} × ${reject.reason} (${reject.scope}) in ${reject.source}/${reject.file}${reject.column ? `, ${reject.column}` : ''}${reject.example ? `, for example ${JSON.stringify(reject.example)}` : ''}`,
    );
  }
  lines.push('', 'Conflicts, by field');
  for (const conflict of result.conflicts)
    lines.push(`  ${formatCount(conflict.objects).padStart(7)} ${conflict.field}`);
  lines.push('', 'New events');
  for (const event of result.new_events) lines.push(`  ${formatCount(event.events).padStart(7)} ${event.type}`);
  lines.push(
    '',
    `Now: ${Object.entries(result.counts)
      .map(([name, count]) => `${formatCount(count)} ${name.replace('_', ' ')}`)
      .join(' · ')}`,
  );
  return `${lines.join('\n')}\n`;
}
