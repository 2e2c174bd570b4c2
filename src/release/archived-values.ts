import type { z } from 'zod';
import { claim } from '../schema/objects/claim.ts';
import { type ArchiveSnapshot, groupsField, orbitFields } from '../schema/release/archive.ts';

/**
 * A value and the release that introduced it (its time in microseconds since 1970): JSON text or null, with its
 * evidence; `sources` are comma-separated.
 */
export interface ValueVersion {
  readonly field: string;
  readonly release_at: number;
  readonly value: string | null;
  readonly confidence: string | null;
  readonly rule: string | null;
  readonly sources: string | null;
  readonly uncertain: boolean | null;
  readonly note: string | null;
}

/** A change of a field between two releases; values are JSON texts. */
export interface ValueChange {
  readonly at: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly confidence_before: string | null;
  readonly confidence_after: string | null;
  readonly sources: string | null;
}

/** A claim as of a time. */
export type PastClaim = z.infer<typeof claim>;

/** A claim that was made or withdrawn; times are microseconds since 1970. */
export type ClaimVersion = Omit<PastClaim, 'norad_cat_id' | 'observed_at'> & {
  readonly release_at: number;
  readonly observed_at: number | null;
  readonly withdrawn: boolean;
};

/** A time (microseconds since 1970) as ISO 8601 UTC. */
export const instantOf = (time: number): string => `${new Date(time / 1000).toISOString().slice(0, 19)}Z`;

/** Whether a version dates from the time of a release (ISO 8601 UTC) or earlier. */
function isUpTo(at: string): (version: { readonly release_at: number }) => boolean {
  const time = Date.parse(at) * 1000;
  return ({ release_at }) => release_at <= time;
}

/** The newest version of each value of an object at a time of a release. */
export function newestUpTo(at: string, versions: readonly ValueVersion[]): ValueVersion[] {
  const newest = new Map<string, ValueVersion>();
  for (const version of versions.filter(isUpTo(at))) {
    const known = newest.get(version.field);
    if (!known || version.release_at > known.release_at) newest.set(version.field, version);
  }
  return [...newest.values()];
}

/** How the values of an object changed after the first release, newest first. */
export function changesAfter(first: string, versions: readonly ValueVersion[]): ValueChange[] {
  const isFirst = isUpTo(first);
  const before = new Map<string, ValueVersion>();
  const changes: ValueChange[] = [];
  for (const version of versions.toSorted((a, b) => a.release_at - b.release_at)) {
    const { field, value, confidence, sources, release_at } = version;
    const was = before.get(field);
    before.set(field, version);
    // Fields that follow from elements have no archived values, only their confidence.
    const none = value === null && (was?.value ?? null) === null && (orbitFields as readonly string[]).includes(field);
    if (isFirst(version) || field === groupsField || none) continue;
    changes.push({
      ...{ at: instantOf(release_at), field, before: was?.value ?? null, after: value, sources },
      ...{ confidence_before: was?.confidence ?? null, confidence_after: confidence },
    });
  }
  return changes.sort((a, b) => (a.at === b.at ? (a.field < b.field ? -1 : 1) : a.at > b.at ? -1 : 1));
}

/** A snapshot that is of a release. */
export type ReleaseSnapshot = ArchiveSnapshot & { readonly release: string };

/**
 * The last of the snapshots before a time (ISO 8601 UTC) that listed the object of these versions: an object of a release has a name.
 * `snapshots` are those that were not rolled back, oldest first.
 */
export function lastListed(
  before: string,
  versions: readonly ValueVersion[],
  snapshots: readonly ArchiveSnapshot[],
): ReleaseSnapshot | null {
  const until = Date.parse(before) * 1000;
  const names = versions
    .filter(({ field, release_at }) => field === 'name' && release_at < until)
    .sort((a, b) => a.release_at - b.release_at);
  const last = names.findLastIndex(({ value }) => value !== null);
  const known = names[last];
  if (!known) return null;
  const end = names[last + 1]?.release_at ?? until;
  const timeOf = ({ at }: ArchiveSnapshot) => Date.parse(at) * 1000;
  const listed = snapshots.findLast((one): one is ReleaseSnapshot => one.release !== null && timeOf(one) < end);
  return listed && timeOf(listed) >= known.release_at ? listed : null;
}

/** The fields that must be equal for two claims about an object to be the same. */
const sameClaim = Object.keys(claim.omit({ norad_cat_id: true, observed_at: true }).shape) as (keyof ClaimVersion)[];

/** The claims about an object that held at a time of a release: made, and not withdrawn since. */
export function heldAt(at: string, norad_cat_id: number, versions: readonly ClaimVersion[]): PastClaim[] {
  const groups = Map.groupBy(versions.filter(isUpTo(at)), (one) => JSON.stringify(sameClaim.map((name) => one[name])));
  return [...groups.values()].flatMap((group) => {
    if (group.reduce((sum, { withdrawn }) => sum + (withdrawn ? -1 : 1), 0) <= 0) return [];
    const { withdrawn: _withdrawn, release_at: _release, ...said } = group[0]!;
    const times = group.flatMap(({ observed_at }) => observed_at ?? []);
    return [{ ...said, norad_cat_id, observed_at: times.length > 0 ? instantOf(Math.max(...times)) : null }];
  });
}
