import { z } from '@hono/zod-openapi';
import { acceptedIn } from '../../../http/api/advice.ts';
import { invalidValues } from '../../../http/api/parameter.ts';
import { type RequestBody, readBody } from '../../../http/api/request-body.ts';
import type { Operation } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import { formatCount } from '../../../schema/plain-text.ts';
import { type SqlForm, sqlForms, sqlLimits } from '../sql-message.ts';

export const sqlPath = '/api/v1/sql';

/** Largest body that is read: a query of the greatest length in four-byte characters, escaped. */
const MAX_BODY_BYTES = 128 * 1024;

/** The body of a request. */
const sqlBody = z
  .strictObject({
    query: z.string().min(1).max(sqlLimits.queryLength).openapi({
      description: 'One SELECT statement of DuckDB SQL',
      example: 'SELECT count(*) AS objects FROM satellites',
    }),
    format: z
      .enum(Object.keys(sqlForms) as [SqlForm, ...SqlForm[]])
      .default('json')
      .openapi({ description: 'Response format', example: 'json' }),
  })
  .openapi('SqlQuery');

const sqlResult = z
  .object({
    data: z.array(z.record(z.string(), z.unknown())).describe('One object for each row; times are ISO 8601 (UTC)'),
    meta: z
      .object({
        rows: z.int().describe('Number of rows'),
        columns: z
          .array(z.object({ name: z.string().describe('Its name'), type: z.string().describe('Its DuckDB type') }))
          .describe('The columns, in order'),
      })
      .describe('About the rows'),
  })
  .openapi('SqlResult');

export const sqlOperation: Operation = {
  id: 'runSql',
  method: 'post',
  path: sqlPath,
  tag: 'SQL',
  summary: 'Run a SQL query',
  description: `One SELECT of DuckDB SQL over the published tables, for at most ${sqlLimits.milliseconds / 1000} seconds, ${formatCount(sqlLimits.rows)} rows and ${sqlLimits.bytes / 2 ** 20} MB. Counts as ${sqlLimits.requests} requests. In JSON, \`data\` has an object for each row.`,
  access: 'keyed',
  params: {},
  query: {},
  body: sqlBody,
  responses: Object.entries(sqlForms).map(([form, type]) => ({
    type,
    schema: form === 'json' ? sqlResult : z.string().describe(`The rows as ${form}`),
  })),
  errors: ['invalid_query', 'query_timeout', 'too_many_queries', 'queries_busy'],
};

const example = '{"query": "SELECT count(*) FROM satellites", "format": "json"}';
const invalid = (error: string, hint = `Send a body such as ${example}.`, headers = {}) =>
  new ApiError('invalid_query', { error, hint, headers });

/** Reads the body of a request. Throws 400. */
export async function readSqlRequest(request: RequestBody): Promise<z.output<typeof sqlBody>> {
  const text = await readBody(request, MAX_BODY_BYTES, invalid);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The request body is not JSON.');
  }
  const format = (value as { format?: unknown } | null)?.format;
  const read = sqlBody.safeParse(
    typeof format === 'string' ? { ...(value as object), format: format.toLowerCase() } : value,
  );
  if (read.success) return read.data;
  const { issues } = read.error;
  const isObject = issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
  if (!isObject) throw invalid('The request body is not an object with "query".');
  if (issues.some(({ path }) => path[0] === 'query'))
    throw invalid(`"query" must be a text of 1 to ${formatCount(sqlLimits.queryLength)} characters.`);
  throw invalidValues('property', issues, value as Record<string, unknown>, acceptedIn(sqlBody));
}
