import type { ElementFileForm } from '../formats/elements/read-elements.ts';
import type { RejectedSet } from './read-sets.ts';

/** The counts of a file. Each of its lines (CSV, KVN, TLE), items (JSON) or messages (XML) is in exactly one of `parts`. */
export interface SetCounts {
  sets: number;
  /** Rejected rows by reason, with the keyword if the reason concerns one. */
  readonly rejected: Record<string, number>;
  readonly parts: { sets: number; rejected: number; blank: number; comment: number; header: number };
}

export const newCounts = (): SetCounts => ({
  sets: 0,
  rejected: {},
  parts: { sets: 0, rejected: 0, blank: 0, comment: 0, header: 0 },
});

export function countReject({ rejected, parts }: SetCounts, { reason, keyword, lines }: RejectedSet): void {
  const why = keyword === null ? reason : `${reason} ${keyword}`;
  rejected[why] = (rejected[why] ?? 0) + 1;
  parts.rejected += lines;
}

/** The unit in which the parts of a file are counted. */
export const partsOf = ({ form }: ElementFileForm): 'lines' | 'items' | 'messages' =>
  form === 'JSON' ? 'items' : form === 'XML' ? 'messages' : 'lines';
