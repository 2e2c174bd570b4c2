import { standingHeaders } from '../api/answer.ts';
import type { OpenedRelease } from '../api/call.ts';
import { type Catalog, openCatalog, type ReadTimers } from '../query/catalog.ts';
import { BrokenRelease, checkFormat, missingWords, openRelease } from '../release/release.ts';
import { serviceHeaders } from '../schema/public-route.ts';
import { type Resource, readResources, releaseFacts } from './representation.ts';

/** One release, opened: everything that an answer is made from, the files that are sent as they are among it. */
export interface Served extends OpenedRelease {
  readonly resources: ReadonlyMap<string, Resource>;
}

/**
 * Opens a release. One with files missing is refused; where no release is intact (`lenient`) what is there is served and
 * each missing file is an error of its own, which helps more than no answer at all.
 */
export async function openServed(home: string, id: string, lenient: boolean, timers?: ReadTimers): Promise<Served> {
  const release = await openRelease(home, id);
  const { missing, manifest } = release;
  if (missing.length > 0 && !lenient) {
    throw new BrokenRelease(missingWords(missing));
  }
  checkFormat(manifest);
  let catalog: Catalog;
  try {
    catalog = await openCatalog(release.folder, timers);
  } catch {
    throw new BrokenRelease('catalog.duckdb or records.sqlite is damaged');
  }
  const headers = serviceHeaders(releaseFacts(release));
  const modified = Math.floor(Date.parse(manifest.generated_at) / 1000) * 1000;
  const resources = readResources(release);
  return { release, catalog, resources, headers, standing: standingHeaders(headers, modified), modified };
}
