import { setImmediate as others } from 'node:timers/promises';
import { placesAt } from '../../orbit/propagate.ts';
import { type ElementColumns, elementsAt } from '../../orbit/sgp4-record.ts';
import { publicData } from '../../release/release-document.ts';
import type { OrbitClass } from '../../schema/vocabulary.ts';

/** The columns of `/api/v1/elements` that are used here. */
interface ActiveElements extends ElementColumns {
  readonly norad_cat_id: readonly number[];
  readonly orbit_class: readonly OrbitClass[];
}

/** Objects that are computed before other requests are processed: about two milliseconds. */
const batch = 100;
/** The positions of the newest release: a replaced release is not requested again. */
let known: { readonly folder: string; readonly places: ReturnType<typeof computePlaces> } | undefined;

/**
 * Computes the positions of a release's active objects at a time (ISO 8601): once, and without blocking other requests. `ends` of the
 * windows of predicted reentries, by catalog number.
 */
export function activePlaces(folder: string, time: string, ends: () => Promise<ReadonlyMap<number, number>>) {
  if (known?.folder === folder) return known.places;
  const places = computePlaces(folder, Date.parse(time), ends);
  known = { folder, places };
  places.catch(() => {
    known = undefined;
  });
  return places;
}

async function computePlaces(folder: string, time: number, ends: Parameters<typeof activePlaces>[2]) {
  const [data, windows] = await Promise.all([publicData<ActiveElements>(folder, 'elements'), ends()]);
  const places = [];
  for (const [row, orbit_class] of data.orbit_class.entries()) {
    if (row % batch === 0) await others();
    const until = windows.get(data.norad_cat_id[row]!);
    const place = placesAt(elementsAt(data, row), [time], { until })[0];
    if (place) places.push({ orbit_class, ...place });
  }
  return places;
}
