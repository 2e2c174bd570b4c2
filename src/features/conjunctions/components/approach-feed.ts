import type { APIRoute } from 'astro';
import { noRelease, refused } from '../../../components/documents/file-answers.ts';
import { queryLink } from '../../../components/lists/list-query.ts';
import { lastingName } from '../../../schema/approaches/approach-news.ts';
import type { Conjunction, ConjunctionRun } from '../../../schema/approaches/conjunction.ts';
import { atomOf, type FeedEntry, jsonFeed } from '../../../schema/changes/event-feed.ts';
import { distanceWords, kindWords, probabilityWords, timeWords } from './approach-words.ts';

/** An approach keeps its entry when newer elements move it. */
const approachEntry = (row: Conjunction, { generated_at, note }: ConjunctionRun): FeedEntry => ({
  id: lastingName(row),
  title: `${row.first.name} and ${row.second.name}: ${distanceWords(row.range_km)} computed for ${timeWords(row.tca)} UTC`,
  updated: generated_at,
  published: generated_at,
  path: `/satellites/${row.first.norad_cat_id}`,
  category: 'close_approach',
  summary: `${kindWords[row.kind]}: ${distanceWords(row.range_km)} apart at ${row.relative_speed_km_s.toFixed(2)} km/s, maximum probability ${probabilityWords(row.max_probability)}, probability by measured errors ${row.probability === null ? 'not given' : probabilityWords(row.probability)}. ${note}`,
});

/** Close approaches as a feed. Its query filters them like that of the page, so that each subscriber can set a threshold. */
export const approachFeed =
  (form: 'atom' | 'json'): APIRoute =>
  async ({ locals, url }) => {
    const { release, base, cleanQuery } = locals.orbweaver;
    if (!release) return noRelease();
    const asked = new URLSearchParams(cleanQuery(url.search.slice(1)));
    if (!asked.has('sort')) asked.set('sort', 'tca');
    const list = await release.approaches.list(asked.toString());
    if (!list.ok)
      return refused(400, {
        code: 'invalid_parameter',
        error: list.error,
        hint: 'The parameters are those of /conjunctions.',
      });
    if (!list.run)
      return refused(404, {
        code: 'not_found',
        error: 'This server has not searched close approaches yet.',
        hint: 'That is done after a refresh. It does not mean that there are none.',
      });
    const { run } = list;
    const entries = list.rows.map((row) => approachEntry(row, run));
    const { sort: _sort, ...params } = list.params;
    const feed = {
      updated: new Date(run.generated_at),
      base,
      self: queryLink('/conjunctions.atom', params),
      json: queryLink('/conjunctions.json', params),
      page: queryLink('/conjunctions', params),
      of: { id: 'conjunctions', name: 'close approaches' },
    };
    return form === 'atom'
      ? new Response(atomOf(entries, feed), { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } })
      : new Response(jsonFeed(entries, feed), { headers: { 'Content-Type': 'application/feed+json; charset=utf-8' } });
  };
