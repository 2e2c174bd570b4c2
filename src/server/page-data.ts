import type { Event } from '../schema/event.ts';
import type { Manifest } from '../schema/manifest.ts';
import { type Encoding, encodings, type Form } from '../schema/public-route.ts';
import { baseOf } from './base-address.ts';
import type { Exchange } from './exchange.ts';
import type { Resource } from './representation.ts';

/** One file that a page can link to. */
export interface Download {
  /** Path with its ending, such as `/api/v1/dataset/active.csv`. */
  readonly path: string;
  readonly form: Form;
  /** Its size as it is, and in the smallest coding it is sent in; null where it is only sent as it is. */
  readonly bytes: number;
  readonly compressedBytes: number | null;
}

/** What pages may know of the release that their request began with. */
interface PageRelease extends Pick<Manifest, 'id' | 'generated_at' | 'sample' | 'counts' | 'sources'> {
  readonly downloads: readonly Download[];
  newestEvents(limit: number): Promise<Event[]>;
}

/** Everything a page is given, as `Astro.locals.orbweaver`. Pages open nothing themselves: Astro would give them doors of their own. */
export interface PageData {
  readonly requestId: string;
  /** Base of absolute addresses, without a slash at its end. */
  readonly base: string;
  /** Null where nothing is published yet. */
  readonly release: PageRelease | null;
}

/** Gathers what the page of this request is given. */
export function pageData({ id, request, served }: Exchange, publicUrl: string | undefined): PageData {
  return {
    requestId: id,
    base: baseOf(request, publicUrl),
    release: served && {
      id: served.release.id,
      generated_at: served.release.manifest.generated_at,
      sample: served.release.manifest.sample,
      counts: served.release.manifest.counts,
      sources: served.release.manifest.sources,
      downloads: downloads(served.resources),
      newestEvents: (limit) => served.catalog.newestEvents(limit),
    },
  };
}

function downloads(resources: ReadonlyMap<string, Resource>): Download[] {
  const found: Download[] = [];
  for (const [path, resource] of resources) {
    for (const [form, codings] of resource.forms) {
      const sizes = (Object.keys(encodings) as Encoding[]).flatMap((coding) => codings[coding]?.bytes ?? []);
      if (!codings.identity) continue;
      const compressedBytes = sizes.length > 0 ? Math.min(...sizes) : null;
      found.push({ path: `${path}.${form}`, form, bytes: codings.identity.bytes, compressedBytes });
    }
  }
  return found;
}
