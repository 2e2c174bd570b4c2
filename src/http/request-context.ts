import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Admitted } from '../accounts/limits/admission.ts';
import type { ServedRuns } from '../features/conjunctions/served-runs.ts';
import type { SkyThreads } from '../features/field-of-view/sky-threads.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { ArchiveSnapshot } from '../schema/release/archive.ts';
import type { Refreshing } from '../schema/release/freshness.ts';
import { ApiError } from './errors.ts';
import type { UnsentBodies } from './middleware/unsent-bodies.ts';
import type { CurrentRelease, OpenedRelease } from './opened-release.ts';
import type { Target } from './request-target.ts';

/**
 * The kind of a route's response: made for the request, a file of the release or of the archive, a feed, or a page. Errors
 * of pages are pages for people; all others are for programs.
 */
type Kind = 'json' | 'file' | 'feed' | 'page';

/** Facts of a request's route for metrics, limits and errors. */
export interface RouteName {
  /** The route's label in metrics and in the usage of a key: a path pattern, or one word for many paths. */
  readonly name: string;
  readonly kind: Kind;
  /**
   * The service level that response times count towards. Undefined: none, because their time depends on the client's
   * connection. `unmeasured`: monitoring itself, which does not count towards availability either.
   */
  readonly level?: 'api' | 'pages' | 'unmeasured';
  /** Which errors are sent as text: all of them, or 429 only. */
  readonly textErrors?: 'all' | 'limits';
}

/** One request, and everything that a handler may use to answer it: handlers open nothing themselves. */
export interface RequestContext {
  readonly id: string;
  /** The request of Node; its URL is in `target`. */
  readonly request: Pick<IncomingMessage, 'headers' | 'method' | 'socket' | 'iterator'>;
  readonly target: Target;
  /** Base of absolute URLs, without a slash at its end. */
  readonly base: string;
  /** The release that the request began with, whatever is published meanwhile; null if none is published. */
  readonly served: CurrentRelease | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Headers of the response; middleware adds its own. */
  readonly headers: Record<string, string>;
  /** The result of the rate limits; absent before `authorize` and if nothing is metered. */
  admitted?: Admitted;
  /** The client's IP address: the socket's, or the one reported by a trusted proxy; absent before `authorize`. */
  address?: string;
  /** Why the URL or the Host header could not be read; null if they could. */
  readonly unreadable: ApiError | null;
  /** The error of a request that is refused whatever its key; thrown after the request has been counted. */
  refused?: ApiError;
  /** The route of the request: the website's until another is found. */
  route: RouteName;
  /** Opens a release that is still kept, and holds it until the response is made; null if it is no longer kept. */
  previousRelease(id: string): Promise<OpenedRelease | null>;
  /** The release of a snapshot that is no longer kept, rebuilt from the archive; null if the archive has no values of it. */
  rebuiltRelease(snapshot: ArchiveSnapshot): Promise<OpenedRelease | null>;
  /** The history of element sets and values. */
  readonly archive: ArchiveReader;
  /** Threads that compute over all objects of a sky. */
  readonly skies: SkyThreads;
  /** Large bodies that clients have not read yet. */
  readonly unsent: UnsentBodies;
  /** Finished searches of close approaches. */
  readonly approaches: ServedRuns;
  /** Which process refreshes, and its state. */
  refreshing(): Promise<Refreshing>;
  /** True while the operator has paused the API; such refusals do not count as failures. */
  paused: boolean;
  /** Runs `ending` once the response is made and its last byte sent, or the client has disconnected. */
  onClosed(ending: () => void): void;
  /** Holds the releases of the request for work that goes on after its response has begun, until the returned function is called. */
  work(): () => void;
  /** Logs an unexpected error. */
  report(error: unknown): void;
}

/** The type of Hono's environment in every middleware and handler. */
export interface HttpEnv {
  Bindings: HttpBindings & { readonly context: RequestContext };
}

/** The whole HTTP service. */
export interface App {
  fetch(request: Request, env: HttpEnv['Bindings']): Response | Promise<Response>;
}

/** The release that a request is answered from. Throws 503 if none is published. */
export function currentRelease({ served }: Pick<RequestContext, 'served'>): CurrentRelease {
  if (served) return served;
  throw new ApiError('catalog_unavailable', { headers: { 'Retry-After': '30' } });
}

/** The base of absolute URLs: the configured one, else the host that was addressed. */
export const baseOf = ({ host }: Pick<Target, 'host'>, publicUrl: string | undefined): string =>
  publicUrl ?? `http://${host ?? 'localhost'}`;
