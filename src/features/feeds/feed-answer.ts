import { charge } from '../../http/middleware/limits.ts';
import type { OpenedRelease } from '../../http/opened-release.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { passIds, passSentences, passTitle } from '../../orbit/observation/pass-calendar.ts';
import type { PassSearch } from '../../orbit/observation/passes.ts';
import { atomOf } from '../../schema/changes/event-feed.ts';
import { isoText } from '../../schema/instant-text.ts';
import { plural } from '../../schema/plain-text.ts';
import { passesCost } from '../sky/http/cost.ts';
import { byTime, passesOfMany } from '../sky/http/many-passes.ts';
import { planned } from '../sky/http/pass-plan.ts';
import { calendarPasses, type ObjectPass, passesText, passRecord } from '../sky/http/pass-record.ts';
import { searchOf } from '../sky/http/passes.ts';
import type { FeedForm } from './feed-operation.ts';
import { type FeedQuestion, scopeOf } from './feed-question.ts';

interface Answered {
  readonly feedId: string;
  readonly name: string;
  readonly question: FeedQuestion;
}

/** The text of a feed in one format. It costs as much as a request for the passes of as many objects and hours. */
export async function feedText(
  context: RequestContext,
  release: OpenedRelease,
  { feedId, name, question }: Answered,
  form: FeedForm,
): Promise<string> {
  const { ids, hours, ...window } = await scopeOf(release.catalog, question, context.now);
  await charge(context, passesCost(ids.length, hours));
  const search = searchOf(question, window);
  const options = { visible: question.visible, allowOld: false };
  const { objects, omitted } = await passesOfMany(release.catalog, ids, search, options);
  const all = byTime(objects);
  const rows = question.plan ? planned(all, question) : all;
  const about = scopeWords(search, ids.length, omitted);
  if (form === 'csv' || form === 'ics')
    return passesText(form, rows, search, release, undefined, { title: name, about });
  if (form === 'atom') return atomText(rows, search, release, { base: context.base, feedId, name, about });
  const passes = calendarPasses(rows);
  const passId = passIds(passes, search.observer);
  const data = rows.map((row, n) => ({
    id: passId[n],
    norad_cat_id: row.id,
    name: row.name,
    ...row.facts,
    ...passRecord(row),
  }));
  const iso = (time: number) => new Date(time).toISOString();
  const meta = {
    name,
    from: iso(search.from),
    to: iso(search.to),
    objects: ids.length,
    omitted,
    release: release.release.id,
  };
  return `${JSON.stringify({ data, meta })}\n`;
}

/** How many objects without a position are named. */
const MAX_NAMED = 20;

/**
 * The scope of a feed in a sentence: `Searched 2 objects from 2026-08-22 14:00 to 2026-08-29 14:00 UTC. No position in this time: 7
 * (elements too old).` Without it, an object that was not looked at would be one that does not pass.
 */
function scopeWords(
  { from, to }: PassSearch,
  count: number,
  omitted: readonly { readonly norad_cat_id: number; readonly reason: string }[],
): string {
  const minute = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  const searched = `Searched ${plural(count, 'object')} from ${minute(from)} to ${minute(to)} UTC.`;
  if (omitted.length === 0) return searched;
  const some = omitted.slice(0, MAX_NAMED).map((one) => `${one.norad_cat_id} (${one.reason.replaceAll('_', ' ')})`);
  const more = omitted.length > MAX_NAMED ? [`${omitted.length - MAX_NAMED} more`] : [];
  return `${searched} No position in this time: ${[...some, ...more].join(', ')}.`;
}

/**
 * An entry for each pass, with the id that it has in every format. No link leads to the feed itself, because its
 * address is secret.
 */
function atomText(
  rows: readonly ObjectPass[],
  search: PassSearch,
  { release }: OpenedRelease,
  { base, feedId, name, about }: Readonly<Record<'base' | 'feedId' | 'name' | 'about', string>>,
): string {
  const passes = calendarPasses(rows);
  const ids = passIds(passes, search.observer);
  const updated = new Date(release.manifest.generated_at);
  const at = isoText(updated);
  const entries = passes.map((pass, n) => ({
    id: `pass/${ids[n]}`,
    title: `${new Date(pass.rise.at).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${passTitle(pass)}`,
    updated: at,
    published: at,
    path: `/satellites/${pass.norad_cat_id}`,
    category: 'pass',
    summary: passSentences(pass, search),
  }));
  return atomOf(entries, { updated, base, about, of: { id: `feed/${feedId}`, name } });
}
