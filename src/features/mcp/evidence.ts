import type { z } from 'zod';
import type { OpenedRelease } from '../../http/opened-release.ts';
import { type ObjectRecord, recordOf } from '../../http/pages/page-object.ts';
import { withZone } from '../../schema/epoch-text.ts';
import { columns } from '../../schema/field.ts';
import type { claimRecord } from '../../schema/objects/record.ts';
import { satellite } from '../../schema/objects/satellite.ts';
import { publishers } from '../../schema/release/publishers.ts';
import type { ApiResponse } from './api-caller.ts';

type ClaimRecord = z.infer<typeof claimRecord>;

/** The claim of one source about a field. */
interface Statement {
  readonly source: string;
  readonly value: unknown;
  /** The original text of the source. */
  readonly raw: string | null;
  /** The row of the source. */
  readonly source_record: string;
  readonly observed_at: string | null;
  readonly age_days: number | null;
  /** Whether it is the source of the record's value. */
  readonly selected: boolean;
  readonly url: string | null;
}

/** A value of a record with its sources, confidence and age. */
export interface Fact {
  readonly field: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly confidence: string | null;
  /** The source of the value; null if none is named. */
  readonly source: string | null;
  /** The sources that support the value. */
  readonly sources: readonly string[];
  /** Time of the source's claim (UTC). */
  readonly observed_at: string | null;
  /** Days since `observed_at`. */
  readonly age_days: number | null;
  readonly rule?: string | null;
  readonly claims?: readonly Statement[];
}

const MS_PER_DAY = 86_400_000;
const fieldOf = new Map(columns(satellite).map((column) => [column.name, column]));
/** Every field of a record, in its order. */
export const fieldNames: readonly string[] = [...fieldOf.keys()];

/** Whether a field restates another field in a different form. */
export const restates = (name: string): boolean => fieldOf.get(name)?.restates !== undefined;

/** Days from an instant to `now` (milliseconds since 1970), to a hundredth; null if the instant is unknown. */
export function ageDays(instant: string | null | undefined, now: number): number | null {
  if (instant === null || instant === undefined) return null;
  // An epoch has no Z: it is UTC all the same.
  const time = Date.parse(withZone(instant));
  return Number.isNaN(time) ? null : Math.round(((now - time) / MS_PER_DAY) * 100) / 100;
}

/** The time that a response is about: `as_of`, or now. Milliseconds since 1970. */
export function timeOf({ headers }: ApiResponse, now: number): number {
  const asOf = headers.get('X-As-Of');
  return asOf === null ? now : Date.parse(asOf);
}

const fieldValue = (record: ObjectRecord, name: string) => (record as Readonly<Record<string, unknown>>)[name];

const claimedValue = ({ value_text, value_numeric, value_date, value_bool }: ClaimRecord): unknown =>
  value_text ?? value_numeric ?? value_date ?? value_bool;

/** Whether a source, or this service, provides a value of a field: a status of UNKNOWN without any claim is none. */
export const isKnown = (record: ObjectRecord, name: string): boolean =>
  fieldValue(record, name) !== null &&
  record.provenance.fields.some(({ field, confidence }) => field === name && confidence !== null);

/** The claims that a fact carries. */
export type ClaimChoice = 'conflicting' | 'all' | 'none';

/** One value of a record with its evidence. With `claims`, the claim of each source, and the rule. */
export function factOf(record: ObjectRecord, name: string, now: number, choice: ClaimChoice = 'none'): Fact {
  const column = fieldOf.get(name);
  const entry = record.provenance.fields.find(({ field }) => field === name);
  const about = (field: string | undefined) => record.claims.filter((claim) => claim.field === field);
  const own = about(name);
  const claims = own.length > 0 ? own : about(column?.restates);
  const selected = claims.find((claim) => claim.selected);
  const withClaims = choice === 'all' || (choice === 'conflicting' && entry?.confidence === 'CONFLICTING');
  return {
    field: name,
    value: fieldValue(record, name),
    ...(column?.unit !== undefined && { unit: column.unit }),
    confidence: entry?.confidence ?? null,
    source: selected?.source.slug ?? entry?.sources[0] ?? null,
    sources: entry?.sources ?? [],
    observed_at: selected?.observed_at ?? null,
    age_days: ageDays(selected?.observed_at, now),
    ...(withClaims && {
      rule: entry?.rule ?? null,
      claims: claims.map((claim) => ({
        source: claim.source.slug,
        value: claimedValue(claim),
        raw: claim.raw,
        source_record: claim.source_record,
        observed_at: claim.observed_at,
        age_days: ageDays(claim.observed_at, now),
        selected: claim.selected,
        url: claim.url,
      })),
    }),
  };
}

const attributions: ReadonlyMap<string, string> = new Map(
  publishers.map(({ slug, attribution }) => [slug as string, attribution as string]),
);

/** The attributions that must be given when the values of these sources are used. */
export const attributionsOf = (slugs: Iterable<string>): Record<string, string> =>
  Object.fromEntries(
    [...new Set(slugs)].sort().flatMap((slug) => {
      const attribution = attributions.get(slug);
      return attribution === undefined ? [] : [[slug, attribution]];
    }),
  );

/** The source of the newest element set of an object; null if it has none. */
export function elementsSource({ catalog }: OpenedRelease, id: number, now: number): string | null {
  const record = recordOf(catalog, id);
  return record && factOf(record, 'elements_epoch', now).source;
}

/** The confidence of a computed number: that of the element set it was computed from. */
const computed = {
  method: 'Computed by this server with SGP4 from the newest element set of the object',
  confidence: 'HIGH',
  rule: 'A computed value is as certain as its input, an element set from a high-trust source. time_uncertainty_s is the error of the computation, if it is known.',
} as const;

/** The same from the element sets of the archive, as the routes choose them with `as_of`. */
const computedAsOf = {
  ...computed,
  method:
    'Computed by this server with SGP4 from archived element sets: of each object, the one nearest to the requested time of those known at as_of',
} as const;

/** The same if elements of any age were allowed. */
const computedFromOld = {
  ...computed,
  confidence: 'LOW',
  rule: 'With allow_old, the elements may be so old that times are off by minutes or more, or the orbit is another one: age_days is their age.',
} as const;

/** How the numbers of a response to these arguments were computed. */
export const computedFor = ({ as_of, allow_old }: { readonly as_of?: unknown; readonly allow_old?: unknown } = {}) =>
  allow_old === true ? computedFromOld : as_of === undefined ? computed : computedAsOf;

/** The sources that are known. */
export const named = (sources: readonly (string | null)[]): string[] =>
  sources.filter((source): source is string => source !== null);
