import { z } from '@hono/zod-openapi';
import { type SqlForm, sqlForms, sqlLimits } from '../../../sql/sql-message.ts';
import { Refusal } from '../../errors.ts';
import { badValue, unknownMember } from '../parameter.ts';
import { type RequestBody, readBody } from '../request-body.ts';

export const sqlPath = '/api/v1/sql';

/** Largest body that is read: a query of the greatest length in four-byte characters, escaped. */
const MAX_BODY_BYTES = 128 * 1024;

/** What a client sends. */
export const sqlBody = z.strictObject({
  query: z.string().min(1).max(sqlLimits.queryLength).openapi({
    description: 'One SELECT statement of DuckDB SQL',
    example: 'SELECT count(*) AS objects FROM satellites',
  }),
  format: z
    .enum(Object.keys(sqlForms) as [SqlForm, ...SqlForm[]])
    .default('json')
    .openapi({ description: 'Response format', example: 'json' }),
});

const invalid = (error: string, hint?: string, headers?: Record<string, string>) =>
  new Refusal('invalid_query', { error, ...(hint && { hint }), ...(headers && { headers }) });
const example = '{"query": "SELECT count(*) FROM satellites", "format": "json"}';

/** Reads the body of a request. Throws 400. */
export async function readSqlRequest(request: RequestBody): Promise<z.output<typeof sqlBody>> {
  const text = await readBody(request, MAX_BODY_BYTES, invalid);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The request body is not JSON.', `Send a body such as ${example}.`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  const read = sqlBody.safeParse(
    typeof format === 'string' ? { ...(value as object), format: format.toLowerCase() } : value,
  );
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = String(issue?.path[0] ?? '');
  if (issue?.code === 'unrecognized_keys') throw unknownMember(issue.keys[0], ['query', 'format']);
  if (name === 'format') throw badValue('format', Object.keys(sqlForms), 'The member format has an invalid value.');
  if (name === 'query')
    throw invalid(
      `"query" must be a text of 1 to ${sqlLimits.queryLength.toLocaleString('en')} characters.`,
      `Send a body such as ${example}.`,
    );
  throw invalid('The request body is not an object with "query".', `Send a body such as ${example}.`);
}
