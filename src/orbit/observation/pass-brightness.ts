import { formatCount, plural } from '../../schema/plain-text.ts';
import type { Pass } from './passes.ts';

/** The faintest magnitude that the eye sees under a dark sky. */
const FAINTEST = 6;
type Seen = Pick<Pass, 'visible' | 'magnitude'>;
/** How the eye sees a pass. `unlit`: not in sunlight against a dark sky, so `visible` is empty. */
function brightnessOf({ visible, magnitude }: Seen): 'unlit' | 'unknown' | 'faint' | 'bright' {
  if (visible.length === 0) return 'unlit';
  if (magnitude === null) return 'unknown';
  return magnitude <= FAINTEST ? 'bright' : 'faint';
}
/** Whether a pass is marked as visible to the eye: it is lit in a dark sky, and known to be bright enough. */
export const isMarked = (pass: Seen): boolean => brightnessOf(pass) === 'bright';

/** How many passes there are of each brightness. */
export type BrightnessCounts = Readonly<Record<ReturnType<typeof brightnessOf>, number>>;
/** Counts passes by their brightness to the eye. */
export function countBrightness(passes: readonly Seen[]): BrightnessCounts {
  const counts = { unlit: 0, unknown: 0, faint: 0, bright: 0 };
  for (const pass of passes) counts[brightnessOf(pass)] += 1;
  return counts;
}

/**
 * `6 visible passes above 10° (sunlit against a dark sky): 1 of magnitude 6 or brighter, 2 fainter, 3 of unknown magnitude`. If only
 * passes up to a magnitude were counted (`brighterThan`), that is said instead.
 */
export function countWords(
  counts: BrightnessCounts,
  visibleOnly: boolean,
  minElevation: number,
  brighterThan: number | null = null,
): string {
  const { unlit, unknown, faint, bright } = counts;
  const visible = unknown + faint + bright;
  const passes = (number: number, kind: string) => plural(number, `${kind}pass`, `${kind}passes`);
  const said = visibleOnly
    ? `${passes(visible, 'visible ')} above ${minElevation}°`
    : `${passes(unlit + visible, '')} above ${minElevation}°, ${formatCount(visible)} of them visible`;
  const limit = `only those of magnitude ${brighterThan} or brighter are counted`;
  if (visible === 0) return brighterThan === null ? said : `${said}: ${limit}`;
  if (brighterThan !== null) return `${said} (sunlit against a dark sky): ${limit}`;
  const parts = [
    `${formatCount(bright)} of magnitude ${FAINTEST} or brighter`,
    faint > 0 && `${formatCount(faint)} fainter`,
    unknown > 0 && `${formatCount(unknown)} of unknown magnitude`,
  ];
  return `${said} (sunlit against a dark sky): ${parts.filter(Boolean).join(', ')}`;
}
