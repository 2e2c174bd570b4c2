import type { Event } from './event.ts';
import { describeEvent, eventTitle } from './event-words.ts';
import { codeWords } from './vocabulary.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!);

const kinds: Record<Event['type'], string> = {
  new_object: 'new objects',
  reentry: 'reentries',
  orbit_change: 'orbit changes',
  field_changed: 'changes of status, name, operator, owner, and decay date',
};

/** What a feed says of itself. */
interface Feed {
  readonly updated: Date;
  /** What stands before its links; empty: they are relative to the feed. */
  readonly base: string;
  /** Where it is itself, and where the same is as JSON and as a page. */
  readonly self: string;
  readonly json: string;
  readonly page?: string;
  /** The one kind of event that it holds. */
  readonly only?: Event['type'];
}

/** Events as an Atom feed (RFC 4287). An event has the same id in every feed that tells of it. */
export function atom(events: readonly Event[], { updated, base, self, json, page, only }: Feed): string {
  const link = (path: string) => escaped(`${base}${path}`);
  const entries = events.map(
    (event) => `  <entry>
    <id>tag:orbweaver,2026:${escaped(event.id)}</id>
    <title>${escaped(eventTitle(event))}</title>
    <updated>${event.detected_at}</updated>
    <published>${event.occurred_at}</published>
    <link rel="alternate" href="${link(`/satellites/${event.norad_cat_id}`)}"/>
    <category term="${event.type}"/>
    <summary>${escaped(summary(event))}</summary>
  </entry>`,
  );
  const what = only === undefined ? 'changes in the catalog' : kinds[only];
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>tag:orbweaver,2026:events${only === undefined ? '' : `/${only}`}</id>
  <title>Orbweaver: ${what}</title>
  <updated>${updated.toISOString().replace('.000Z', 'Z')}</updated>
  <author><name>Orbweaver</name></author>
  <rights>ODbL-1.0; the terms of each source are at /api/v1/sources</rights>
  <link rel="self" type="application/atom+xml" href="${link(self)}"/>
  <link rel="alternate" type="application/json" href="${link(json)}"/>
${
  page === undefined
    ? ''
    : `  <link rel="alternate" type="text/html" href="${link(page)}"/>
`
}${entries.join('\n')}
</feed>
`;
}

function summary(event: Event): string {
  const sources = `Sources: ${event.sources.join(', ')}.`;
  const words = `${describeEvent(event)}.`;
  if (event.type === 'field_changed') return `${words} ${sources}`;
  if (event.type === 'orbit_change') {
    const { before, after } = event.details as Record<
      'before' | 'after',
      { semi_major_axis_km: number; inclination_deg: number }
    >;
    return `${words} Semi-major axis ${before.semi_major_axis_km} to ${after.semi_major_axis_km} km, inclination ${before.inclination_deg}° to ${after.inclination_deg}°; the change is relative to what the previous elements predict. ${sources}`;
  }
  return `${codeWords(event.object_class)}${event.cospar_id ? `, ${event.cospar_id}` : ''}. ${words} ${sources}`;
}
