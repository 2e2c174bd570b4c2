import { xmlText } from '../escaped-text.ts';
import { isoText } from '../instant-text.ts';
import { codeWords } from '../vocabulary.ts';
import type { Event } from './event.ts';
import { changedBetween, describeEvent, eventTitle } from './event-words.ts';

const escaped = (text: string) => xmlText(text).replaceAll("'", '&apos;');

const kinds: Record<Event['type'], string> = {
  new_object: 'new objects',
  reentry: 'reentries',
  orbit_change: 'orbit changes',
  field_changed: 'changes of status, name, operator, owner, and decay date',
  removed: 'objects that no catalog lists any more',
  returned: 'objects that are listed again',
};

/** The facts of a feed. */
export interface Feed {
  readonly updated: Date;
  /** The prefix of its links; empty: they are relative to the feed. */
  readonly base: string;
  /** URLs of the feed itself and of the same events in JSON; absent for a feed at a secret address. */
  readonly self?: string;
  readonly json?: string;
  readonly page?: string;
  /** The only type of event in the feed. */
  readonly only?: Event['type'];
  /** The time that its events are of, and the parts of it without releases, ISO 8601 UTC; absent for what is not known from releases. */
  readonly coverage?: {
    readonly from: string;
    readonly to: string;
    readonly gaps: readonly Record<'from' | 'to', string>[];
  };
  /** The description of a feed without coverage. */
  readonly about?: string;
  /** The subject of its events; the whole catalog by default. */
  readonly of?: { readonly id: string; readonly name: string };
}

/** The title of a feed, and its id in URIs. */
function named({ only, of }: Feed): { id: string; title: string } {
  if (of) return { id: `tag:orbweaver,2026:${of.id}`, title: `Orbweaver: ${of.name}` };
  const what = only === undefined ? 'changes in the catalog' : kinds[only];
  return { id: `tag:orbweaver,2026:events${only === undefined ? '' : `/${only}`}`, title: `Orbweaver: ${what}` };
}

/** From which releases the events of a feed are known: without a release, nothing was looked at. */
export function coverageSentence({ from, to, gaps }: NonNullable<Feed['coverage']>): string {
  const between = (one: Record<'from' | 'to', string>) => `${one.from.slice(0, 16)}Z and ${one.to.slice(0, 16)}Z`;
  const missing =
    gaps.length === 0
      ? ''
      : ` No release was made between ${gaps.map(between).join(', nor between ')}: what changed then is listed by the release after, and what came and went is not.`;
  return `Differences between releases, ${from.slice(0, 10)} to ${to.slice(0, 10)}.${missing}`;
}

const RIGHTS = 'ODbL-1.0; the terms of each source are at /api/v1/sources';

/** An entry of a feed. */
export interface FeedEntry {
  /** Unique below `tag:orbweaver,2026:`, and the same in every feed. */
  readonly id: string;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly updated: string;
  readonly published: string;
  /** Path of the page of the entry. */
  readonly path: string;
  readonly category: string;
  readonly summary: string;
}

/** An event has the same id in every feed that has it. */
export const eventEntry = (event: Event): FeedEntry => ({
  id: event.id,
  title: eventTitle(event),
  updated: event.detected_at,
  published: event.occurred_at,
  path: `/satellites/${event.norad_cat_id}`,
  category: event.type,
  summary: summary(event),
});

/** Events as an Atom feed (RFC 4287). */
export const atom = (events: readonly Event[], feed: Feed): string => atomOf(events.map(eventEntry), feed);

/** Entries as an Atom feed. */
export function atomOf(entries: readonly FeedEntry[], feed: Feed): string {
  const { updated, base, self, json, page, of, coverage } = feed;
  const about = coverage ? coverageSentence(coverage) : feed.about;
  const { id, title } = named(feed);
  const link = (path: string) => escaped(`${base}${path}`);
  const texts = entries.map(
    (entry) => `  <entry>
    <id>tag:orbweaver,2026:${escaped(entry.id)}</id>
    <title>${escaped(entry.title)}</title>
    <updated>${entry.updated}</updated>
    <published>${entry.published}</published>
    <link rel="alternate" href="${link(entry.path)}"/>
    <category term="${entry.category}"/>
    <summary>${escaped(entry.summary)}</summary>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(id)}</id>
  <title>${escaped(title)}</title>${about === undefined ? '' : `\n  <subtitle>${escaped(about)}</subtitle>`}
  <updated>${isoText(updated)}</updated>
  <author><name>Orbweaver</name></author>
  <rights>${RIGHTS}</rights>
${[
  self !== undefined && `  <link rel="self" type="application/atom+xml" href="${link(self)}"/>\n`,
  json !== undefined &&
    `  <link rel="alternate" type="application/${of ? 'feed+json' : 'json'}" href="${link(json)}"/>\n`,
  page !== undefined && `  <link rel="alternate" type="text/html" href="${link(page)}"/>\n`,
]
  .filter((line) => line !== false)
  .join('')}${texts.join('\n')}
</feed>
`;
}

/** An Atom feed that was written without a base, with its links below one. Quotes in its texts are entities, so only links match. */
export const withBase = (feed: string, base: string): string =>
  feed.replaceAll(' href="/', () => ` href="${escaped(base)}/`);

/** The entries as a JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeed(entries: readonly FeedEntry[], feed: Feed): string {
  const { base, json, page, coverage } = feed;
  const { title } = named(feed);
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    ...(page !== undefined && { home_page_url: `${base}${page}` }),
    ...(json !== undefined && { feed_url: `${base}${json}` }),
    description: coverage ? `${coverageSentence(coverage)} ${RIGHTS}` : RIGHTS,
    language: 'en',
    authors: [{ name: 'Orbweaver' }],
    items: entries.map((entry) => ({
      id: `tag:orbweaver,2026:${entry.id}`,
      url: `${base}${entry.path}`,
      title: entry.title,
      content_text: entry.summary,
      date_published: entry.published,
      date_modified: entry.updated,
      tags: [entry.category],
    })),
  })}\n`;
}

function summary(event: Event): string {
  const sources = `Sources: ${event.sources.join(', ')}.`;
  const words = `${describeEvent(event)}.`;
  if (event.type === 'field_changed') return `${words} ${sources}`;
  if (event.type === 'orbit_change') {
    const { before, after, predicted } = event.details as Record<
      'before' | 'after' | 'predicted',
      { semi_major_axis_km: number; inclination_deg: number } | null
    >;
    if (!before || !after) return `${words} ${sources}`;
    const against = predicted
      ? 'what the previous elements predict'
      : 'the orbit before: it is too old for a prediction';
    const span = changedBetween(event);
    const when = span ? ` Between ${span.from.slice(0, 19)}Z and ${span.to.slice(0, 19)}Z.` : '';
    return `${words}${when} Semi-major axis ${before.semi_major_axis_km} to ${after.semi_major_axis_km} km, inclination ${before.inclination_deg}° to ${after.inclination_deg}°; the change is relative to ${against}. ${sources}`;
  }
  return `${codeWords(event.object_class)}${event.cospar_id ? `, ${event.cospar_id}` : ''}. ${words} ${sources}`;
}
