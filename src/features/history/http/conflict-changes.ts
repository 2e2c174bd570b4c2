import type { OpenedRelease } from '../../../http/opened-release.ts';
import { summariesOf } from '../../../query/catalog.ts';
import type { ChangeSet } from '../../../schema/changes/change-set.ts';
import type { ConflictChange } from '../../../schema/changes/conflict-words.ts';
import { changeSetsSince } from './changes.ts';

/** The conflicts that began or ended with releases after a time, and the steps that were not read. */
interface ConflictChanges {
  /** Newest release first, by object and field. */
  readonly changes: readonly ConflictChange[];
  /** Number of releases whose change sets are too large to be read. */
  readonly unread: number;
}

/** The conflicts that began or ended with a release, by its change set; those of new objects began. */
export function conflictsIn({
  changed,
  added,
}: Pick<ChangeSet['data'], 'changed' | 'added'>): Pick<
  ConflictChange,
  'norad_cat_id' | 'field' | 'began' | 'sources'
>[] {
  const isOne = (confidence: string | null) => confidence === 'CONFLICTING';
  return [
    ...changed
      .filter(({ confidence_before, confidence_after }) => isOne(confidence_before) !== isOne(confidence_after))
      .map(({ norad_cat_id, field, confidence_after, sources }) => ({
        norad_cat_id,
        field,
        began: isOne(confidence_after),
        sources,
      })),
    ...added.flatMap(({ norad_cat_id, values }) =>
      values
        .filter(({ confidence }) => isOne(confidence))
        .map(({ field, sources }) => ({ norad_cat_id, field, began: true, sources })),
    ),
  ];
}

/** Reads the conflicts that began or ended with releases after a time, ms since 1970. Throws CatalogError. */
export async function conflictChangesSince(from: OpenedRelease, after: number): Promise<ConflictChanges> {
  const { sets, unread } = await changeSetsSince(from, after);
  const found = sets.flatMap(({ step, data }) =>
    conflictsIn(data).map((conflict) => ({ ...conflict, release: step.to, at: step.at })),
  );
  const known = summariesOf(from.catalog, new Set(found.map(({ norad_cat_id }) => norad_cat_id)));
  const names = new Map(known.map(({ norad_cat_id, name }) => [norad_cat_id, name]));
  return {
    changes: found
      .map((one) => ({ ...one, name: names.get(one.norad_cat_id) ?? 'An object' }))
      .sort((a, b) => b.at.localeCompare(a.at) || a.norad_cat_id - b.norad_cat_id || a.field.localeCompare(b.field)),
    unread: unread.length,
  };
}
