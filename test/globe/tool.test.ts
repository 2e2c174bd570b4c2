import { expect, test } from 'vitest';
import { GlobeClock } from '../../src/globe/clock.ts';
import { firstView } from '../../src/globe/drawing/camera.ts';
import { ageText, positionError } from '../../src/globe/position-age.ts';
import { objectsOf } from '../../src/globe/tool/find-objects.ts';
import { readState, writeState } from '../../src/globe/tool/view-state.ts';

test('writes the view to the URL, reads it back, and keeps other parameters', () => {
  const state = {
    id: 25544,
    camera: { longitude: -12.3, latitude: 45, distance: 2.5 },
    time: Date.parse('2026-08-22T14:00:00Z'),
    color: 'age',
  };
  const query = writeState('?operator=nasa', state);
  expect(query).toBe('?operator=nasa&id=25544&view=-12.3,45.0,2.50&at=2026-08-22T14:00:00Z&color=age');
  expect(readState(query)).toEqual(state);
  expect(writeState(query, { id: null, camera: firstView, time: null, color: null })).toBe('?operator=nasa');
  expect(writeState('', { id: null, camera: firstView, time: null, color: null })).toBe('');
});

test('replaces an invalid view in the URL by the first one, and clamps values out of range', () => {
  const first = { id: null, camera: firstView, time: null, color: null };
  expect(readState('?id=x&view=a,b&at=never')).toEqual(first);
  expect(readState('?view=1e9,2,3').camera).toEqual(firstView);
  expect(readState('?view=500,-95,0.2').camera).toEqual({ longitude: 180, latitude: -88, distance: 1.35 });
});

test('finds what the site’s search finds: objects in its order, with the rows of those that are drawn', () => {
  const catalog = { ids: Int32Array.of(1, 20580, 64562) };
  const suggestion = (href: string) => ({ href, label: 'HST', detail: '' });
  const found = objectsOf(['/satellites/20580', '/operators/nasa', '/satellites/50463'].map(suggestion), catalog);
  expect(found.map(({ href, row }) => [href, row])).toEqual([
    ['/satellites/20580', 1],
    ['/satellites/50463', null],
  ]);
});

test('toNow returns to the current time at normal speed', () => {
  let now = 1_000_000;
  const clock = new GlobeClock(() => now, true);
  clock.speed = 600;
  now += 5000;
  expect(clock.offset).toBeGreaterThan(1_000_000);
  clock.toNow();
  now += 5000;
  expect([clock.offset, clock.speed, clock.running]).toEqual([0, 1, true]);
});

test('reports a position in low orbit as lost after two weeks, but not one in high orbit', () => {
  const curve = [{ days: 1, km: 8, s: 1.05, p95_km: 30, basis: 'regime', comparisons: 400 } as const];
  expect(positionError(0.2, 'LEO', curve)).toEqual({ words: 'off by ± 8 km, about 1.1 s', lost: false });
  expect(positionError(13.9, 'LEO', curve)).toEqual({ words: 'error not measured', lost: false });
  expect(positionError(14.1, 'LEO', curve).lost).toBe(true);
  expect(positionError(14.1, 'GEO', []).lost).toBe(false);
  expect(positionError(-20, 'LEO', []).lost).toBe(true);
  expect([ageText(0.25), ageText(12.34), ageText(-3)]).toEqual(['6.0 hours old', '12.3 days old', '3.0 days ahead']);
});
