import { RELEASE_GAP_DAYS } from '../../../orbit/coverage.ts';
import { pastRecord } from '../../../query/past-record.ts';
import type { Coverage } from '../../../release/archive.ts';
import { ReleasesInUse } from '../../../release/previous-releases.ts';
import { isoText } from '../../../schema/instant-text.ts';
import type { ClaimSource } from '../../../schema/objects/record.ts';
import { ownSource } from '../../../schema/release/source.ts';
import { ApiError } from '../../errors.ts';
import { charge } from '../../middleware/limits.ts';
import type { OpenedRelease } from '../../opened-release.ts';
import type { RequestContext } from '../../request-context.ts';
import { dateOrInstant, timeOf } from '../instant.ts';
import { badValue } from '../parameter.ts';

/** The parameter `as_of`. */
export const asOfParameter = dateOrInstant(
  'The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is',
  '2026-08-22T12:00:00Z',
  '; not in the future, and a date means its end (UTC)',
);

const DAY_MS = 86_400_000;

/** A requested time, and the data that is available for it. */
export interface AsOf {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly coverage: Coverage;
  /** The release that was current then, opened; null if it is no longer kept, or there was none. */
  readonly release: OpenedRelease | null;
  /** The response headers that describe it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds the data that is available for a time. Throws 400 if it is in the future. */
export async function readAsOf(context: RequestContext, value: string, served: OpenedRelease): Promise<AsOf> {
  const at = timeOf(value, 'end');
  if (at > context.now)
    throw badValue(
      'as_of',
      asOfParameter.allowed,
      value.length === 10 ? 'The day of as_of has not ended yet.' : 'as_of is in the future.',
    );
  const coverage = await coverageOf(context, at, served);
  const id = coverage.snapshot?.release ?? null;
  const release = id === null ? null : id === served.release.id ? served : await context.previousRelease(id);
  const { snapshot, next } = coverage;
  return {
    at,
    coverage,
    release,
    headers: {
      'X-As-Of': isoText(at),
      'X-As-Of-Release': snapshot?.release ?? 'none',
      'X-As-Of-Snapshot': snapshot?.at ?? 'none',
      'X-As-Of-Next': next?.release ?? next?.at ?? 'none',
      'X-As-Of-Complete': String(completeness(coverage, at)),
      'X-As-Of-Snapshots': String(coverage.snapshots),
      'X-As-Of-Groups': snapshot?.groups?.join(', ') ?? 'unknown',
    },
  };
}

/** The value of `X-As-Of-Complete`: true if the snapshot was made from fresh files only, and was at most RELEASE_GAP_DAYS old at `at`. */
function completeness({ snapshot }: Coverage, at: number): boolean | 'unknown' {
  if (!snapshot) return 'unknown';
  const isOld = at - Date.parse(snapshot.at) > RELEASE_GAP_DAYS * DAY_MS;
  return isOld ? false : (snapshot.complete ?? 'unknown');
}

/** The archive's coverage of a time; the served release, which may not be in it yet, is included. */
async function coverageOf({ archive }: RequestContext, at: number, { release }: OpenedRelease): Promise<Coverage> {
  const known = await archive.coverage(at);
  const { id, generated_at, sources } = release.manifest;
  if (known.snapshot?.release === id || at < Date.parse(generated_at)) return known;
  const complete = sources.every(({ status }) => status === 'fresh');
  const snapshot = { at: generated_at, release: id, objects: release.manifest.counts.elements, complete };
  return { snapshot, next: null, snapshots: known.snapshots + 1 };
}

/** The error for a time that a route has no data for, with the routes that have some. */
export function notKept({ coverage }: AsOf): ApiError {
  const { snapshot } = coverage;
  if (!snapshot || snapshot.release === null)
    return new ApiError('not_found', {
      error: 'For times before the first release of this server, only element sets are available.',
      hint: 'Request them: /api/v1/elements/all with as_of, /api/v1/satellites/{norad_cat_id}/elements, or its /tle and /omm with as_of.',
    });
  return new ApiError('release_too_old', {
    error: `The release of that time, ${snapshot.release}, is no longer kept, and the archive does not have the data for this request.`,
    hint: 'Its element sets are available: request /tle or /omm of an object, or /api/v1/elements/all, with as_of. How values changed since is in /satellites/{norad_cat_id}/history.',
  });
}

/** The error for a time at which the archive had no element set of any object. */
export function noElementsYet({ coverage: { snapshot, next } }: AsOf): ApiError {
  return new ApiError('no_elements', {
    error: 'The archive has no elements as of that time.',
    hint:
      snapshot || !next
        ? 'Request a later time, or the newest elements, without as_of.'
        : `The first snapshot is of ${next.at}: request a later time, or the newest elements, without as_of.`,
  });
}

/** The record of an object at a time whose release is no longer kept; null if it was not in the catalog. Throws 404, 410. */
export async function recordAsOf(
  { archive }: RequestContext,
  { catalog }: OpenedRelease,
  asOf: AsOf,
  id: number,
): Promise<string | null> {
  const { snapshot } = asOf.coverage;
  if (!snapshot || snapshot.release === null || !(await archive.valueFiles())) throw notKept(asOf);
  return pastRecord(archive, id, snapshot.at, await claimSources(catalog));
}

/** The sources that a record names. */
export const claimSources = async (catalog: OpenedRelease['catalog']): Promise<ClaimSource[]> => [
  ...(await catalog.sources()).map((text) => JSON.parse(text) as ClaimSource),
  ownSource,
];

/** The cost of a request for a release that is rebuilt from the archive, in requests. */
const PAST_RELEASE_COST = 10;
const RETRY_AFTER_S = 5;

/** The release of a time, rebuilt from the archive. Throws 404, 410, 429, 503. */
export async function catalogAsOf(context: RequestContext, asOf: AsOf): Promise<OpenedRelease> {
  const { snapshot } = asOf.coverage;
  if (snapshot?.release == null) throw notKept(asOf);
  await charge(context, PAST_RELEASE_COST);
  const rebuilt = await context.rebuiltRelease(snapshot).catch((error: unknown) => {
    if (!(error instanceof ReleasesInUse)) throw error;
    throw new ApiError('history_busy', { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
  });
  if (!rebuilt) throw notKept(asOf);
  return rebuilt;
}
