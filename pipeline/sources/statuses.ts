import { type Disposition, dispositionKeys, type OperationalStatus } from '../codes/satcat.ts';
import type { VagueDate } from '../codes/vague-date.ts';
import type { ClaimOptions, ClaimWriter } from './source.ts';

/** The keys of a status: whether the object works. */
function statusKeys(status: OperationalStatus): string[] {
  if (status === 'UNKNOWN') return [];
  return [status === 'DECAYED' ? 'decayed' : status === 'NONOPERATIONAL' ? 'dead' : 'working'];
}

/** Adds a claim of whether the object works. `since` is the day from which the status holds, if the source has it. */
export function addStatus(
  writer: ClaimWriter,
  status: OperationalStatus,
  raw: string,
  since?: VagueDate | null,
  options: Pick<ClaimOptions, 'uncertain' | 'isUnknown' | 'said'> = {},
): void {
  writer.addClaim('operational_status', status, raw, {
    keys: statusKeys(status),
    // A decay neither confirms nor contradicts that the object was dead before.
    near: status === 'DECAYED' || status === 'NONOPERATIONAL' ? ['ended'] : [],
    isUnknown: status === 'UNKNOWN' || (options.isUnknown ?? false),
    weight: status === 'DECAYED' ? -1 : 0,
    lasting: status === 'DECAYED' || status === 'NONOPERATIONAL',
    // For a vague date, a dead satellite counts as dead from the end of the period, a decayed one as decayed from its start.
    ...(since && { since: status === 'DECAYED' ? since.from : since.end }),
    ...(options.said !== undefined && { said: options.said }),
    uncertain: options.uncertain ?? false,
  });
}

/** Adds a claim of the object's disposition. Natural decay and a deorbit burn agree: not every source distinguishes them. */
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
