import { Refusal } from '../../errors.ts';
import type { OpenedRelease } from '../../served.ts';
import type { ApiResponse } from '../api-caller.ts';
import { type ObjectRecord, recordOf } from '../evidence.ts';

/** A page of a list that was requested with `fields=norad_cat_id,name`. */
interface IdList {
  readonly data: readonly { readonly norad_cat_id: number }[];
  readonly meta: {
    readonly total: number;
    readonly offset: number;
    readonly next: string | null;
    readonly match?: string | null;
    readonly corrected?: string;
    readonly unknown_ids?: readonly number[];
  };
}

/** The fields that a list is requested with: the rest is read from the records. */
export const idFields = 'norad_cat_id,name';

/** The records of a listed page, and what the list says of itself. */
export function recordsOf(response: ApiResponse, release: OpenedRelease) {
  const { data, meta } = response.body as IdList;
  const records = data.map(({ norad_cat_id }): ObjectRecord => {
    const record = recordOf(release, norad_cat_id);
    if (!record) throw new Refusal('database_error');
    return record;
  });
  const next = meta.offset + data.length < meta.total ? meta.offset + data.length : null;
  return {
    records,
    /** `next_offset` is the argument `offset` of the next page; null on the last. */
    page: {
      total: meta.total,
      returned: data.length,
      next_offset: next,
      ...(meta.match !== undefined && { match: meta.match }),
      ...(meta.corrected !== undefined && { corrected: meta.corrected }),
      ...(meta.unknown_ids !== undefined && meta.unknown_ids.length > 0 && { unknown_ids: meta.unknown_ids }),
    },
  };
}

/** The argument `limit` of a list with evidence: shorter than the API's, because each value carries its sources. */
export const limitOf = (most: number, preset: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: preset,
  description: `How many to return, ${most} at most`,
});
