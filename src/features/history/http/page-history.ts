import { coveredDays, gapsOf, type Stretch } from '../../../orbit/coverage.ts';
import { findManeuvers, type Maneuver } from '../../../orbit/maneuvers/find-maneuvers.ts';
import { epochOf } from '../../../orbit/propagate.ts';
import { shapeOf } from '../../../orbit/shape.ts';
import type { ArchiveReader, CatalogSize } from '../../../release/archive.ts';
import type { ArchivedSet } from '../../../release/archived-sets.ts';
import type { ValueChange } from '../../../release/archived-values.ts';
import { quotedCell } from '../../../schema/escaped-text.ts';
import type { Manifest } from '../../../schema/release/manifest.ts';
import { sampleOf, samplesOf } from './maneuvers.ts';

/** The selectable ranges, days; null is the whole history. */
const historyRanges = { '30d': 30, '90d': 90, '1y': 365, all: null } as const;
export type HistoryRange = keyof typeof historyRanges;

/** The orbit of an object by one element set. */
export interface OrbitPoint {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly perigee_km: number;
  readonly apogee_km: number;
  readonly inclination_deg: number;
  readonly period_min: number;
  /** Drag term, inverse Earth radii. */
  readonly bstar: number;
}

/** The history of an object, as it is drawn. */
export interface ObjectHistory {
  readonly range: HistoryRange;
  /** The drawn time: all of the range, even without element sets at its ends. */
  readonly shown: Stretch;
  /** Parts of the range without element sets: the orbit there is unknown. */
  readonly gaps: readonly Stretch[];
  /** Days of the range outside of the gaps. */
  readonly covered_days: number;
  /** Oldest first; if there are many sets, some of them, evenly distributed over time. */
  readonly points: readonly OrbitPoint[];
  /** How many sets there are in the range, and the files that they came in. */
  readonly total: number;
  readonly sources: readonly string[];
  /** Newest first; null if there are too few sets to find any, or the orbit is too high. */
  readonly maneuvers: readonly Maneuver[] | null;
  /** Changes of values in the range, newest first. */
  readonly changes: readonly ValueChange[];
}

const DAY_MS = 86_400_000;
/** Maximum number of sets that one query reads, and that are drawn: some six years. */
const MOST_SETS = 4000;
/** How many points are drawn at most: more cannot be distinguished. */
const MOST_POINTS = 180;

/** Reads the history of an object up to now; all of it if the range has fewer than two sets. */
export async function objectHistory(
  archive: Pick<ArchiveReader, 'elements' | 'changes'>,
  id: number,
  range: HistoryRange,
  now: number,
): Promise<ObjectHistory> {
  const days = historyRanges[range];
  const from = days === null ? undefined : now - days * DAY_MS;
  const [{ sets, total }, changes] = await Promise.all([
    archive.elements(id, { ...(from !== undefined && { from }), limit: MOST_SETS, offset: 0 }),
    archive.changes(id, undefined),
  ]);
  if (sets.length < 2 && range !== 'all') return objectHistory(archive, id, 'all', now);
  const times = sets.map((set) => epochOf(set).getTime());
  const shown = { from: from ?? times.at(-1) ?? now, to: Math.max(now, times[0] ?? now) };
  const gaps = gapsOf(times, shown);
  return {
    range,
    shown,
    gaps,
    covered_days: coveredDays(gaps, shown),
    points: thinned(sets.map(pointOf).reverse(), MOST_POINTS),
    total,
    sources: [...new Set(sets.flatMap(({ source }) => source ?? []))],
    maneuvers: findManeuvers(samplesOf(sets))?.reverse() ?? null,
    changes: changes.filter(
      ({ at, field }) => (from === undefined || Date.parse(at) >= from) && field !== 'updated_at',
    ),
  };
}

/**
 * The orbits of an object by all its element sets as CSV, oldest first: a line each, with the source of the file that the set
 * came in, as `sourceOf` names it, and a note about its numbers.
 */
export async function historyCsv(
  archive: Pick<ArchiveReader, 'elements'>,
  id: number,
  { sourceOf, note }: { readonly sourceOf: (file: string | null) => string; readonly note: string },
): Promise<string> {
  const sets: ArchivedSet[] = [];
  for (let total = 1; sets.length < total; ) {
    const read = await archive.elements(id, { limit: MOST_SETS, offset: sets.length });
    if (read.sets.length === 0) break;
    sets.push(...read.sets);
    total = read.total;
  }
  const lines = sets.map((set) => {
    const { perigee_km, apogee_km, inclination_deg, period_min } = pointOf(set);
    const shape = [perigee_km.toFixed(3), apogee_km.toFixed(3), inclination_deg, period_min.toFixed(6)];
    return [`${set.epoch}Z`, ...shape, set.bstar, quotedCell(sourceOf(set.source)), quotedCell(note)].join(',');
  });
  return `${['epoch,perigee_km,apogee_km,inclination_deg,period_min,bstar,source,note', ...lines.reverse()].join('\r\n')}\r\n`;
}

function pointOf(set: ArchivedSet): OrbitPoint {
  const { epoch, inclination } = sampleOf(set);
  const { perigee_km, apogee_km, period_min } = shapeOf(Number(set.mean_motion), Number(set.eccentricity));
  return { time: epoch, perigee_km, apogee_km, inclination_deg: inclination, period_min, bstar: Number(set.bstar) };
}

/** How many objects the catalog had over time, up to the served release, which may not be in the archive yet. */
export async function catalogSizes(
  archive: Pick<ArchiveReader, 'catalogSizes'>,
  { generated_at, counts }: Pick<Manifest, 'generated_at' | 'counts'>,
): Promise<CatalogSize[]> {
  const day = generated_at.slice(0, 10);
  const before = (await archive.catalogSizes()).filter(({ at }) => at.slice(0, 10) < day);
  const { satellites, on_orbit, active } = counts;
  return [...before, { at: generated_at, objects: satellites, on_orbit, active }];
}

/** At most `most` points, the last of each equal part of the time. */
export function thinned(points: readonly OrbitPoint[], most: number): OrbitPoint[] {
  if (points.length <= most) return [...points];
  const [first, last] = [points[0]!.time, points.at(-1)!.time];
  const kept = new Map<number, OrbitPoint>();
  for (const point of points)
    kept.set(Math.min(most - 1, Math.floor(((point.time - first) / (last - first)) * most)), point);
  return [...kept.values()];
}
