import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WebhookWork } from '../../features/webhooks/webhook-sender.ts';
import { alone, type Peers } from '../../peers.ts';
import type { Manifest } from '../../schema/release/manifest.ts';
import type { RefreshRecord } from '../../schema/release/refresh-record.ts';
import type { RouteName } from '../request-context.ts';
import { answering, type Measured } from './service-levels.ts';

/** The state of the server at scrape time. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The manifest of the served release; null if there is none. */
  readonly manifest: Manifest | null;
  /** The record of refreshes; null if there was none from the network. */
  readonly refreshes: RefreshRecord | null;
  /** Webhook messages of this process; null without accounts. */
  readonly webhooks: WebhookWork | null;
}

/** Seconds; a stored response takes less than a millisecond, a search a few, a dataset over a slow line many. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Seconds; a lookup takes microseconds. */
const lookUpBuckets = [0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.001, 0.01];

/**
 * Counts of this process's work and the age of its catalog, in the text format of Prometheus. With several processes on one
 * port, every series has the label `worker`: a process that is replaced starts again at 0, which a sum could not show.
 */
export class Metrics {
  #paused = 0;
  /** The routes of the requests counted so far, by name. */
  readonly #routes = new Map<string, RouteName>();
  readonly #registry = new Registry();
  readonly #requests;
  readonly #seconds;
  readonly #refusals;
  readonly #webhooks;
  /** Records the duration of a DuckDB query in seconds. */
  readonly query: (seconds: number) => void;
  /** Records the duration of a record lookup in seconds; one in 64 is timed. */
  readonly lookUp: (seconds: number) => void;
  readonly #gauges;
  /** Cached, because looking up a labeled counter costs more than counting. */
  readonly #counting = new Map<string, (seconds: number) => void>();

