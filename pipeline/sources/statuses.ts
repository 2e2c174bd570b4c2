import { type Disposition, dispositionKeys } from '../codes/disposition.ts';
import type { OperationalStatus } from '../codes/satcat.ts';
import type { VagueDate } from '../codes/vague-date.ts';
import type { ClaimOptions, ClaimWriter } from './source.ts';

/** What a status is compared by: whether the object works. */
function statusKeys(status: OperationalStatus): string[] {
  if (status === 'UNKNOWN') return [];
  return [status === 'DECAYED' ? 'decayed' : status === 'NONOPERATIONAL' ? 'dead' : 'working'];
}

/** Adds a claim whether the object works. `since` is the day from which the status holds, if the source has it. */
export function addStatus(
  writer: ClaimWriter,
  status: OperationalStatus,
  raw: string,
  since?: VagueDate | null,
  options: Pick<ClaimOptions, 'uncertain' | 'isUnknown'> = {},
): void {
  writer.addClaim('operational_status', status, raw, {
    keys: statusKeys(status),
    // That it has decayed does not confirm that it was dead before, nor contradict it.
    near: status === 'DECAYED' || status === 'NONOPERATIONAL' ? ['ended'] : [],
    isUnknown: status === 'UNKNOWN' || (options.isUnknown ?? false),
    weight: status === 'DECAYED' ? -1 : 0,
    lasting: status === 'DECAYED' || status === 'NONOPERATIONAL',
    // Of a vague date, a satellite that stopped working has done so by its end; one that came down is down from its begin.
    ...(since && { since: status === 'DECAYED' ? since.from : since.to }),
    uncertain: options.uncertain ?? false,
  });
}

/** Says what became of the object. Coming down by itself and by a burn agree: not every source distinguishes them. */
export function addDisposition(
  writer: ClaimWriter,
  disposition: Disposition,
  raw: string,
  since?: VagueDate | null,
  options: Pick<ClaimOptions, 'weight' | 'keys' | 'uncertain'> = {},
): void {
  writer.addClaim('disposition', disposition, raw, {
    keys: dispositionKeys(disposition),
    isUnknown: disposition === 'UNKNOWN',
    lasting: disposition !== 'IN_ORBIT' && disposition !== 'LOST',
    ...(since && { since: since.from }),
    ...options,
  });
}
