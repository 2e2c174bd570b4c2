import { describe, expect, test } from 'vitest';
import { freshnessAt, nextAsked, type Refreshing } from '../../src/schema/release/freshness.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';

const now = new Date('2026-08-25T10:00:00Z');
const unscheduled = { scheduled: false, record: null };
const scheduled = { scheduled: true, record: null };
const gcat = { slug: 'gcat', status: 'fresh', problem: null, fetched_at: '2026-08-25T07:31:00Z' } as const;
/** The record of a refresh that confirmed GCAT's files at a time, and planned the next. */
const recorded = (good_at: string, next = {}) => ({
  scheduled: false,
  record: refreshRecord.parse({ files: { 'gcat/satcat.tsv': { good_at } }, next }),
});

describe('the next refresh of a source', () => {
  test('is its next scheduled time, and null for an unknown source', () => {
    expect(nextAsked('gcat', scheduled, now)).toBe('2026-08-26T07:30:00Z');
    expect(nextAsked('celestrak', scheduled, now)).toBe('2026-08-25T12:00:00Z');
    expect(nextAsked('satnogs', scheduled, now)).toBe('2026-08-30T08:00:00Z');
    expect(nextAsked('nobody', scheduled, now)).toBeNull();
  });

  test('is null without a schedule', () => {
    expect(nextAsked('gcat', unscheduled, now)).toBeNull();
    expect(freshnessAt(gcat, unscheduled, now)).toEqual({ status: 'fresh', problem: null, next_refresh_at: null });
  });

  test('is the time that another process has planned, unless it is past', () => {
    expect(nextAsked('gcat', recorded('2026-08-25T07:31:00Z', { gcat: '2026-08-25T11:00:00Z' }), now)).toBe(
      '2026-08-25T11:00:00Z',
    );
    expect(nextAsked('gcat', recorded('2026-08-25T07:31:00Z', { gcat: '2026-08-25T09:00:00Z' }), now)).toBeNull();
  });
});

describe('the status of a source', () => {
  const at = (fetched_at: string | null, moment: string, refreshing: Refreshing = unscheduled) =>
    freshnessAt({ ...gcat, fetched_at }, refreshing, new Date(moment)).status;

  test('is fresh until a refresh is more than four hours late, with or without a schedule', () => {
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T07:30:00Z')).toBe('fresh');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:00Z')).toBe('fresh');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:01Z')).toBe('stale');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:01Z', scheduled)).toBe('stale');
    expect(freshnessAt(gcat, unscheduled, new Date('2026-08-27T00:00:00Z')).problem).toBe(
      'not confirmed since 2026-08-25T07:31:00Z; a refresh was due at 2026-08-26T07:30:00Z',
    );
  });

  test('is fresh if the publisher has confirmed an unchanged file', () => {
    expect(at('2026-07-01T07:31:00Z', '2026-08-25T10:00:00Z', recorded('2026-08-25T07:30:10Z'))).toBe('fresh');
    expect(at('2026-07-01T07:31:00Z', '2026-08-25T10:00:00Z')).toBe('stale');
  });

  test('of a weekly source stays fresh for a week', () => {
    const satnogs = { ...gcat, slug: 'satnogs', fetched_at: '2026-08-23T08:00:30Z' } as const;
    expect(freshnessAt(satnogs, unscheduled, new Date('2026-08-30T11:00:00Z')).status).toBe('fresh');
    expect(freshnessAt(satnogs, unscheduled, new Date('2026-08-30T13:00:00Z')).status).toBe('stale');
  });

  test('keeps the failure that the release reports', () => {
    const failed = { ...gcat, status: 'failed', problem: 'satcat.tsv: no answer', fetched_at: null } as const;
    expect(freshnessAt(failed, scheduled, now)).toMatchObject({ status: 'failed', problem: 'satcat.tsv: no answer' });
    const stale = { ...gcat, status: 'stale', problem: 'satcat.tsv: it lacks JCAT' } as const;
    expect(freshnessAt(stale, scheduled, now)).toMatchObject({ status: 'stale', problem: 'satcat.tsv: it lacks JCAT' });
  });
});
