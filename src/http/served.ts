import { type Catalog, openCatalog, type ReadTimers } from '../catalog/catalog.ts';
import { BrokenRelease, checkFormat, openRelease, type Release } from '../catalog/release.ts';
import { fileDifferences } from '../release-differences.ts';
import { answerFiles } from '../schema/answer-places.ts';
import { serviceHeaders } from '../schema/public-route.ts';
import { type Resource, readResources, releaseFacts } from './public-resource.ts';

/** One release, opened: what a response is made from. */
export interface OpenedRelease {
  readonly release: Release;
  readonly catalog: Catalog;
  /** The headers of every response made from it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its time in whole seconds, as HTTP dates have it; milliseconds since 1970. */
  readonly modified: number;
  /** The same as an HTTP date. */
  readonly lastModified: string;
}

/** One release, opened: everything that an answer is made from, the files that are sent as they are among it. */
export interface Served extends OpenedRelease {
  readonly resources: ReadonlyMap<string, Resource>;
}

/** The files that every answer of the API is read from: each is compared with its hash before the first one. */
const readByServer = ({ files }: OpenedRelease['release']['manifest']): string[] =>
  ['catalog.duckdb', 'records.sqlite', ...answerFiles].filter((name) => Object.hasOwn(files, name));

/**
 * Opens a release. One with files missing is refused where another is served already; where there is none (`first`)
 * what is there is served and each missing file is an error of its own, which helps more than no answer at all.
 */
export async function openServed(home: string, id: string, first: boolean, timers?: ReadTimers): Promise<Served> {
  const release = await openRelease(home, id);
  const { missing, manifest } = release;
  if (missing.length > 0 && !first) {
    throw new BrokenRelease(`${missing.length} of its files are missing or cut short, ${missing[0]} the first`);
  }
  checkFormat(manifest);
  const [damaged] = await fileDifferences(release.folder, manifest.files, readByServer(manifest));
  if (damaged) throw new BrokenRelease(`${damaged.file} ${damaged.problem}`);
  let catalog: Catalog;
  try {
    catalog = await openCatalog(release.folder, timers);
  } catch {
    throw new BrokenRelease('catalog.duckdb, records.sqlite or a file of ready answers cannot be opened');
  }
  const headers = serviceHeaders(releaseFacts(release));
  const modified = Math.floor(Date.parse(manifest.generated_at) / 1000) * 1000;
  const resources = readResources(release);
  return { release, catalog, resources, headers, modified, lastModified: new Date(modified).toUTCString() };
}
