import type { Handler } from 'hono';
import type { Peers } from '../../peers.ts';
import type { HttpEnv } from '../request-context.ts';

/**
 * `/healthz`: this process responds. `/readyz`: it has a release to serve, and is not stopping. For programs that
 * start, stop and balance servers; these requests are neither metered nor delayed. If several processes share a port,
 * each reports on itself, and states how many of them accept connections.
 */
export function health(
  asked: 'alive' | 'ready',
  {
    isStopping,
    problems,
    peers,
  }: { isStopping(): boolean; problems(): readonly string[]; readonly peers: Pick<Peers, 'workers'> },
): Handler<HttpEnv> {
  return (c) => {
    const { served, now, headers } = c.env.context;
    const manifest = served?.release.manifest;
    const obstacle =
      manifest === undefined ? 'no release is published yet' : isStopping() ? 'this server is stopping' : null;
    const problem = asked === 'ready' ? obstacle : null;
    const facts = {
      status: problem ?? 'ok',
      release: manifest?.id ?? null,
      problems: problems(),
      sample: manifest?.sample ?? null,
      ...(peers.workers && { workers: peers.workers }),
      release_age_seconds: manifest ? Math.round((now - Date.parse(manifest.generated_at)) / 1000) : null,
    };
    const body = `${JSON.stringify(facts)}\n`;
    return new Response(body, {
      status: problem === null ? 200 : 503,
      headers: {
        ...served?.headers,
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        // Set for responses to HEAD, too.
        'Content-Length': String(Buffer.byteLength(body)),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  };
}
