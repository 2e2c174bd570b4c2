import { isDeepStrictEqual } from 'node:util';
import type { ChangeCounts, ChangedValue, ChangeSet } from '../../../schema/changes/change-set.ts';

type Data = ChangeSet['data'];
type Added = Data['added'][number];
type Claim = Data['claims']['added'][number];

/** Several change sets as one. */
export interface MergedChanges {
  readonly data: Data;
  readonly counts: Pick<ChangeCounts, 'added' | 'removed' | 'changed' | 'claims_added' | 'claims_withdrawn'>;
  /** False if one of them listed only a part of its claims. */
  readonly claims_complete: boolean;
}

/**
 * The net effect of change sets, given oldest first: changes that were undone are left out. An object that was removed and
 * added again is in both lists: removals are applied first.
 */
export function mergeChanges(sets: readonly ChangeSet[]): MergedChanges {
  const removed = new Map<number, Data['removed'][number]>();
  const added = new Map<number, Added & { readonly fields: Map<string, Added['values'][number]> }>();
  const changed = new Map<string, ChangedValue>();
  const claims = new ClaimBalance();
  for (const { data } of sets) {
    for (const object of data.removed) {
      if (!added.delete(object.norad_cat_id)) removed.set(object.norad_cat_id, object);
      for (const [key, { norad_cat_id }] of changed) if (norad_cat_id === object.norad_cat_id) changed.delete(key);
    }
    for (const object of data.added)
      added.set(object.norad_cat_id, { ...object, fields: new Map(object.values.map((one) => [one.field, one])) });
    for (const change of data.changed) {
      const { norad_cat_id, field, after, confidence_after, sources } = change;
      const isNew = added.get(norad_cat_id);
      if (isNew) {
        if (after === null && confidence_after === null) isNew.fields.delete(field);
        else isNew.fields.set(field, { field, value: after, confidence: confidence_after, sources });
        continue;
      }
      const key = `${norad_cat_id} ${field}`;
      const first = changed.get(key);
      changed.set(key, first ? { ...first, after, confidence_after, sources } : change);
    }
    for (const claim of data.claims.added) claims.count(claim, 1);
    for (const claim of data.claims.withdrawn) claims.count(claim, -1);
  }
  const byNumber = (a: { norad_cat_id: number }, b: { norad_cat_id: number }) => a.norad_cat_id - b.norad_cat_id;
  const data: Data = {
    added: [...added.values()].sort(byNumber).map(({ fields, values: _values, ...object }) => {
      const text = (field: string) => fields.get(field)?.value as string | null | undefined;
      const values = [...fields.values()].sort((a, b) => (a.field < b.field ? -1 : 1));
      return { ...object, cospar_id: text('cospar_id') ?? null, name: text('name') ?? object.name, values };
    }),
    removed: [...removed.values()].sort(byNumber),
    changed: [...changed.values()]
      .filter((one) => !isUndone(one))
      .sort((a, b) => byNumber(a, b) || (a.field < b.field ? -1 : 1)),
    claims: { added: claims.of(1), withdrawn: claims.of(-1) },
  };
  return {
    data,
    counts: {
      added: data.added.length,
      removed: data.removed.length,
      changed: data.changed.length,
      claims_added: data.claims.added.length,
      claims_withdrawn: data.claims.withdrawn.length,
    },
    claims_complete: sets.every(({ meta }) => meta.claims_complete),
  };
}

const isUndone = (change: ChangedValue): boolean =>
  change.confidence_before === change.confidence_after &&
  isDeepStrictEqual(change.before, change.after) &&
  isDeepStrictEqual(change.sources_before, change.sources);

/** Counts claims made and withdrawn; a claim that was both made and withdrawn cancels out. */
class ClaimBalance {
  readonly #claims = new Map<string, { readonly claim: Claim; balance: number }>();

  count(claim: Claim, by: 1 | -1): void {
    const key = JSON.stringify(claim);
    const known = this.#claims.get(key);
    if (known) known.balance += by;
    else this.#claims.set(key, { claim, balance: by });
  }

  of(sign: 1 | -1): Claim[] {
    return (
      [...this.#claims.values()]
        .filter(({ balance }) => Math.sign(balance) === sign)
        // Claims that differ only in fields that a change set omits look equal: each of them counts.
        .flatMap(({ claim, balance }) => Array<Claim>(Math.abs(balance)).fill(claim))
        .sort((a, b) => a.norad_cat_id - b.norad_cat_id || (a.field < b.field ? -1 : 1))
    );
  }
}
