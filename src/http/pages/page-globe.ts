import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { placesAt } from '../../orbit/propagate.ts';
import { type ElementColumns, elementsAt } from '../../orbit/sgp4-record.ts';
import type { OrbitClass } from '../../schema/vocabulary.ts';

/** Where the active objects were when a release was made. */
export interface ActivePlaces {
  /** Milliseconds, UTC. */
  readonly time: number;
  readonly places: readonly {
    readonly orbit_class: OrbitClass;
    readonly latitude_deg: number;
    readonly longitude_deg: number;
    readonly altitude_km: number;
  }[];
}

/** Objects that are computed before others have their turn: two milliseconds of them. */
const batch = 100;
const known = new Map<string, Promise<ActivePlaces>>();

/** Computes where the active objects of a release were at a time (ISO 8601): once, and without holding up other requests. */
export function activePlaces(folder: string, time: string): Promise<ActivePlaces> {
  const before = known.get(folder);
  if (before) return before;
  // A release that is no longer served is not requested again.
  known.clear();
  const places = computePlaces(folder, Date.parse(time));
  known.set(folder, places);
  places.catch(() => known.delete(folder));
  return places;
}

async function computePlaces(folder: string, time: number): Promise<ActivePlaces> {
  const text = await readFile(join(folder, 'public/api/v1/elements.json'), 'utf8');
  const { data } = JSON.parse(text) as { data: ElementColumns & { orbit_class: readonly OrbitClass[] } };
  const places: ActivePlaces['places'][number][] = [];
  for (const [row, orbit_class] of data.orbit_class.entries()) {
    if (row % batch === 0) await others();
    const place = placesAt(elementsAt(data, row), [time])[0];
    if (place) places.push({ orbit_class, ...place });
  }
  return { time, places };
}