  constructor({ worker }: Pick<Peers, 'worker'> = alone) {
    const registers = [this.#registry];
    if (worker !== null) this.#registry.setDefaultLabels({ worker: String(worker) });
    collectDefaultMetrics({ register: this.#registry });
    // The names of these gauges end like those of counters. The same values by type remain, in metrics without that
    // ending.
    for (const kind of ['handles', 'requests', 'resources'])
      this.#registry.removeSingleMetric(`nodejs_active_${kind}_total`);
    this.#requests = new Counter({
      name: 'orbweaver_requests_total',
      help: 'Requests answered, by route and status',
      labelNames: ['route', 'method', 'status'] as const,
      registers,
    });
    this.#seconds = new Histogram({
      name: 'orbweaver_request_seconds',
      help: 'Time from a request to the last byte of its response, by route',
      labelNames: ['route'] as const,
      buckets,
      registers,
    });
    this.#refusals = new Counter({
      name: 'orbweaver_quota_refusals_total',
      help: 'Requests refused with 429 because a daily quota or a limit by the second was used up, by route',
      labelNames: ['route'] as const,
      registers,
    });
    this.#webhooks = new Counter({
      name: 'orbweaver_webhook_attempts_total',
      help: 'Attempts to send a webhook, by outcome: delivered, failed, or stuck (abandoned without an outcome)',
      labelNames: ['outcome'] as const,
      registers,
    });
    const queries = new Histogram({
      name: 'orbweaver_duckdb_seconds',
      help: 'Time of a query in DuckDB, its wait for a connection left out',
      buckets,
      registers,
    });
    const lookUps = new Histogram({
      name: 'orbweaver_record_seconds',
      help: 'Time of a look-up of one object; one in 64 is timed',
      buckets: lookUpBuckets,
      registers,
    });
    this.query = (seconds) => queries.observe(seconds);
    this.lookUp = (seconds) => lookUps.observe(seconds);
    const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Gauge({ name: `orbweaver_${name}`, help, labelNames: [...labelNames], registers });
    this.#gauges = {
      release: gauge('release_info', 'The served release; always 1', ['release', 'sample']),
      webhooksSending: gauge('webhooks_sending', 'Webhook messages being sent', []),
      releaseAge: gauge('release_age_seconds', 'Time since the served release was made', []),
      objects: gauge('release_objects', 'Objects in the served release', []),
      sourceAge: gauge('source_age_seconds', 'Time since the newest file of a source was downloaded', ['source']),
      sourceFresh: gauge('source_fresh', '1 if the served release has the newest files of a source, else 0', [
        'source',
      ]),
      failures: gauge(
        'source_failures',
        'Consecutive times that a file of a source was not downloaded or was invalid',
        ['source', 'file'],
      ),
      answers: gauge('source_answers', 'Responses of publishers since the first refresh, by kind', ['source', 'kind']),
      refresh: gauge('refresh_success', '1 if the last refresh from the network succeeded, else 0', []),
      refreshAge: gauge('refresh_age_seconds', 'Time since the last refresh from the network ended', []),
    };
  }

  /** Counts one response. */
  count(answered: RouteName, method: string, status: number, seconds: number): void {
    const route = answered.name;
    const known = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'POST' ? method : 'other';
    const key = `${route} ${known} ${status}`;
    let counted = this.#counting.get(key);
    if (!counted) {
      this.#routes.set(route, answered);
      const [requests, times] = [this.#requests.labels(route, known, String(status)), this.#seconds.labels(route)];
      counted = (value) => {
        requests.inc();
        times.observe(value);
      };
      this.#counting.set(key, counted);
    }
    counted(seconds);
    if (status === 429) this.#refusals.inc({ route });
  }

  /** Counts a refusal while the operator has paused the API, which is neither a failure nor a success. */
  countPaused(): void {
    this.#paused += 1;
  }

  /** All metrics as text, including those computed at scrape time. */
  async text(moment: Moment): Promise<string> {
    for (const one of Object.values(this.#gauges)) one.reset();
    // An unknown value is omitted: a gauge without labels would be 0.
    const { releaseAge, objects, refresh, refreshAge, webhooksSending } = this.#gauges;
    for (const one of [releaseAge, objects, refresh, refreshAge, webhooksSending]) one.remove();
    this.#release(moment);
    this.#sources(moment);
    this.#sent(moment);
    return this.#registry.metrics();
  }

  /** Counts since this server started, from which the service level objectives are measured. */
  async measured(): Promise<Measured> {
    const answers = { all: 0, good: 0 };
    for (const { value, labels } of (await this.#requests.get()).values) {
      if (this.#routes.get(String(labels.route))?.level === 'unmeasured') continue;
      answers.all += value;
      if (Number(labels.status) < 500) answers.good += value;
    }
    answers.all -= this.#paused;
    const timed = (await this.#seconds.get()).values;
    const share = (level: RouteName['level'], seconds: number) => {
      const sum = (name: string, bucket?: number) =>
        timed
          .filter(
            ({ metricName, labels }) =>
              metricName?.endsWith(name) && this.#routes.get(String(labels.route))?.level === level,
          )
          .filter(({ labels }) => bucket === undefined || (labels as { le?: number | string }).le === bucket)
          .reduce((total, { value }) => total + value, 0);
      return { all: sum('_count'), good: sum('_bucket', seconds) };
    };
    return {
      answers,
      api: share('api', answering.api.seconds),
      pages: share('pages', answering.pages.seconds),
    };
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #release({ now, manifest }: Moment): void {
    if (!manifest) return;
    this.#gauges.release.set({ release: manifest.id, sample: String(manifest.sample) }, 1);
    this.#gauges.releaseAge.set(age(manifest.generated_at, now));
    this.#gauges.objects.set(manifest.counts.satellites);
    for (const { slug: source, fetched_at, status } of manifest.sources) {
      if (fetched_at) this.#gauges.sourceAge.set({ source }, age(fetched_at, now));
      this.#gauges.sourceFresh.set({ source }, status === 'fresh' ? 1 : 0);
    }
  }

  #sent({ webhooks }: Moment): void {
    this.#webhooks.reset();
    if (!webhooks) return;
    for (const [outcome, count] of Object.entries(webhooks.attempts)) this.#webhooks.inc({ outcome }, count);
    this.#gauges.webhooksSending.set(webhooks.sending);
  }

  #sources({ now, refreshes }: Moment): void {
    if (!refreshes) return;
    for (const [key, { failures, answers }] of Object.entries(refreshes.files)) {
      const [source = '', file = ''] = key.split('/');
      this.#gauges.failures.set({ source, file }, failures);
      for (const [kind, count] of Object.entries(answers)) this.#gauges.answers.inc({ source, kind }, count);
    }
    if (!refreshes.last) return;
    this.#gauges.refresh.set(refreshes.last.outcome === 'failed' ? 0 : 1);
    this.#gauges.refreshAge.set(age(refreshes.last.ended_at, now));
  }
}

/** Joins the texts of several processes: the series of each metric together, below one description. */
export function joinedMetrics(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  const series = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const [, head, lines] = /^(# HELP .*\n# TYPE .*)\n?([\s\S]*)$/.exec(block)!;
    series.set(head!, [...(series.get(head!) ?? []), ...(lines === '' ? [] : [lines!])]);
  }
  return `${[...series].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`;
}

const age = (time: string, now: number) => (now - Date.parse(time)) / 1000;
