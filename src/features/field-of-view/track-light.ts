import { apparentMagnitude } from '../../orbit/observation/magnitude.ts';
import type { Track } from './find-tracks.ts';

/** Whether an object is sunlit at any time of its track, and its magnitude then; null if its standard magnitude is unknown, or it is in eclipse. */
export function lightOf({ sights, eclipse, phase }: Track, standard: number | null) {
  const [entry, exit] = [sights[0]!, sights.at(-1)!];
  const dark = eclipse.reduce((sum, { from, to }) => sum + to - from, 0);
  const sunlit = entry.sunlit || exit.sunlit || dark < exit.at - entry.at;
  const range = (entry.range_km + exit.range_km) / 2;
  return { sunlit, magnitude: standard === null || !sunlit ? null : apparentMagnitude(standard, range, phase) };
}
