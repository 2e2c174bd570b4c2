import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { FairQueue, RecentCost } from '../fair-queue.ts';
import { ServedRuns } from '../features/conjunctions/served-runs.ts';
import { DigestRun } from '../features/digest/digest-run.ts';
import { SkyThreads } from '../features/field-of-view/sky-threads.ts';
import { SqlWorkers } from '../features/sql/sql-workers.ts';
import { WebhookQueue } from '../features/webhooks/http/queue-changes.ts';
import { alone, type Peers } from '../peers.ts';
import { ArchiveReader } from '../release/archive.ts';
import { Follower, type Lease } from '../release/follow.ts';
import { PreviousReleases } from '../release/previous-releases.ts';
import { damageOf } from '../release/release.ts';
import type { AccountsGateway } from './accounts-gateway.ts';
import { createApp } from './app.ts';
import { requestBeginner } from './begin-request.ts';
import { FileSender, type MemoryLimits } from './files/file-sender.ts';
import { LargeResponses } from './in-turn.ts';
import { UnsentBodies } from './middleware/unsent-bodies.ts';
import {
  answerBadClient,
  type ConnectionLimits,
  closeServer,
  connectionLimits,
  listen,
  makeServer,
} from './node-server.ts';
import { type CurrentRelease, openWithCatalog } from './opened-release.ts';
import { Metrics } from './ops/metrics.ts';
import { readRefreshes, serviceStatus } from './ops/status.ts';
import type { Site } from './pages/site.ts';
import { rebuiltReleases } from './rebuilt-releases.ts';

/** Dependencies of the server; tests pass their own. */
export interface ServerDeps {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id for a request. */
  requestId(): string;
  readonly log: Logger;
  readonly gateway: AccountsGateway;
  /** How often `current` is checked in addition to watching it; default 5 s. */
  readonly pollMilliseconds?: number;
  readonly memory?: MemoryLimits;
  readonly connections?: ConnectionLimits;
  /** The other server processes on this port; none by default. */
  readonly peers?: Peers;
}

/** A server, ready to listen. */
export type Orbweaver = Awaited<ReturnType<typeof createOrbweaver>>;

/** After one visit, browsers use only https for a year. Subdomains are excluded: they may belong to others. */
const hsts = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * How many replaced releases stay open for clients that page through them: every one that is kept. Opening one takes a
 * hundred times as long as responding from it, so a client that requests all of them in turn must not cause any to be
 * closed.
 */
const OPEN_PREVIOUS_RELEASES = 9;

/** How many responses of routes that compute are made concurrently, and how many wait. */
const computing = { places: 2, heavyPlaces: 1, placesOfClient: 1, waiting: 64, perClient: 8 };

const closeRelease = ({ catalog }: CurrentRelease) => catalog.close();

/** Follows the current release of a home; `onSwitch` is called for each new one. */
function followReleases(
  home: string,
  { log, pollMilliseconds = 5000 }: ServerDeps,
  metrics: Metrics,
  onSwitch: () => void,
): Follower<CurrentRelease> {
  const served: Follower<CurrentRelease> = new Follower<CurrentRelease>({
    home,
    pollMilliseconds,
    open: async (id, lenient) => {
      const opened = await openWithCatalog(home, id, lenient, metrics);
      const { missing } = opened.release;
      if (missing.length > 0) log.error({ release: id, missing }, 'this release lacks files; what it has is served');
      // The release before is served meanwhile. If this one cannot be read, the first search reports it.
      if (served.id !== null) await opened.catalog.prepare().catch(() => undefined);
      return opened;
    },
    damage: ({ release }) => damageOf(release),
    close: closeRelease,
    onSwitch: (id) => {
      log.info({ release: id }, 'serving release');
      onSwitch();
    },
    onProblem: (id, { message, cause }) =>
      log.error({ release: id, serving: served.id, reason: message, cause }, 'release refused'),
  });
  return served;
}

/** The headers of a response that are not the release's; a new id for each. */
const headersOfServer = (publicUrl: string | undefined, deps: ServerDeps) => () => ({
  'X-Request-Id': deps.requestId(),
  ...(publicUrl?.startsWith('https:') && hsts),
});

/** Returns the function that answers Node's requests with the app. */
function answerer(
  app: ReturnType<typeof createApp>,
  begin: ReturnType<typeof requestBeginner>,
  isStopping: () => boolean,
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Close keep-alive connections while stopping.
    if (isStopping()) response.shouldKeepAlive = false;
    const { context, handled } = begin(request, response);
    // Hono gets the parsed URL and a fixed host: the client's URL and Host are read in one place only.
    request.url = context.target.url;
    request.headers.host = 'localhost';
    // One listener a request: a WeakMap from requests to contexts, which refer back to them, kept both until the next full collection.
    const listener = getRequestListener(async (webRequest) => {
      try {
        return await app.fetch(webRequest, { incoming: request, outgoing: response, context });
      } finally {
        handled();
      }
    });
    void listener(request, response);
  };
}

