import type { Decoded } from './cells.ts';
import type { ClaimWriter } from './source.ts';

/** True if a row's apogee is below its perigee; the apogee is then rejected. A negative apogee is valid: the orbit is a hyperbola. */
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
