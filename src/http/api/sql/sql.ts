import { join } from 'node:path';
import type { Handler } from 'hono';
import { CatalogError } from '../../../release/database.ts';
import { approachTable, releaseTables, sqlTables } from '../../../schema/sql/sql-tables.ts';
import { type SqlData, type SqlForm, sqlForms, sqlLimits } from '../../../sql/sql-message.ts';
import type { SqlOutcome, SqlWorkers } from '../../../sql/sql-workers.ts';
import { ApiError } from '../../errors.ts';
import { clientOf } from '../../in-turn.ts';
import { charge } from '../../middleware/limits.ts';
import type { OpenedRelease } from '../../opened-release.ts';
import { currentRelease, type HttpEnv, type RequestContext } from '../../request-context.ts';
import { uncachedResponse } from '../../respond.ts';
import { unknownName } from '../parameter.ts';
import { readSqlRequest } from './sql-request.ts';

type SqlResult = Extract<SqlOutcome, { kind: 'result' }>;

/** Answers `POST /api/v1/sql`. */
export function sqlHandler(workers: SqlWorkers): Handler<HttpEnv> {
  return async (c) => {
    const { context } = c.env;
    const given = new URLSearchParams(context.target.query);
    for (const name of given.keys()) throw unknownName('parameter', name, []);
    const { query, format } = await readSqlRequest(context.request);
    const served = currentRelease(context);
    const { body, rows, tables } = await runSql(workers, context, served, query, format);
    return uncachedResponse(context, {
      type: sqlForms[format],
      body,
      headers: {
        'X-Service-License': licensesOf(tables),
        'Last-Modified': served.lastModified,
        'X-Rows': String(rows),
        ...(format !== 'json' && { 'Content-Disposition': `attachment; filename="orbweaver.${format}"` }),
      },
    });
  };
}

/** Runs a query over a release, and counts it. Throws ApiError. */
async function runSql(
  workers: SqlWorkers,
  context: RequestContext,
  from: OpenedRelease,
  query: string,
  form: SqlForm,
): Promise<SqlResult> {
  await charge(context, sqlLimits.requests);
  const data = await sqlData(from, context);
  const gone = new AbortController();
  const { socket } = context.request;
  const abort = () => gone.abort();
  socket.once('close', abort);
  try {
    const outcome = await workers.run(data, query, form, clientOf(context), gone.signal);
    if (outcome.kind !== 'result') throw apiErrorOf(outcome);
    return outcome;
  } finally {
    socket.off('close', abort);
  }
}

/**
 * The files that a query reads: those of the release, and the current archive and newest search of close approaches.
 */
async function sqlData(
  { release }: OpenedRelease,
  { archive, approaches }: Pick<RequestContext, 'archive' | 'approaches'>,
): Promise<SqlData> {
  const [index, run] = await Promise.all([archive.index(), approaches.newest()]);
  // The archive must belong to the release: the sample's history does not apply to real data, and vice versa.
  const own = index !== null && index.sample === release.manifest.sample ? index : null;
  const paths = (files: readonly { readonly file: string }[] = []) => files.map(({ file }) => archive.path(file));
  return {
    catalog: join(release.folder, 'catalog.duckdb'),
    months: paths(own?.elements),
    recent: paths(own?.recent),
    archive: own ? archive.path('elements') : null,
    approaches: run && join(run.folder, approachTable.file),
  };
}

const tableNames = sqlTables.map(({ name }) => name).join(', ');

function apiErrorOf(outcome: Exclude<SqlOutcome, SqlResult>): ApiError | CatalogError {
  switch (outcome.kind) {
    case 'invalid':
      return new ApiError('invalid_query', {
        error: outcome.message,
        hint:
          outcome.hint ?? `Tables: ${tableNames}. DESCRIBE satellites lists the columns of one; /docs/api/sql has all.`,
      });
    case 'timeout':
      return new ApiError('query_timeout');
    case 'busy':
      return outcome.who === 'client'
        ? new ApiError('too_many_queries', { headers: { 'Retry-After': '2' }, body: { retry_after: 2 } })
        : new ApiError('queries_busy', { headers: { 'Retry-After': '5' }, body: { retry_after: 5 } });
    case 'engine':
      return new ApiError('invalid_query', {
        error: 'The database engine failed on this query.',
        hint: 'Write it in another way: a cast or a function on an unusual type is the usual cause.',
      });
    case 'failed':
      return new CatalogError('a query of a client failed', { cause: outcome.message });
  }
}

/** The licenses of the tables that a query read. */
function licensesOf(tables: readonly string[]): string {
  const used = releaseTables.filter(({ name }) => tables.includes(name)).map(({ license }) => license);
  return [...new Set(used.length > 0 ? used : ['ODbL-1.0'])].sort().reverse().join(', ');
}
