import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ServedRuns } from '../features/conjunctions/served-runs.ts';
import type { SkyThreads } from '../features/field-of-view/sky-threads.ts';
import type { ArchiveReader } from '../release/archive.ts';
import type { Lease } from '../release/follow.ts';
import type { ArchiveSnapshot } from '../schema/release/archive.ts';
import type { Refreshing } from '../schema/release/freshness.ts';
import { ApiError } from './errors.ts';
import type { UnsentBodies } from './middleware/unsent-bodies.ts';
import { isCrowded } from './node-server.ts';
import type { CurrentRelease, OpenedRelease } from './opened-release.ts';
import type { Metrics } from './ops/metrics.ts';
import { baseOf, type RequestContext } from './request-context.ts';
import { loggedUrl, parseTarget, type Target } from './request-target.ts';

/** A running request; `handled` is called when its response is ready, even if it has not been sent yet. */
interface BegunRequest {
  readonly context: RequestContext;
  handled(): void;
}

/** Dependencies of a request's context. */
interface RequestParts {
  now(): number;
  /** Headers of every response of this server, the request's id among them. */
  ownHeaders(): Record<string, string>;
  readonly publicUrl: string | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly archive: ArchiveReader;
  readonly skies: SkyThreads;
  readonly unsent: UnsentBodies;
  readonly approaches: ServedRuns;
  refreshing(): Promise<Refreshing>;
  /** Holds the current release; null if none is published. `cut` is called if that takes too long after it was replaced. */
  current(cut: () => void): Lease<CurrentRelease> | null;
  /** Holds a release that is still kept; null if it is not. */
  previous(id: string): Promise<Lease<OpenedRelease> | null>;
  /** Holds a release rebuilt from the archive; null if the archive has no values of it. */
  rebuilt(snapshot: ArchiveSnapshot, current: OpenedRelease): Promise<Lease<OpenedRelease> | null>;
}

/** The target of a request whose own target cannot be read. */
const noTarget: Target = { path: '/', query: '', url: '/', host: null, isApi: false };

/**
 * Begins requests: holds the current release until the last byte is sent, and others until the response is made, counts the response,
 * and logs it. A page is still rendered after its client disconnects: its release stays open until both have ended.
 */
export const requestBeginner =
  (parts: RequestParts) =>
  (request: IncomingMessage, response: ServerResponse): BegunRequest => {
    const { method = '', url = '' } = request;
    const { log, metrics } = parts;
    const start = performance.now();
    const lease = parts.current(() => request.socket.destroy());
    const { target, unreadable } = readTarget(request);
    const headers = parts.ownHeaders();
    const id = headers['X-Request-Id']!;
    const endings: (() => void)[] = [];
    // A response made from another release is complete in memory. Few of these can be open, so a client that reads slowly keeps none.
    const others: Lease<OpenedRelease>[] = [];
    let working = 0;
    let isOpen = true;
    const endUnused = () => {
      if (working > 0) return;
      for (const other of others.splice(0)) other.end();
      if (!isOpen) for (const work of endings.splice(0)) work();
    };
    const work = () => {
      working += 1;
      return once(() => {
        working -= 1;
        endUnused();
      });
    };
    const handled = work();
    response.once('close', () => {
      isOpen = false;
      endUnused();
    });
    const hold = (held: Lease<OpenedRelease> | null): OpenedRelease | null => {
      if (held) others.push(held);
      return held?.value ?? null;
    };
    const context: RequestContext = {
      id,
      request,
      target,
      base: baseOf(target, parts.publicUrl),
      served: lease?.value ?? null,
      now: parts.now(),
      headers,
      unreadable,
      route: { name: 'site', kind: 'page' },
      archive: parts.archive,
      skies: parts.skies,
      unsent: parts.unsent,
      approaches: parts.approaches,
      refreshing: parts.refreshing,
      paused: false,
      previousRelease: async (release) => hold(await parts.previous(release)),
      rebuiltRelease: async (snapshot) => (lease ? hold(await parts.rebuilt(snapshot, lease.value)) : null),
      onClosed: (ending) => void endings.push(ending),
      work,
      report: (err) => log.error({ requestId: id, url: loggedUrl(url), err }, 'request failed'),
    };
    context.onClosed(() => {
      lease?.end();
      const ms = performance.now() - start;
      metrics.count(context.route, method, response.statusCode, ms / 1000);
      if (context.paused) metrics.countPaused();
      if (!log.isLevelEnabled('debug')) return;
      log.debug({ requestId: id, method, url: loggedUrl(url), status: response.statusCode, ms }, 'request');
    });
    return { context, handled };
  };

/** The function that runs `ending` at its first call. */
function once(ending: () => void): () => void {
  let isDue = true;
  return () => {
    if (isDue) ending();
    isDue = false;
  };
}

const tooManyConnections = () =>
  new ApiError('too_many_connections', {
    headers: { 'Retry-After': '1', Connection: 'close' },
    body: { retry_after: 1 },
  });

/** The target of a request, or the reason why it cannot be read. */
function readTarget(request: IncomingMessage): Pick<RequestContext, 'target' | 'unreadable'> {
  if (isCrowded(request.socket)) return { target: noTarget, unreadable: tooManyConnections() };
  try {
    return { target: parseTarget(request), unreadable: null };
  } catch (error) {
    return { target: noTarget, unreadable: error instanceof ApiError ? error : new ApiError('malformed_request') };
  }
}
