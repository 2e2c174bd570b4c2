import { type Catalog, openCatalog, type ReadTimers } from '../query/catalog.ts';
import { CatalogTimeout } from '../release/database.ts';
import { BrokenRelease, checkFormat, missingWords, openRelease, type Release } from '../release/release.ts';
import { picturesOf } from '../release/release-document.ts';
import { fileDifferences } from '../release-differences.ts';
import type { Picture } from '../schema/objects/picture.ts';
import { serviceHeaders } from '../schema/release/public-route.ts';
import { type Resource, readResources, releaseFacts } from './files/public-resource.ts';

/** An open release, from which responses are made. */
export interface OpenedRelease {
  readonly release: Release;
  readonly catalog: Catalog;
  /** The headers of every response made from it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The release's time in whole seconds, as HTTP dates have it; milliseconds since 1970. */
  readonly modified: number;
  /** `modified` as an HTTP date. */
  readonly lastModified: string;
  /** True if the release is no longer kept and was rebuilt from the archive: it only has the columns of lists and searches. */
  readonly rebuilt?: true;
}

/** The open release that is served, including the files that are sent unchanged. */
export interface CurrentRelease extends OpenedRelease {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly pictureOf: (id: number) => Promise<Picture | null>;
}

/** The files that all API responses are read from: each is verified against its hash before the first response. */
const readByServer = ({ files }: OpenedRelease['release']['manifest']): string[] =>
  ['catalog.duckdb', 'records.sqlite'].filter((name) => Object.hasOwn(files, name));

/**
 * Opens a release. One with missing files is refused; with `lenient`, which is used if no release is intact, the
 * existing files are served and each missing file causes an error only when it is requested. Throws BrokenRelease, and CatalogTimeout
 * if the machine is too busy to read the catalog now.
 */
export async function openWithCatalog(
  home: string,
  id: string,
  lenient: boolean,
  timers?: ReadTimers,
): Promise<CurrentRelease> {
  const release = await openRelease(home, id);
  const { missing, manifest } = release;
  if (missing.length > 0 && !lenient) {
    throw new BrokenRelease(missingWords(missing));
  }
  checkFormat(manifest);
  const resources = readResources(release);
  // In parallel: reading both files to their end takes about as long as opening them.
  const [[damaged], catalog] = await Promise.all([
    fileDifferences(release.folder, manifest.files, readByServer(manifest)),
    openCatalog(release.folder, timers).catch((error: unknown) => {
      // The machine is busy: that says nothing about the files.
      if (error instanceof CatalogTimeout) throw error;
      return null;
    }),
  ]);
  if (damaged || !catalog) {
    catalog?.close();
    throw new BrokenRelease(
      damaged ? `${damaged.file} ${damaged.problem}` : 'catalog.duckdb or records.sqlite is damaged',
    );
  }
  return { ...openedRelease(release, catalog), resources, pictureOf: picturesOf(release) };
}

/** A release with its catalog and the headers of responses made from it. */
export function openedRelease(release: Release, catalog: Catalog): OpenedRelease {
  const modified = Math.floor(Date.parse(release.manifest.generated_at) / 1000) * 1000;
  const headers = serviceHeaders(releaseFacts(release));
  return { release, catalog, headers, modified, lastModified: new Date(modified).toUTCString() };
}
