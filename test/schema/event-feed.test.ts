import { expect, test } from 'vitest';
import type { Event } from '../../src/schema/changes/event.ts';
import { atom, atomOf, coverageSentence, eventEntry, jsonFeed, withBase } from '../../src/schema/changes/event-feed.ts';
import { describeEvent, eventTitle } from '../../src/schema/changes/event-words.ts';

const event: Event = {
  id: 'reentry-25544',
  type: 'reentry',
  norad_cat_id: 25_544,
  cospar_id: '1998-067A',
  name: 'ISS (ZARYA)',
  object_class: 'PAYLOAD',
  occurred_at: '2026-08-21T00:00:00Z',
  detected_at: '2026-08-22T14:00:00Z',
  sources: ['celestrak'],
  details: { decay_date: '2026-08-21' },
};

test('every link of a feed is absolute if the service has a public URL', () => {
  const feed = atom([event], {
    updated: new Date('2026-08-22T14:00:00Z'),
    base: 'https://orbweaver.example',
    self: '/api/v1/events.atom',
    json: '/api/v1/events',
    page: '/events',
  });
  expect([...feed.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://orbweaver.example/api/v1/events.atom',
    'https://orbweaver.example/api/v1/events',
    'https://orbweaver.example/events',
    'https://orbweaver.example/satellites/25544',
  ]);
});

test('a feed that was written without a public URL gets one afterwards, and is as if it had been written with it', () => {
  const feed = (base: string) =>
    atom([{ ...event, name: 'A "B" href="/C"' }], {
      updated: new Date('2026-08-22T14:00:00Z'),
      ...{ base, self: '/api/v1/events.atom', json: '/api/v1/events' },
    });
  const base = 'https://orbweaver.example/$&?a=1&b=2';
  expect(withBase(feed(''), base)).toBe(feed(base));
  expect(withBase(feed(base), 'https://other.example')).toBe(feed(base));
});

test('the summary of an orbit change has the epochs between which it happened', () => {
  const orbit = { semi_major_axis_km: 42_164, inclination_deg: 0.02, eccentricity: 0 };
  const details = {
    ...{ epoch_before: '2026-07-01T10:00:00.123Z', epoch_after: '2026-07-31T12:00:00.000Z' },
    ...{ before: orbit, after: orbit, predicted: null, delta: { ...orbit, inclination_deg: -0.001 } },
  };
  expect(eventEntry({ ...event, type: 'orbit_change', details }).summary).toContain(
    'Between 2026-07-01T10:00:00Z and 2026-07-31T12:00:00Z.',
  );
});

test('a feed says of which time it is, and in which parts of it nothing was looked at', () => {
  const coverage = {
    from: '2026-07-23T14:00:00.000Z',
    to: '2026-08-22T14:00:00.000Z',
    gaps: [
      { from: '2026-07-23T14:00:00.000Z', to: '2026-08-01T06:00:00.000Z' },
      { from: '2026-08-10T06:00:00.000Z', to: '2026-08-15T06:00:00.000Z' },
    ],
  };
  const words =
    'Differences between releases, 2026-07-23 to 2026-08-22. No release was made between 2026-07-23T14:00Z and 2026-08-01T06:00Z, nor between 2026-08-10T06:00Z and 2026-08-15T06:00Z: what changed then is listed by the release after, and what came and went is not.';
  expect(coverageSentence(coverage)).toBe(words);
  expect(coverageSentence({ ...coverage, gaps: [] })).toBe('Differences between releases, 2026-07-23 to 2026-08-22.');
  const feed = { updated: new Date('2026-08-22T14:00:00Z'), base: '', coverage };
  expect(atomOf([], feed)).toContain(`<subtitle>${words}</subtitle>`);
  expect(JSON.parse(jsonFeed([], feed)).description).toContain(words);
  expect(atomOf([], { ...feed, coverage: undefined as never })).not.toContain('subtitle');
});

test('a reentry that a source contradicts is called disputed, in lists and as the title of a feed entry', () => {
  const disputed = { ...event, details: { ...event.details, disputed: true } };
  expect([describeEvent(disputed), eventTitle(disputed)]).toEqual([
    'Reentered 2026-08-21 (disputed)',
    'ISS (ZARYA) (25544): a disputed reentry',
  ]);
  expect([describeEvent(event), eventTitle(event)]).toEqual(['Reentered 2026-08-21', 'ISS (ZARYA) (25544) reentered']);
});

test('a date that no source gives to the day is told as exactly as it is known', () => {
  const details = { decay_date: '2026-08-01', precision: 'month' };
  expect(describeEvent({ ...event, details })).toBe('Reentered 2026-08');
  expect(describeEvent({ type: 'new_object', details: { launch_date: '2026-01-01', precision: 'year' } })).toBe(
    'Launched 2026',
  );
});

test('a feed has only characters that XML can write', () => {
  const feed = atom([{ ...event, name: 'A\uffff\ufffe\u0000\u001b\ud800 \u{1f6f0}' }], {
    updated: new Date('2026-08-22T14:00:00Z'),
    ...{ base: '', self: '/api/v1/events.atom' },
  });
  expect(feed).toMatch(/^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(feed).toContain('<title>A\ufffd\ufffd\ufffd\ufffd\ufffd \u{1f6f0} (25544)');
});
