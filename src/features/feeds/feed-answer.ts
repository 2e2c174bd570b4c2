import { charge } from '../../http/middleware/limits.ts';
import type { OpenedRelease } from '../../http/opened-release.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { passIds, passSentences, passTitle } from '../../orbit/observation/pass-calendar.ts';
import type { PassSearch } from '../../orbit/observation/passes.ts';
import { atomOf } from '../../schema/changes/event-feed.ts';
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
  if (form === 'csv' || form === 'ics') return passesText(form, rows, search, release, undefined, name);
  if (form === 'atom') return atomText(rows, search, release, { base: context.base, feedId, name });
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

/**
 * An entry for each pass, with the id that it has in every format. No link leads to the feed itself, because its
 * address is secret.
 */
function atomText(
  rows: readonly ObjectPass[],
  search: PassSearch,
  { release }: OpenedRelease,
  { base, feedId, name }: { readonly base: string; readonly feedId: string; readonly name: string },
): string {
  const passes = calendarPasses(rows);
  const ids = passIds(passes, search.observer);
  const updated = new Date(release.manifest.generated_at);
  const at = updated.toISOString().replace('.000Z', 'Z');
  const entries = passes.map((pass, n) => ({
    id: `pass/${ids[n]}`,
    title: `${new Date(pass.rise.at).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${passTitle(pass)}`,
    updated: at,
    published: at,
    path: `/satellites/${pass.norad_cat_id}`,
    category: 'pass',
    summary: passSentences(pass, search),
  }));
  return atomOf(entries, { updated, base, of: { id: `feed/${feedId}`, name } });
}
