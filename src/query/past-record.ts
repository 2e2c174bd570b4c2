import { derivedValues } from '../orbit/derived-values.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { ArchivedSet } from '../release/archived-sets.ts';
import { instantOf, type PastClaim, type ValueVersion } from '../release/archived-values.ts';
import { columns } from '../schema/field.ts';
import { provenanceText } from '../schema/objects/provenance-text.ts';
import { type ClaimSource, claimRecord, type Removal } from '../schema/objects/record.ts';
import { satellite } from '../schema/objects/satellite.ts';
import { groupsField, type orbitFields } from '../schema/release/archive.ts';

const fields = columns(satellite);
const places = new Map(fields.map(({ name }, place) => [name, place]));

/** The fields of a record that follow from its elements. */
export function orbitValues(set: ArchivedSet): Record<(typeof orbitFields)[number], number | string | null> {
  return { ...derivedValues(set).values, elements_epoch: `${set.epoch}Z` };
}

/**
 * The JSON text of the record of an object in a release that is no longer kept, from the archive; null if there was no such
 * object. Claims about fields that follow from elements, and reentry predictions, are not archived; `updated_at` is the last change of a
 * value.
 */
export async function pastRecord(
  archive: ArchiveReader,
  id: number,
  at: string,
  sources: readonly ClaimSource[],
): Promise<string | null> {
  const [values, claims, [set]] = await Promise.all([
    archive.values(id, at),
    archive.claims(id, at),
    archive.asOf(Date.parse(at), id),
  ]);
  const known = new Map(values.map((one) => [one.field, one]));
  if (known.get('name')?.value == null) return null;
  const orbit: Partial<Record<string, unknown>> = set ? orbitValues(set) : {};
  const valueIn = (name: string): unknown => {
    if (name === 'norad_cat_id') return id;
    if (name === 'updated_at') return instantOf(Math.max(...values.map(({ release_at }) => release_at)));
    if (Object.hasOwn(orbit, name)) return orbit[name];
    const value = known.get(name)?.value;
    return value == null ? null : JSON.parse(value);
  };
  const record = JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, valueIn(name)])));
  const provenance = provenanceText([...values.flatMap(verdictOf), ...ownVerdicts(values)]);
  return `{"data":${record.slice(0, -1)},"groups":${known.get(groupsField)?.value ?? '[]'},"claims":${claimsText(claims, sources)},"provenance":${provenance}}}\n`;
}

/** An object that an earlier release listed and a later one does not. */
export interface RemovedObject {
  readonly name: string;
  readonly removed: Removal;
}

/**
 * When an object was last listed, if a release of a time (ISO 8601 UTC) does not list it; null if none before did. `holderOf` returns
 * the object that has a COSPAR designator in that release, if any.
 */
export async function removedObject(
  archive: ArchiveReader,
  id: number,
  at: string,
  holderOf: (cosparId: string) => Promise<number | null>,
): Promise<RemovedObject | null> {
  const listed = await archive.lastListed(id, at);
  if (!listed) return null;
  const values = new Map((await archive.values(id, listed.at)).map(({ field, value }) => [field, value]));
  const textOf = (field: string) => JSON.parse(values.get(field) ?? 'null') as string | null;
  const name = textOf('name');
  if (name === null) return null;
  const designator = textOf('cospar_id');
  const designator_now = designator === null ? null : await holderOf(designator);
  return {
    name,
    removed: {
      last_listed: listed.at,
      last_release: listed.release,
      reason: designator_now === null ? 'not_listed' : 'designator_moved',
      designator_now,
    },
  };
}

/** The last record of such an object as JSON text, marked as removed. */
export async function removedRecord(
  archive: ArchiveReader,
  id: number,
  { removed }: RemovedObject,
  sources: readonly ClaimSource[],
): Promise<string | null> {
  const record = await pastRecord(archive, id, removed.last_listed, sources);
  const start = '{"data":{';
  return record && `${start}"removed":${JSON.stringify(removed)},${record.slice(start.length)}`;
}

const verdictOf = ({ field, rule, sources, uncertain, note }: ValueVersion) =>
  rule === null
    ? []
    : [
        {
          field,
          rule,
          sources: sources ? sources.split(',') : [],
          uncertain: uncertain ?? false,
          note,
        },
      ];

/** The evidence about a record's key, which is not archived. */
function ownVerdicts(values: readonly ValueVersion[]) {
  const named = new Set(values.flatMap(({ sources }) => sources?.split(',') ?? []));
  named.delete('derived');
  const verdict = (field: string, rule: string, sources: readonly string[]) => ({
    ...{ field, rule, sources, uncertain: false, note: null },
  });
  return [verdict('norad_cat_id', 'key', [...named])];
}

/** Claims as records list them: by field, the selected one first, then by source. */
function claimsText(claims: readonly PastClaim[], sources: readonly ClaimSource[]): string {
  const who = new Map(
    sources.map(({ slug, name, license }, place) => [slug, { place, said: { name, slug, license } }]),
  );
  const order = (one: PastClaim) => [
    places.get(one.field) ?? fields.length,
    one.selected ? 0 : 1,
    who.get(one.source)?.place ?? sources.length,
  ];
  const sorted = claims
    .map((one) => ({ one, order: order(one) }))
    .sort((a, b) => {
      const at = a.order.findIndex((value, place) => value !== b.order[place]);
      return at < 0 ? (a.one.source_record < b.one.source_record ? -1 : 1) : a.order[at]! - b.order[at]!;
    });
  return JSON.stringify(
    sorted.map(({ one }) =>
      Object.fromEntries(
        Object.keys(claimRecord.shape).map((name) => [
          name,
          name === 'source'
            ? (who.get(one.source)?.said ?? { name: one.source, slug: one.source, license: 'None stated' })
            : one[name as keyof PastClaim],
        ]),
      ),
    ),
  );
}
