import { z } from '@hono/zod-openapi';
import { parameter } from '../../../http/api/parameter.ts';
import { formatCount } from '../../../schema/plain-text.ts';
import { sqlTables } from '../../../schema/sql/sql-tables.ts';
import { sqlPath } from '../../sql/http/sql-request.ts';
import { sqlLimits } from '../../sql/sql-message.ts';
import { describe, type Tool } from '../tool.ts';
import { limitOf } from './object-list.ts';

const DEFAULT_LIMIT = 50;

interface SqlResult {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export const runSql: Tool = {
  name: 'run_sql',
  title: 'Run a SQL query',
  description: describe({
    about: `Run one SELECT of DuckDB SQL over the release, for questions that no other tool covers: groups, rankings, statistics. Tables: ${sqlTables.map(({ name }) => name).join(', ')}; the resource orbweaver://tables has their columns. Rows do not include confidence or sources: if you state single values, join provenance (confidence and sources of each field) or claims (the value of each source, observed_at), and say that aggregates are computed from this release. Aggregate in the query: \`limit\` only truncates the response.`,
    from: 'records',
    cost: `A call counts ${sqlLimits.requests} requests, takes at most ${sqlLimits.milliseconds / 1000} seconds, and reads at most ${formatCount(sqlLimits.rows)} rows.`,
    errors: ['invalid_query', 'query_timeout', 'too_many_queries', 'queries_busy'],
  }),
  input: {
    query: parameter(z.string(), z.string().min(1).max(sqlLimits.queryLength), {
      meaning: 'One SELECT statement of DuckDB SQL',
      example: 'SELECT country, count(*) AS objects FROM satellites GROUP BY ALL ORDER BY objects DESC LIMIT 10',
    }),
    limit: limitOf(500, DEFAULT_LIMIT),
  },
  async respond({ query, limit = DEFAULT_LIMIT }, { api }) {
    const response = await api(sqlPath, {}, { query, format: 'json' });
    const { data, meta } = response.body as SqlResult;
    const rows = data.slice(0, Number(limit));
    return {
      response,
      data: { ...meta, returned: rows.length, license: response.headers.get('X-Service-License'), rows },
      sources: (response.headers.get('X-Service-Sources') ?? '').split(', '),
    };
  },
};
