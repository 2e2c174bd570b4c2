import { type Disposition, dispositionKeys } from '../codes/disposition.ts';
import type { OperationalStatus } from '../codes/satcat.ts';
import type { VagueDate } from '../codes/vague-date.ts';
import type { Book } from './source.ts';

/** What a status is compared by: whether the object works. */
function statusKeys(status: OperationalStatus): string[] {
  if (status === 'UNKNOWN') return [];
  return [status === 'DECAYED' ? 'decayed' : status === 'NONOPERATIONAL' ? 'dead' : 'working'];
}

/** Says whether the object works. `since` is the day from which it is so, where the source knows. */
export function sayStatus(book: Book, status: OperationalStatus, raw: string, since?: VagueDate | null): void {
  book.say('operational_status', status, raw, {
    keys: statusKeys(status),
    // That it has decayed does not confirm that it was dead before, nor contradict it.
    near: status === 'DECAYED' || status === 'NONOPERATIONAL' ? ['ended'] : [],
    silent: status === 'UNKNOWN',
    weight: status === 'DECAYED' ? -1 : 0,
    ...(since && { since: since.from }),
  });
}

/** Says what became of the object. Coming down by itself and by a burn agree: not every source can tell. */
export function sayDisposition(
  book: Book,
  disposition: Disposition,
  raw: string,
  since?: VagueDate | null,
  weight = 0,
  keys = dispositionKeys(disposition),
): void {
  book.say('disposition', disposition, raw, {
    keys,
    silent: disposition === 'UNKNOWN',
    weight,
    ...(since && { since: since.from }),
  });
}
