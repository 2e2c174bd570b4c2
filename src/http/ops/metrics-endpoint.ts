import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors.ts';
import { type Step, writeReply } from '../request-context.ts';
import type { Metrics } from './metrics.ts';
import { readRefreshes } from './refresh-files.ts';
import { routeName } from './route-name.ts';

/** The first step: it answers nothing, and counts every answer when its last byte is gone. */
export function countRequests(metrics: Metrics): Step {
  return (exchange) => {
    const { target, request, response } = exchange;
    const began = performance.now();
    exchange.onClosed(() => {
      const seconds = (performance.now() - began) / 1000;
      metrics.count(routeName(target.path, target.isApi), request.method ?? '', response.statusCode, seconds);
    });
    return false;
  };
}

/** Who may read the metrics, where they are, and what time it is. */
interface MetricsOptions {
  readonly mode: 'local' | 'open' | 'off';
  readonly home: string;
  now(): number;
}

/** `/metrics`. To who may not read it, it isn't there. */
export function answerMetrics(metrics: Metrics, { mode, home, now }: MetricsOptions): Step {
  return (exchange) => {
    if (exchange.target.path !== '/metrics') return false;
    if (mode === 'off' || (mode === 'local' && !isLocal(exchange.request))) throw new Refusal('not_found');
    return send();

    async function send(): Promise<true> {
      const manifest = exchange.served?.release.manifest ?? null;
      const body = await metrics.text({ now: now(), manifest, refreshes: await readRefreshes(home) });
      const headers = {
        'Content-Type': metrics.contentType,
        'Content-Length': String(Buffer.byteLength(body)),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': exchange.id,
      };
      writeReply(exchange, { status: 200, headers, body });
      return true;
    }
  };
}

/** From this machine, and not through a proxy on it: what a proxy passes on comes from anywhere. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? '';
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return loopback && ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].every((name) => !(name in headers));
}
