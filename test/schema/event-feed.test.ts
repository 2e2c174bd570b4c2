import { expect, test } from 'vitest';
import type { Event } from '../../src/schema/changes/event.ts';
import { atom } from '../../src/schema/changes/event-feed.ts';

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
