import { setImmediate as others } from 'node:timers/promises';
import { placesAt } from '../../orbit/propagate.ts';
import { type ElementColumns, elementsAt } from '../../orbit/sgp4-record.ts';
import { publicData } from '../../release/release-document.ts';
import type { OrbitClass } from '../../schema/vocabulary.ts';

/** Objects that are computed before other requests are processed: about two milliseconds. */
const batch = 100;
/** The positions of the newest release: a replaced release is not requested again. */
let known: { readonly folder: string; readonly places: ReturnType<typeof computePlaces> } | undefined;

/** Computes the positions of a release's active objects at a time (ISO 8601): once, and without blocking other requests. */
export function activePlaces(folder: string, time: string) {
  if (known?.folder === folder) return known.places;
  const places = computePlaces(folder, Date.parse(time));
  known = { folder, places };
  places.catch(() => {
    known = undefined;
  });
  return places;
}

async function computePlaces(folder: string, time: number) {
  const data = await publicData<ElementColumns & { orbit_class: readonly OrbitClass[] }>(folder, 'elements');
  const places = [];
  for (const [row, orbit_class] of data.orbit_class.entries()) {
    if (row % batch === 0) await others();
    const place = placesAt(elementsAt(data, row), [time])[0];
    if (place) places.push({ orbit_class, ...place });
  }
  return places;
}
