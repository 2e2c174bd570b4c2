import { describe, expect, test } from 'vitest';
import { conflictsIn } from '../../src/features/history/http/conflict-changes.ts';
import { changesOf } from '../../src/features/webhooks/http/queue-changes.ts';
import { messagesOf } from '../../src/features/webhooks/http/webhook-events.ts';
import type { WebhookRecord } from '../../src/features/webhooks/webhook-store.ts';
import type { ChangeSet, ChangeStep } from '../../src/schema/changes/change-set.ts';
import { type ConflictChange, conflictEntry } from '../../src/schema/changes/conflict-words.ts';

const release = '20260822T140000Z-11df0c60';
const step = { to: release, at: '2026-08-22T14:00:00.000Z' } as ChangeStep;
const value = (norad_cat_id: number, before: string | null, after: string | null, more: object = {}) => ({
  norad_cat_id,
  field: 'launch_date',
  before: '1998-11-20',
  after: '1998-11-20',
  confidence_before: before,
  confidence_after: after,
  sources_before: ['celestrak'],
  sources: ['celestrak', 'satnogs'],
  ...more,
});
const data = {
  added: [
    {
      norad_cat_id: 70001,
      cospar_id: null,
      name: 'NEW',
      values: [
        { field: 'name', value: 'NEW', confidence: 'CONFLICTING', sources: ['celestrak', 'satnogs'] },
        { field: 'country', value: 'US', confidence: 'HIGH', sources: ['celestrak'] },
      ],
    },
  ],
  removed: [],
  changed: [
    value(25544, 'HIGH', 'CONFLICTING'),
    value(20580, 'CONFLICTING', 'CONFIRMED', { sources: ['celestrak', 'gcat'] }),
    // Another value of a conflict that goes on, and one that was never disputed: neither begins or ends one.
    value(5, 'CONFLICTING', 'CONFLICTING', { after: '1998-11-21' }),
    value(6, 'HIGH', 'CONFIRMED'),
    value(7, null, 'CONFLICTING'),
    value(8, 'CONFLICTING', null, { after: null, sources: [] }),
  ],
  claims: { added: [], withdrawn: [] },
} as unknown as ChangeSet['data'];

describe('a conflict that began or ended', () => {
  test('is a message with its object, field, sources, and whether it began', () => {
    const changes = changesOf(step, data).filter(({ type }) => type === 'conflict_changed');
    const [message, ...others] = messagesOf(
      { webhook_id: 'wh_1' } as WebhookRecord,
      release,
      { events: changes, omitted: 0 },
      Date.parse('2026-08-22T14:01:00Z'),
    );
    expect(others).toEqual([]);
    expect(message).toMatchObject({ type: 'catalog.events', release_id: release, events: 5 });
    const conflict = (norad_cat_id: number, field: string, began: boolean, sources: readonly string[]) => ({
      id: `conflict_changed-${norad_cat_id}-${field}-${release}`,
      type: 'conflict_changed',
      detected_at: '2026-08-22T14:00:00Z',
      norad_cat_id,
      field,
      began,
      sources,
    });
    expect(JSON.parse(message!.body)).toEqual({
      type: 'catalog.events',
      timestamp: '2026-08-22T14:01:00.000Z',
      data: {
        webhook_id: 'wh_1',
        release,
        omitted: 0,
        events: [
          conflict(25544, 'launch_date', true, ['celestrak', 'satnogs']),
          conflict(20580, 'launch_date', false, ['celestrak', 'gcat']),
          conflict(7, 'launch_date', true, ['celestrak', 'satnogs']),
          conflict(8, 'launch_date', false, []),
          conflict(70001, 'name', true, ['celestrak', 'satnogs']),
        ],
      },
    });
  });

  test('is an entry of the feed with the same object, field, and sources', () => {
    const entries = conflictsIn(data).map((one) =>
      conflictEntry({ ...one, name: 'ISS (ZARYA)', release, at: '2026-08-22T14:00:00Z' } satisfies ConflictChange),
    );
    expect(entries).toHaveLength(5);
    expect(entries[0]).toEqual({
      id: `conflict/25544/launch_date/${release}`,
      title: 'ISS (ZARYA) (25544): sources disagree on launch date',
      updated: '2026-08-22T14:00:00Z',
      published: '2026-08-22T14:00:00Z',
      path: '/satellites/25544#launch_date',
      category: 'conflict_began',
      summary: `Found by comparing release ${release} with the one before. Sources with data for the field: celestrak, satnogs.`,
    });
    expect(entries[1]).toMatchObject({
      title: 'ISS (ZARYA) (20580): sources no longer disagree on launch date',
      category: 'conflict_ended',
    });
    expect(entries[3]!.summary).toMatch(/Sources with data for the field: none\.$/);
  });
});
