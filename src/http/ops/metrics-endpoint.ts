import type { IncomingMessage } from 'node:http';
import type { Handler } from 'hono';
import type { WebhookWork } from '../../features/webhooks/webhook-sender.ts';
import type { Peers } from '../../peers.ts';
import type { Lease } from '../../release/follow.ts';
import { ApiError } from '../errors.ts';
import type { OpenedRelease } from '../opened-release.ts';
import type { HttpEnv } from '../request-context.ts';
import { joinedMetrics, type Metrics } from './metrics.ts';
import { readRefreshes } from './status.ts';

/** Access to the metrics, and the folder with the record of refreshes. */
interface MetricsOptions {
  readonly mode: 'local' | 'open' | 'off';
  readonly home: string;
  /** Webhook messages of this process; null without accounts. */
  readonly webhooks: () => WebhookWork | null;
  /** Holds the served release; null if there is none. */
  readonly current: () => Lease<OpenedRelease> | null;
  readonly peers: Peers;
  /** Milliseconds since 1970. */
  now(): number;
}

/** `/metrics`; 404 for clients that may not read it. */
export function metricsEndpoint(metrics: Metrics, options: MetricsOptions): Handler<HttpEnv> {
  const { mode, home, webhooks, current, peers, now } = options;
  const texts = peers.byAll('metrics', async () => {
    const lease = current();
    const manifest = lease?.value.release.manifest ?? null;
    lease?.end();
    return metrics.text({ now: now(), manifest, refreshes: await readRefreshes(home), webhooks: webhooks() });
  });
  return async (c) => {
    const { request, headers } = c.env.context;
    if (mode === 'off' || (mode === 'local' && !isLocal(request))) throw new ApiError('not_found');
    const body = joinedMetrics(await texts());
    return new Response(body, {
      headers: {
        ...headers,
        'Content-Type': metrics.contentType,
        'Content-Length': String(Buffer.byteLength(body)),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  };
}

/** Whether a request comes from this machine, and not through a proxy on it, whose requests may come from anywhere. */
function isLocal({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const address = socket.remoteAddress ?? '';
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return loopback && ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].every((name) => !(name in headers));
}
