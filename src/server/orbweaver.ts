import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createApi } from '../api/app.ts';
import { Refusal } from '../api/errors.ts';
import type { Config } from '../config.ts';
import { Follower } from '../release/follow.ts';
import { PinnedReleases } from '../release/pinned.ts';
import { damageOf } from '../release/release.ts';
import { answerAccount } from './account-step.ts';
import { answerApi } from './api-step.ts';
import { answerBadClient } from './bad-client.ts';
import { admitter, type Door } from './door.ts';
import { BegunExchange, type Exchange, type Step, writeRefusal } from './exchange.ts';
import { FileSender, type MemoryLimits } from './file-sender.ts';
import { answerHealth } from './health-step.ts';
import { checkHost, closeServer, listen, makeServer } from './http-server.ts';
import { checkMethod } from './method.ts';
import { Metrics } from './metrics.ts';
import { answerMetrics, countRequests } from './metrics-step.ts';
import { sendDescription } from './openapi-step.ts';
import type { PageWorld } from './page-data.ts';
import { sendReleaseFiles } from './release-files.ts';
import { type CallWorld, RequestCall } from './request-call.ts';
import { openServed, type Served } from './served.ts';
import { type Site, sendSite } from './site.ts';
import { type StatusOptions, serviceStatus } from './status.ts';
import { parseTarget, withoutToken } from './target.ts';

/** Version of the API's description: its first number is that of the path. */
const apiVersion = '1.0.0';

/** What the server needs from outside itself; tests hand in their own. */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id for a request. */
  requestId(): string;
  readonly log: Logger;
  /** Who may ask: the accounts. */
  readonly door: Door;
  /** How often `current` is looked at beside watching it; 5 s where it isn't said. */
  readonly pollMilliseconds?: number;
  readonly memory?: MemoryLimits;
}

/** A server, ready to listen. */
export interface Orbweaver {
  readonly server: Server;
  readonly served: Follower<Served>;
  /** Answers one request; for whoever listens himself, as `astro dev` does. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Listens where the settings say, and returns its address. */
  listen(): Promise<string>;
  /** From now on it says that it is not ready, and keeps no connection; it answers as before. */
  drain(): void;
  /** Takes no new connection, finishes what runs, for at most `milliseconds`, and closes the catalog. */
  stop(milliseconds?: number): Promise<void>;
}

/** Opens the current release, beside the site, and makes the server that answers from it. */
export async function createOrbweaver(
  config: Pick<Config, 'home' | 'host' | 'port' | 'publicUrl'> & Partial<Pick<Config, 'contact' | 'metrics'>>,
  world: World,
  opening: Site | Promise<Site>,
): Promise<Orbweaver> {
  const { log } = world;
  const metrics = new Metrics();
  const served = new Follower<Served>({
    home: config.home,
    pollMilliseconds: world.pollMilliseconds ?? 5000,
    open: async (id, lenient) => {
      const opened = await openServed(config.home, id, lenient, metrics);
      const { missing } = opened.release;
      if (missing.length > 0) log.error({ release: id, missing }, 'this release lacks files; what it has is served');
      return opened;
    },
    damage: ({ release }) => damageOf(release),
    close: ({ catalog }) => catalog.close(),
    onSwitch: (id) => log.info({ release: id }, 'serving release'),
    onProblem: (id, error) => log.error({ release: id, serving: served.id, reason: error.message }, 'release refused'),
  });
  const [site] = await Promise.all([opening, mkdir(config.home, { recursive: true }).then(() => served.start())]);

  const pinned = new PinnedReleases<Served>({
    open: (id) => openServed(config.home, id, false, metrics),
    close: ({ catalog }) => catalog.close(),
  });
  const calls: CallWorld = {
    publicUrl: config.publicUrl,
    pinned,
    log,
    now: world.now,
    admit: admitter(world.door),
  };
  const callOf = (exchange: Exchange) => new RequestCall(exchange, calls);
  let stopping = false;
  const told: StatusOptions = {
    home: config.home,
    metrics,
    began: world.now(),
    now: world.now,
    problems: () => served.problems,
  };
  const pages: PageWorld = {
    publicUrl: config.publicUrl,
    contact: config.contact,
    now: world.now,
    status: (manifest) => serviceStatus(told, manifest),
  };
  const steps: readonly Step[] = [
    countRequests(metrics),
    checkHost,
    checkMethod,
    answerHealth(
      world.now,
      () => stopping,
      () => served.problems,
    ),
    answerMetrics(metrics, { mode: config.metrics ?? 'local', home: config.home, now: world.now }),
    sendDescription(config.publicUrl, apiVersion),
    sendReleaseFiles(new FileSender(world.memory), callOf),
    answerApi(createApi(), callOf),
    answerAccount({ ...pages, site, door: world.door }),
    sendSite(site, {
      ...pages,
      addressOf: (forwarded, socket) => world.door.addressOf(forwarded, socket),
    }),
  ];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Who keeps a connection would send the next request into a closed door.
    if (stopping) response.shouldKeepAlive = false;
    answer(request, response, { served, world, steps });
  };
  const server = makeServer(handle);
  server.on('clientError', answerBadClient(world, served));
  return {
    server,
    served,
    handle,
    listen: () => listen(server, config),
    drain: () => {
      stopping = true;
    },
    stop: async (milliseconds = 10_000) => {
      await closeServer(server, milliseconds);
      served.stop();
    },
  };
}

/** Takes one request along the steps until one answers, and holds its release until the last byte is gone. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { served, world, steps }: { served: Follower<Served>; world: World; steps: readonly Step[] },
): void {
  const { log } = world;
  const began = world.now();
  const lease = served.hold();
  const id = world.requestId();
  const exchange = new BegunExchange({ id, request, response, served: lease?.value ?? null });
  const ended = () => {
    lease?.end();
    if (!log.isLevelEnabled('debug')) return;
    const { method, url = '' } = request;
    const ms = world.now() - began;
    log.debug({ requestId: id, method, url: withoutToken(url), status: response.statusCode, ms }, 'request');
  };
  try {
    exchange.target = parseTarget(request.url ?? '');
    const walked = walk(steps, 0, exchange);
    // A page goes on being made when its reader has gone, and reads its release to the end.
    if (walked)
      return void walked.catch((error: unknown) => fail(exchange, error, log)).then(() => exchange.onClosed(ended));
  } catch (error) {
    fail(exchange, error, log);
  }
  exchange.onClosed(ended);
}

/** The steps from the nth on. A promise only where one of them has to wait. */
function walk(steps: readonly Step[], first: number, exchange: Exchange): Promise<void> | undefined {
  for (let n = first; n < steps.length; n += 1) {
    const answered = steps[n]!(exchange);
    if (answered === true) return undefined;
    if (answered) return answered.then((done) => (done ? undefined : walk(steps, n + 1, exchange)));
  }
  return undefined;
}

/** Turns what a step threw into an answer; what nobody foresaw is logged whole and told to no client. */
function fail(about: Pick<Exchange, 'id' | 'request' | 'response' | 'served'>, error: unknown, log: Logger): void {
  const { response, request, id } = about;
  if (response.closed) return;
  const refusal = error instanceof Refusal ? error : new Refusal('internal_error');
  if (refusal.status >= 500 && refusal.status !== 503)
    log.error({ requestId: id, url: withoutToken(request.url ?? ''), err: error }, 'request failed');
  if (response.headersSent) response.destroy();
  else writeRefusal(about, refusal);
}
