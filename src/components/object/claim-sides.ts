import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { fold } from '../../schema/fold.ts';
import { activeStatuses } from '../../schema/vocabulary.ts';
import { dateWords } from './date-words.ts';
import { fieldValue } from './field-value.ts';

export type Claim = ObjectRecord['claims'][number];

/** A value that one or more sources claim for a field. */
export interface Side {
  readonly value: string;
  readonly claims: readonly Claim[];
  /** Whether the record has this value. */
  readonly chosen: boolean;
}

/** The value of a claim, of whichever type. */
export const claimed = (claim: Claim) =>
  claim.value_text ?? claim.value_numeric ?? claim.value_date ?? claim.value_bool ?? null;

/** The value of a claim as people read it; a date as exactly as its source states it. */
export const claimWords = (claim: Claim): string =>
  claim.value_date === null || claim.value_date === undefined
    ? fieldValue(claim.field, claimed(claim))
    : dateWords(claim.value_date, claim.precision);

/**
 * Claims that contradict a reentry, from sources without a decay date: that the object is in orbit, else that it works.
 * A missing date is not a claim, so these are the other side of a disputed reentry.
 */
function stillUp({ claims }: ObjectRecord): Side[] {
  const dated = new Set(claims.filter(({ field }) => field === 'decay_date').map(({ source }) => source.slug));
  const against = claims.filter(
    (claim) =>
      claim.confidence === 'CONFLICTING' &&
      !dated.has(claim.source.slug) &&
      upWords[claim.field]?.has(claim.value_text),
  );
  const first = against.some(({ field }) => field === 'disposition') ? 'disposition' : 'operational_status';
  const grouped = Map.groupBy(
    against.filter(({ field }) => field === first),
    claimed,
  );
  return [...grouped].map(([value, group]) => ({ value: fieldValue(first, value), claims: group, chosen: false }));
}
const upWords: Readonly<Record<string, ReadonlySet<unknown>>> = {
  disposition: new Set(['IN_ORBIT', 'LOST']),
  operational_status: new Set([...activeStatuses, 'NONOPERATIONAL']),
};

/** The sides that sources take about a field, the record's first. Spellings of one name are one side. */
export function sidesOf(record: ObjectRecord, field: string, countries: ReadonlyMap<string, string>): Side[] {
  const words = (value: unknown) => {
    const country = field === 'country' ? countries.get(String(value)) : undefined;
    return country === undefined ? fieldValue(field, value) : `${value} · ${country}`;
  };
  const claims = record.claims.filter((claim) => claim.field === field);
  const grouped = Map.groupBy(claims, (claim) => {
    const value = claimed(claim);
    if (claim.value_date) return claimWords(claim);
    return typeof value === 'string' ? fold(value) || value : String(value);
  });
  const sides = [...grouped.values()].map((group): Side => {
    const first = group.find(({ selected }) => selected) ?? group[0]!;
    return {
      value: first.value_date ? claimWords(first) : words(claimed(first)),
      claims: group,
      chosen: group.some(({ selected }) => selected),
    };
  });
  const up = field === 'decay_date' ? stillUp(record) : [];
  // If the record has no date, its side is that of the sources that have the object in orbit.
  sides.push(...up.map((side) => ({ ...side, chosen: record.decay_date === null })));
  if (!sides.some(({ chosen }) => chosen))
    sides.push({ value: words(record[field as keyof ObjectRecord]), claims: [], chosen: true });
  return sides.sort((a, b) => Number(b.chosen) - Number(a.chosen));
}
