/**
 * The same responses from a carefully built server with Fastify and PostgreSQL. `node bench/rival/fastify.ts DATABASE_URL PORT [keys]`. Every statement is prepared, stored JSON is sent unchanged, and records are stored compressed, for clients that accept gzip.
 * With `keys`, it has API keys, limits, and conditional requests, as in `careful.ts`; in its favor, it never has releases or links to other pages.
 */
import Fastify, { type FastifyReply } from 'fastify';
import { Pool } from 'pg';
import { fold } from '../../src/schema/fold.ts';
import { listSql, queryOf } from '../random-requests.ts';
import { addCare } from './careful.ts';

const [connectionString, port, keys] = process.argv.slice(2);
const pool = new Pool({ connectionString: connectionString!, max: 8 });
const app = Fastify({ logger: false });
if (keys === 'keys') await addCare(app, pool);
const json = 'application/json; charset=utf-8';

/** Each distinct statement is prepared once, under its own name. */
const named = new Map<string, string>();
async function fetchRows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const name = named.get(text) ?? `s${named.size}`;
  named.set(text, name);
  return (await pool.query({ text, values: [...values], name })).rows as Row[];
}

app.get<{ Params: { id: string } }>('/api/v1/satellites/:id', async ({ params }, reply) => {
  const id = Number(params.id);
  const sql = 'SELECT etag, gzip FROM records WHERE norad_cat_id = $1';
  const [row] = await fetchRows<Record<'etag' | 'gzip', string>>(sql, [id]);
  if (!row) return reply.code(404).send();
  const headers = { 'Content-Type': json, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding', ETag: row.etag };
  return reply.headers(headers).send(row.gzip);
});

app.get('/api/v1/satellites', async (request, reply) => {
  const values: unknown[] = [];
  const { where, order, limit, offset } = listSql(queryOf(request.url), (value) => `$${values.push(value)}`);
  const [counted, rows] = await Promise.all([
    fetchRows<{ total: number }>(`SELECT count(*)::int AS total FROM objects ${where}`, values),
    fetchRows<{ summary: string }>(
      `WITH page AS MATERIALIZED (SELECT norad_cat_id, row_number() OVER () AS place FROM
         (SELECT norad_cat_id FROM objects ${where} ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) found)
       SELECT summary FROM page JOIN summaries USING (norad_cat_id) ORDER BY place`,
      [...values, limit, offset],
    ),
  ]);
  return send(reply, rows, { total: counted[0]!.total, limit, offset });
});

/** A page of the objects that a query finds, best first. */
const ranked = (found: string) =>
  `WITH page AS MATERIALIZED (SELECT norad_cat_id, row_number() OVER (ORDER BY near DESC, active DESC, norad_cat_id) AS place,
     count(*) OVER ()::int AS total FROM (${found}) found)
   SELECT summary, total FROM page JOIN summaries USING (norad_cat_id) ORDER BY place LIMIT $2 OFFSET $3`;
const byNumber = ranked('SELECT norad_cat_id, active, 1 AS near FROM objects WHERE norad_cat_id = $1');
const byDesignator = ranked("SELECT norad_cat_id, active, 1 AS near FROM objects WHERE cospar_id LIKE $1 || '%'");
/**
 * pg_trgm, in the fastest and best variant of those tried: the fifty nearest texts by word similarity, then by similarity. The total
 * counts only these. `name % $1` with a GIN index was slower and ranked the correct result lower.
 */
const byText = ranked(
  `SELECT norad_cat_id, bool_or(active) AS active, max(near) AS near FROM
     (SELECT id, 2 - (name <->> $1) - (name <-> $1) AS near FROM texts ORDER BY name <->> $1 LIMIT 50) nearest
   JOIN holders USING (id) GROUP BY norad_cat_id`,
);

/** Numbers and designators are looked up exactly, as in Orbweaver; 98067A is 1998-067A. */
function parseSearch(q: string): [sql: string, value: string | number] {
  if (/^\d{1,6}$/.test(q)) return [byNumber, Number(q)];
  const [, century = '', year, launch, piece = ''] = /^(\d\d)?(\d\d)-?(\d{3})([A-Z]{0,3})$/i.exec(q) ?? [];
  if (!year) return [byText, fold(q)];
  return [byDesignator, `${century || (year < '57' ? '20' : '19')}${year}-${launch}${piece.toUpperCase()}`];
}

app.get('/api/v1/search', async (request, reply) => {
  const query = queryOf(request.url);
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  const [sql, value] = parseSearch(query.get('q')!);
  const rows = await fetchRows<{ summary: string; total: number }>(sql, [value, limit, offset]);
  return send(reply, rows, { total: rows[0]?.total ?? 0, limit, offset });
});

/** Sends a page of stored JSON texts. */
function send(
  reply: FastifyReply,
  rows: readonly { summary: string }[],
  page: Readonly<Record<'total' | 'limit' | 'offset', number>>,
) {
  const data = rows.map(({ summary }) => summary).join(',');
  return reply.header('Content-Type', json).send(`{"data":[${data}],"meta":${JSON.stringify(page)}}\n`);
}

app.get('/readyz', { config: { rateLimit: false } }, () => fetchRows('SELECT 1', []));
await app.listen({ host: '127.0.0.1', port: Number(port) });
