import type { IncomingMessage } from 'node:http';
import { z } from '@hono/zod-openapi';
import { type SqlForm, sqlForms, sqlLimits } from '../../../sql/sql-message.ts';
import { Refusal } from '../../errors.ts';

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

type Body = Pick<IncomingMessage, 'headers' | 'iterator'>;

const invalid = (error: string, hint?: string) => new Refusal('invalid_query', { error, ...(hint && { hint }) });
const example = '{"query": "SELECT count(*) FROM satellites", "format": "json"}';

/** Reads the body of a request. Throws 400. */
export async function readSqlRequest(request: Body): Promise<z.output<typeof sqlBody>> {
  const text = await readText(request);
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
  if (issue?.code === 'unrecognized_keys')
    throw new Refusal('invalid_parameter', {
      error: 'The request body has an unknown member.',
      hint: 'Remove it, or use one of those in "allowed".',
      body: { parameter: (issue.keys[0] ?? '').slice(0, 100), allowed: ['query', 'format'] },
    });
  if (name === 'format')
    throw new Refusal('invalid_parameter', {
      error: 'The member format does not take that value.',
      body: { parameter: 'format', allowed: Object.keys(sqlForms) },
    });
  if (name === 'query')
    throw invalid(
      `"query" must be a text of 1 to ${sqlLimits.queryLength.toLocaleString('en')} characters.`,
      `Send a body such as ${example}.`,
    );
  throw invalid('The request body is not an object with "query".', `Send a body such as ${example}.`);
}

async function readText(request: Body): Promise<string> {
  if (request.headers['content-encoding'] !== undefined)
    throw invalid('The request body is compressed.', 'Send it without Content-Encoding.');
  const tooLarge = () =>
    new Refusal('invalid_query', { error: 'The request body is too large.', headers: { Connection: 'close' } });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  // `break` would close the connection before the response is sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
