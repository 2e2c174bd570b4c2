import { expect, test } from 'vitest';
import { Approaches } from '../../src/features/conjunctions/approaches.ts';
import type { FoundApproach } from '../../src/features/conjunctions/screen.ts';

const approach = (seconds: number, over: Partial<FoundApproach> = {}): FoundApproach => ({
  first: 1,
  second: 2,
  seconds,
  range_km: 1.25,
  relative_speed_km_s: 10.5,
  radial_km: 0.1,
  in_track_km: -0.2,
  cross_track_km: 0.3,
  kind: 'encounter',
  ...over,
});

test('approaches are read as they were found, in order of time and then of objects', () => {
  const parts = [
    [approach(10), approach(21.5, { second: 3 }), approach(20, { first: 4 })],
    [approach(20, { first: 0 }), approach(19.5), approach(20, { first: 4, second: 1 })],
  ];
  const list = new Approaches(parts);
  expect([...list]).toEqual([parts[0]![0], parts[1]![1], parts[1]![0], parts[1]![2], parts[0]![2], parts[0]![1]]);
  expect([list.length, list.at(0), list.at(6)]).toEqual([6, parts[0]![0], undefined]);
  expect([...list.filter(({ first }) => first === 4)]).toEqual([parts[1]![2], parts[0]![2]]);
});

test('a pair that flies together has its closest approach of all parts', () => {
  const near = approach(30, { kind: 'docked', range_km: 0.01 });
  const other = approach(40, { kind: 'formation', second: 3 });
  const list = new Approaches([
    [approach(10, { kind: 'docked', range_km: 0.02 }), approach(15)],
    [near, other],
    [approach(50, { kind: 'docked', range_km: 0.015 })],
  ]);
  expect([...list]).toEqual([approach(15), near, other]);
});

test('a list of several blocks is complete', () => {
  const count = 20_000;
  const list = new Approaches([Array.from({ length: count }, (_, at) => approach(count - at, { range_km: at }))]);
  expect(list.length).toBe(count);
  expect([0, 8191, 8192, count - 1].map((at) => list.at(at)!.range_km)).toEqual([
    count - 1,
    count - 8192,
    count - 8193,
    0,
  ]);
});