/** The task that sends the digests of accounts, in one of the processes of a port. */
const digestRun = (
  { gateway, log, peers = alone }: ServerDeps,
  current: () => Lease<CurrentRelease> | null,
  archive: ArchiveReader,
): DigestRun | null =>
  gateway.accounts && peers.isLeader
    ? new DigestRun({
        digests: gateway.accounts.digests,
        current,
        archive,
        warn: (facts, message) => log.warn(facts, message),
      })
    : null;

/** Responds to bytes that are not an HTTP request, and to CONNECT, with the headers of the service. */
function answerMalformed(server: Server, served: Follower<CurrentRelease>, own: () => Record<string, string>): void {
  const answerBad = answerBadClient(() => {
    const lease = served.hold();
    lease?.end();
    return { service: lease?.value.headers, own: own() };
  });
  server.on('clientError', answerBad);
  server.on('connect', (_request, socket) => answerBad({ code: 'CONNECT' }, socket));
}

/** Opens the current release and the site, and makes the server that answers from it. */
export async function createOrbweaver(
  config: Pick<Config, 'home' | 'host' | 'port' | 'publicUrl'> &
    Partial<Pick<Config, 'contact' | 'metrics' | 'schedule' | 'trustProxy'>>,
  deps: ServerDeps,
  opening: Site | Promise<Site>,
) {
  const { log, gateway, now, peers = alone } = deps;
  const metrics = new Metrics(peers);
  let queue: WebhookQueue | undefined;
  const served = followReleases(config.home, deps, metrics, () => void queue?.queueNew());
  const [site] = await Promise.all([opening, mkdir(config.home, { recursive: true }).then(() => served.start())]);
  const previous = new PreviousReleases<CurrentRelease>({ close: closeRelease, most: OPEN_PREVIOUS_RELEASES });
  const earlier = (id: string) => previous.hold(id, () => openWithCatalog(config.home, id, false, metrics));
  const approaches = new ServedRuns(config.home);
  if (gateway.accounts && peers.isLeader)
    queue = new WebhookQueue({
      webhooks: gateway.accounts.webhooks,
      current: () => served.hold(),
      earlier,
      approaches,
      now,
      warn: (facts, message) => log.warn(facts, message),
    });
  queue?.start();
  const archive = new ArchiveReader(config.home, (seconds) => metrics.query(seconds));
  const digests = digestRun(deps, () => served.hold(), archive);
  digests?.start();
  const rebuilt = rebuiltReleases(archive);
  const cost = new RecentCost();
  const sql = new SqlWorkers({}, cost);
  const skies = new SkyThreads();
  const began = now();
  const scheduled = config.schedule ?? false;
  const measured = peers.byAll('counts', async () => ({ began, counts: await metrics.measured() }));
  const ownHeaders = headersOfServer(config.publicUrl, deps);

  const begin = requestBeginner({
    now,
    ownHeaders,
    publicUrl: config.publicUrl,
    log,
    metrics,
    archive,
    skies,
    unsent: new UnsentBodies(),
    approaches,
    refreshing: async () => ({ scheduled, record: await readRefreshes(config.home) }),
    current: (cut) => served.hold(cut),
    previous: earlier,
    rebuilt: rebuilt.hold,
  });
  let stopping = false;
  const isStopping = () => stopping;
  const problems = () => served.problems;
  const app = createApp({
    site,
    gateway,
    current: () => served.hold(),
    peers,
    files: new FileSender(deps.memory),
    sql,
    large: new LargeResponses(cost),
    compute: new FairQueue(computing, cost),
    metrics,
    metricsMode: config.metrics ?? 'local',
    home: config.home,
    host: config.host,
    publicUrl: config.publicUrl,
    contact: config.contact,
    status: (manifest) =>
      serviceStatus({ home: config.home, scheduled, measured, now, problems, accounts: gateway.accounts }, manifest),
    isStopping,
    problems,
    now,
  });
  const handle = answerer(app, begin, isStopping);
  const server = makeServer(handle, deps.connections ?? connectionLimits(config.trustProxy));
  answerMalformed(server, served, ownHeaders);
  return {
    server,
    served,
    /** Responds to one request; for a caller that listens itself, as `astro dev` does. */
    handle,
    /** Listens on the configured host and port, and returns the address. */
    listen: () => listen(server, config, peers.worker !== null),
    /** Loads what the first pages and searches need, a part at a time: other requests are answered in between. Never throws. */
    async prepare(): Promise<void> {
      const lease = served.hold();
      try {
        await lease?.value.catalog.prepare();
        await site.prepare?.();
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'pages and searches could not be prepared; requests try again');
      } finally {
        lease?.end();
      }
    },
    /** From now on, reports the server as not ready and closes keep-alive connections; it still answers requests. */
    drain(): void {
      stopping = true;
    },
    /** Accepts no new connections, waits at most `milliseconds` for running requests, and closes the catalog. */
    async stop(milliseconds = 10_000): Promise<void> {
      await closeServer(server, milliseconds);
      await queue?.stop();
      await digests?.stop();
      served.stop();
      rebuilt.stop();
      for (const opened of [archive, approaches, sql, skies]) opened.close();
    },
  };
}
