import type { IncomingMessage } from 'node:http';
import type { Handler } from 'hono';
import type { WebhookWork } from '../../accounts/webhooks/webhook-sender.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';
import type { Metrics } from './metrics.ts';
import { readRefreshes } from './refresh-files.ts';

/** Who may read the metrics, and where refreshes are recorded. */
interface MetricsOptions {
  readonly mode: 'local' | 'open' | 'off';
  readonly home: string;
  /** What webhooks this process has sent; null where there are no accounts. */
  readonly webhooks: () => WebhookWork | null;
}

/** `/metrics`; 404 for anyone who may not read it. */
export function metricsEndpoint(metrics: Metrics, { mode, home, webhooks }: MetricsOptions): Handler<HttpEnv> {
  return async (c) => {
    const { request, served, now, headers } = c.env.context;
    if (mode === 'off' || (mode === 'local' && !isLocal(request))) throw new ApiError('not_found');
    const manifest = served?.release.manifest ?? null;
    const body = await metrics.text({ now, manifest, refreshes: await readRefreshes(home), webhooks: webhooks() });
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

/** From this machine, and not through a proxy on it: what a proxy passes on comes from anywhere. */
function isLocal({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const address = socket.remoteAddress ?? '';
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return loopback && ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].every((name) => !(name in headers));
}
