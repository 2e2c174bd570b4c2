import type { Decoded } from './cells.ts';
import type { ClaimWriter } from './source.ts';

/** Whether a row's apogee is below its perigee; records the problem. The apogee of a hyperbola is negative. */
export function isInverted(
  apogee: Decoded<number> | null | undefined,
  perigee: Decoded<number> | null | undefined,
  column: string,
  writer: ClaimWriter,
): boolean {
  if (!apogee || !perigee || apogee.value <= 0 || apogee.value >= perigee.value) return false;
  writer.reject('apogee_below_perigee', column, apogee.raw, 'value');
  return true;
}
