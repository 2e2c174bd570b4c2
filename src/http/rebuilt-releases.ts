import type { Catalog } from '../query/catalog.ts';
import { openPastCatalog } from '../query/past-catalog.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { Lease } from '../release/follow.ts';
import { PreviousReleases } from '../release/previous-releases.ts';
import { BrokenRelease } from '../release/release.ts';
import type { ArchiveSnapshot } from '../schema/release/archive.ts';
import { type OpenedRelease, openedRelease } from './opened-release.ts';

/** Only one is open at a time: each has its catalog in memory. */
const MOST = 1;

/** Releases that are no longer kept, rebuilt from the archive when a request needs one. */
export function rebuiltReleases(archive: ArchiveReader) {
  const open = new PreviousReleases<OpenedRelease>({
    most: MOST,
    mostInUse: MOST,
    close: ({ catalog }) => catalog.close(),
  });
  return {
    /** Holds a rebuilt release; null if the archive has no values of it. Throws ReleasesInUse, CatalogError. */
    hold: (snapshot: ArchiveSnapshot, served: OpenedRelease): Promise<Lease<OpenedRelease> | null> =>
      open.hold(snapshot.at, () => rebuilt(archive, snapshot, served)),
    stop: () => open.stop(),
  };
}

/** Rebuilds a release. Throws BrokenRelease if the archive has no values of it, CatalogError. */
async function rebuilt(
  archive: ArchiveReader,
  snapshot: ArchiveSnapshot,
  served: OpenedRelease,
): Promise<OpenedRelease> {
  const previous = await before(archive, snapshot);
  const catalog = await openPastCatalog(archive, snapshot.at, await served.catalog.countries());
  if (!catalog) throw new BrokenRelease('the archive has no values');
  const { manifest } = served.release;
  const id = snapshot.release!;
  const release = { ...served.release, id, manifest: { ...manifest, id, generated_at: snapshot.at, previous } };
  // Only routes with `as_of` use it, and they only call the methods that a past catalog has.
  return { ...openedRelease(release, catalog as unknown as Catalog), rebuilt: true };
}

/** The release before a snapshot. */
async function before(archive: ArchiveReader, { at }: ArchiveSnapshot): Promise<string | null> {
  const snapshots = (await archive.index())?.snapshots ?? [];
  return snapshots.findLast(({ at: time, release }) => release !== null && time < at)?.release ?? null;
}
