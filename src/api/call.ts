import type { IncomingMessage } from 'node:http';
import type { Admission } from '../accounts/limits/admission.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Release } from '../catalog/release.ts';

/** One release, opened: what an answer is made from. */
export interface OpenedRelease {
  readonly release: Release;
  readonly catalog: Catalog;
  /** The headers of every answer made from it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers of every answer of the keyed API from it, names and values by turns. */
  readonly standing: readonly string[];
  /** Its time in whole seconds, as HTTP dates have it; milliseconds since 1970. */
  readonly modified: number;
}

/** One request to the API, and what the server hands in with it. Routes open nothing themselves. */
export interface Call {
  /** Id of the request. */
  readonly id: string;
  readonly request: IncomingMessage;
  /** What stands behind the question mark, raw. */
  readonly query: string;
  /** Base of absolute addresses, without a slash at its end. */
  readonly base: string;
  /** The release that the request began with; null where none is published. */
  readonly served: OpenedRelease | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Opens a release that is still kept, and holds it until the answer is gone; null where it is kept no more. */
  pinned(id: string): Promise<OpenedRelease | null>;
  /** Asks whether this request may go on. */
  admit(access: 'keyed' | 'public'): Admission | Promise<Admission>;
  /** Writes down what nobody foresaw. */
  report(error: unknown): void;
}
