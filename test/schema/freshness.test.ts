import { describe, expect, test } from 'vitest';
import { freshnessAt, nextAsked, type Refreshing } from '../../src/schema/release/freshness.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';

const now = new Date('2026-08-25T10:00:00Z');
const unscheduled = { scheduled: false, record: null };
const scheduled = { scheduled: true, record: null };
const gcat = { slug: 'gcat', status: 'fresh', problem: null, fetched_at: '2026-08-25T07:31:00Z' } as const;
/** What a refresh remembers that confirmed GCAT's files at a time, and plans the next. */
const recorded = (good_at: string, next = {}) => ({
  scheduled: false,
  record: refreshRecord.parse({ files: { 'gcat/satcat.tsv': { good_at } }, next }),
});

describe('when a source is asked next', () => {
  test('by the schedule of this server, at its own next time', () => {
    expect(nextAsked('gcat', scheduled, now)).toBe('2026-08-26T07:30:00Z');
    expect(nextAsked('celestrak', scheduled, now)).toBe('2026-08-25T12:00:00Z');
    expect(nextAsked('satnogs', scheduled, now)).toBe('2026-08-30T08:00:00Z');
    expect(nextAsked('nobody', scheduled, now)).toBeNull();
  });

  test('never, where nobody refreshes', () => {
    expect(nextAsked('gcat', unscheduled, now)).toBeNull();
    expect(freshnessAt(gcat, unscheduled, now)).toEqual({ status: 'fresh', problem: null, next_refresh_at: null });
  });

  test('when another process has planned it, and not when that is past', () => {
    expect(nextAsked('gcat', recorded('2026-08-25T07:31:00Z', { gcat: '2026-08-25T11:00:00Z' }), now)).toBe(
      '2026-08-25T11:00:00Z',
    );
    expect(nextAsked('gcat', recorded('2026-08-25T07:31:00Z', { gcat: '2026-08-25T09:00:00Z' }), now)).toBeNull();
  });
});

describe('how fresh a source is', () => {
  const at = (fetched_at: string | null, moment: string, refreshing: Refreshing = unscheduled) =>
    freshnessAt({ ...gcat, fetched_at }, refreshing, new Date(moment)).status;

  test('fresh until a refresh that was due is hours late, whoever should have asked', () => {
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T07:30:00Z')).toBe('fresh');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:00Z')).toBe('fresh');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:01Z')).toBe('stale');
    expect(at('2026-08-25T07:31:00Z', '2026-08-26T11:30:01Z', scheduled)).toBe('stale');
    expect(freshnessAt(gcat, unscheduled, new Date('2026-08-27T00:00:00Z')).problem).toBe(
      'not confirmed since 2026-08-25T07:31:00Z; a refresh was due at 2026-08-26T07:30:00Z',
    );
  });

  test('a publisher that had nothing new has confirmed what is here', () => {
    expect(at('2026-07-01T07:31:00Z', '2026-08-25T10:00:00Z', recorded('2026-08-25T07:30:10Z'))).toBe('fresh');
    expect(at('2026-07-01T07:31:00Z', '2026-08-25T10:00:00Z')).toBe('stale');
  });

  test('a weekly source is fresh for its week', () => {
    const satnogs = { ...gcat, slug: 'satnogs', fetched_at: '2026-08-23T08:00:30Z' } as const;
    expect(freshnessAt(satnogs, unscheduled, new Date('2026-08-30T11:00:00Z')).status).toBe('fresh');
    expect(freshnessAt(satnogs, unscheduled, new Date('2026-08-30T13:00:00Z')).status).toBe('stale');
  });

  test('what the release says of a failure stands', () => {
    const failed = { ...gcat, status: 'failed', problem: 'satcat.tsv: no answer', fetched_at: null } as const;
    expect(freshnessAt(failed, scheduled, now)).toMatchObject({ status: 'failed', problem: 'satcat.tsv: no answer' });
    const stale = { ...gcat, status: 'stale', problem: 'satcat.tsv: it lacks JCAT' } as const;
    expect(freshnessAt(stale, scheduled, now)).toMatchObject({ status: 'stale', problem: 'satcat.tsv: it lacks JCAT' });
  });
});
