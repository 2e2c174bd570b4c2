import type { Catalog } from '../query/catalog.ts';
import { openPastCatalog } from '../query/past-catalog.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { Lease } from '../release/follow.ts';
import { PinnedReleases } from '../release/pinned.ts';
import type { ArchiveSnapshot } from '../schema/archive.ts';
import { serviceHeaders } from '../schema/public-route.ts';
import { releaseFacts } from './public-resource.ts';
import type { OpenedRelease } from './served.ts';

/** One is open at a time: each has its catalog in memory. */
const MOST = 1;

/** Releases that are kept no more, made again from the archive when a request needs one. */
export function pastReleases(archive: ArchiveReader) {
  const wanted = new Map<string, { snapshot: ArchiveSnapshot; served: OpenedRelease }>();
  const open = new PinnedReleases<OpenedRelease>({
    most: MOST,
    mostInUse: MOST,
    open: async (at) => {
      const { snapshot, served } = wanted.get(at)!;
      const catalog = await openPastCatalog(archive, at, await served.catalog.countries());
      if (!catalog) throw new Error('the archive has no values');
      const generated_at = snapshot.at;
      const { manifest } = served.release;
      const release = {
        ...served.release,
        id: snapshot.release!,
        manifest: { ...manifest, id: snapshot.release!, generated_at, previous: await before(archive, snapshot) },
      };
      const modified = Math.floor(Date.parse(generated_at) / 1000) * 1000;
      return {
        release,
        // Routes that `as_of` does not have never get here.
        catalog: catalog as unknown as Catalog,
        headers: serviceHeaders(releaseFacts(release)),
        modified,
        lastModified: new Date(modified).toUTCString(),
        past: true,
      };
    },
    close: ({ catalog }) => catalog.close(),
  });
  return {
    /** Holds one; null where the archive has no values of it. `served` is the release that is served. Throws ReleasesInUse. */
    hold(snapshot: ArchiveSnapshot, served: OpenedRelease): Promise<Lease<OpenedRelease> | null> {
      wanted.set(snapshot.at, { snapshot, served });
      const held = open.hold(snapshot.at);
      wanted.delete(snapshot.at);
      return held;
    },
    stop: () => open.stop(),
  };
}

/** The release before a snapshot. */
async function before(archive: ArchiveReader, { at }: ArchiveSnapshot): Promise<string | null> {
  const snapshots = (await archive.index())?.snapshots ?? [];
  return snapshots.findLast(({ at: time, release }) => release !== null && time < at)?.release ?? null;
}
