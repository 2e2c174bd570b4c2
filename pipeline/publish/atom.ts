import type { Event } from '../../src/schema/event.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!);

const verbs: Record<Event['type'], string> = {
  new_object: 'was added to the catalogue',
  reentry: 'came down',
  orbit_change: 'changed its orbit',
};

/** The events as an Atom feed (RFC 4287). Without a public address, links are relative to the feed. */
export function atom(events: readonly Event[], context: { id: string; now: Date; base: string }): string {
  const link = (path: string) => escaped(`${context.base}${path}`);
  const updated = context.now.toISOString().replace('.000Z', 'Z');
  const entries = events.map(
    (event) => `  <entry>
    <id>tag:orbweaver,2026:${escaped(event.id)}</id>
    <title>${escaped(`${event.name} (${event.norad_cat_id}) ${verbs[event.type]}`)}</title>
    <updated>${event.detected_at}</updated>
    <published>${event.occurred_at}</published>
    <link rel="alternate" href="${link(`/satellites/${event.norad_cat_id}`)}"/>
    <category term="${event.type}"/>
    <summary>${escaped(summary(event))}</summary>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>tag:orbweaver,2026:events</id>
  <title>Orbweaver: changes of the catalogue</title>
  <updated>${updated}</updated>
  <author><name>Orbweaver</name></author>
  <rights>ODbL-1.0; the terms of each source are at /api/v1/sources</rights>
  <link rel="self" type="application/atom+xml" href="${link('/api/v1/events.atom')}"/>
  <link rel="alternate" type="application/json" href="${link('/api/v1/events')}"/>
${entries.join('\n')}
</feed>
`;
}

function summary(event: Event): string {
  const { details } = event;
  if (event.type === 'orbit_change') {
    const { before, after, delta } = details as Record<
      'before' | 'after' | 'delta',
      { semi_major_axis_km: number; inclination_deg: number }
    >;
    return `Semi-major axis ${before.semi_major_axis_km} to ${after.semi_major_axis_km} km, inclination ${before.inclination_deg}° to ${after.inclination_deg}°; ${delta.semi_major_axis_km} km and ${delta.inclination_deg}° off what the elements before predict. Sources: ${event.sources.join(', ')}.`;
  }
  const date = details.launch_date ?? details.decay_date;
  const known = date ? ` ${event.type === 'reentry' ? 'Decayed' : 'Launched'} ${String(date)}.` : '';
  return `${event.object_class}${event.cospar_id ? `, ${event.cospar_id}` : ''}.${known} Sources: ${event.sources.join(', ')}.`;
}
