/**
 * The rival: the same answers from Fastify and PostgreSQL, as one would build it with care. `node bench/rivals/fastify.ts
 * SOCKET_FOLDER PORT`. Every statement is prepared, ready texts are sent as they are, packed ones to those who take gzip.
 * Left out in its favour: it knows no keys, limits, conditional requests, releases or links in headers.
 */
import Fastify, { type FastifyReply } from 'fastify';
import { Pool } from 'pg';
import { meaningOf } from '../../src/query/search.ts';
import { fold } from '../../src/schema/fold.ts';
import { listSql } from '../asked/lists.ts';

const [host, port] = process.argv.slice(2);
const pool = new Pool({ host: host!, user: 'bench', database: 'postgres', max: 8 });
const app = Fastify({ logger: false });
const json = 'application/json; charset=utf-8';

/** Statements are prepared once for each text, under a name of its own. */
const named = new Map<string, string>();
async function ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const name = named.get(text) ?? `s${named.size}`;
  named.set(text, name);
  return (await pool.query({ text, values: [...values], name })).rows as Row[];
}

const byId = '/api/v1/satellites/:id';
type Asked = { Params: { id: string }; Headers: { 'accept-encoding'?: string } };

app.get<Asked>(byId, async ({ params, headers }, reply) => {
  reply.header('Content-Type', json).header('Vary', 'Accept-Encoding');
  if (!headers['accept-encoding']?.includes('gzip')) {
    const [row] = await ask<{ etag: string; record: string }>(
      'SELECT etag, record FROM records WHERE norad_cat_id = $1',
      [Number(params.id)],
    );
    return row ? reply.header('ETag', `"${row.etag}"`).send(row.record) : reply.code(404).send();
  }
  const [row] = await ask<{ etag: string; gzip: Buffer }>('SELECT etag, gzip FROM records WHERE norad_cat_id = $1', [
    Number(params.id),
  ]);
  if (!row) return reply.code(404).send();
  return reply.header('ETag', `"${row.etag}-gzip"`).header('Content-Encoding', 'gzip').send(row.gzip);
});

for (const form of ['tle', 'omm'] as const)
  app.get<Asked>(`${byId}/${form}`, async ({ params }, reply) => {
    const [row] = await ask<Record<typeof form, string | null>>(`SELECT ${form} FROM orbits WHERE norad_cat_id = $1`, [
      Number(params.id),
    ]);
    const text = row?.[form];
    if (!text) return reply.code(404).send();
    return reply.header('Content-Type', form === 'omm' ? json : 'text/plain; charset=utf-8').send(text);
  });

app.get('/api/v1/satellites', async (request, reply) => {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const values: unknown[] = [];
  const { where, order, limit, offset } = listSql(query, (value) => `$${values.push(value)}`);
  const [counted, rows] = await Promise.all([
    ask<{ total: number }>(`SELECT count(*)::int AS total FROM objects ${where}`, values),
    ask<{ summary: string }>(
      `WITH page AS MATERIALIZED (SELECT norad_cat_id, row_number() OVER () AS place FROM
         (SELECT norad_cat_id FROM objects ${where} ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) found)
       SELECT summary FROM page JOIN summaries USING (norad_cat_id) ORDER BY place`,
      [...values, limit, offset],
    ),
  ]);
  return send(reply, request.url, rows, { total: counted[0]!.total, limit, offset });
});

/** A page under a way of finding objects, the best first. */
const ranked = (found: string) =>
  `WITH page AS MATERIALIZED (SELECT norad_cat_id, row_number() OVER (ORDER BY near DESC, active DESC, norad_cat_id) AS place,
     count(*) OVER ()::int AS total FROM (${found}) found)
   SELECT summary, total FROM page JOIN summaries USING (norad_cat_id) ORDER BY place LIMIT $2 OFFSET $3`;
const byNumber = ranked('SELECT norad_cat_id, active, 1 AS near FROM objects WHERE norad_cat_id = $1');
const byDesignator = ranked('SELECT norad_cat_id, active, 1 AS near FROM objects WHERE cospar_id = $1');
const byLaunch = ranked("SELECT norad_cat_id, active, 1 AS near FROM objects WHERE cospar_id LIKE $1 || '%'");
/**
 * pg_trgm, the fastest and the best of those tried: the fifty texts nearest by words, then by whole likeness. Only as many as it finds
 * are counted. `name % $1` over a GIN index took longer and had the right answer further down.
 */
const byText = ranked(
  `SELECT norad_cat_id, bool_or(active) AS active, max(near) AS near FROM
     (SELECT id, 2 - (name <->> $1) - (name <-> $1) AS near FROM texts ORDER BY name <->> $1 LIMIT 50) nearest
   JOIN holders USING (id) GROUP BY norad_cat_id`,
);

app.get('/api/v1/search', async (request, reply) => {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  const meaning = meaningOf(query.get('q')!);
  const [sql, value] =
    meaning.kind === 'catalog number'
      ? [byNumber, meaning.id]
      : meaning.kind === 'designator'
        ? [byDesignator, meaning.cosparId]
        : meaning.kind === 'launch'
          ? [byLaunch, meaning.launchId]
          : [byText, fold(meaning.text)];
  const rows = await ask<{ summary: string; total: number }>(sql, [value, limit, offset]);
  return send(reply, request.url, rows, { total: rows[0]?.total ?? 0, limit, offset });
});

function send(
  reply: FastifyReply,
  url: string,
  rows: readonly { summary: string }[],
  { total, limit, offset }: { total: number; limit: number; offset: number },
) {
  const page = (start: number) => {
    const to = new URL(url, `http://127.0.0.1:${port}`);
    to.searchParams.set('limit', String(limit));
    to.searchParams.set('offset', String(start));
    return to.href;
  };
  const next = offset + limit < total ? page(offset + limit) : null;
  const prev = offset > 0 ? page(Math.max(0, offset - limit)) : null;
  const meta = JSON.stringify({ next, prev, limit, offset, total });
  return reply
    .header('Content-Type', json)
    .send(`{"data":[${rows.map(({ summary }) => summary).join(',')}],"meta":${meta}}\n`);
}

app.get('/readyz', () => ask('SELECT 1', []));
await app.listen({ host: '127.0.0.1', port: Number(port) });
