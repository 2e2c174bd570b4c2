import { type Step, writeReply } from './exchange.ts';

/**
 * `/healthz`: this process answers. `/readyz`: it has a release to answer from, and is not about to stop. For those who
 * start, stop and balance servers; nobody is counted for asking.
 */
export function answerHealth(now: () => number, isStopping: () => boolean, problems: () => readonly string[]): Step {
  return (exchange) => {
    const { target, served, id } = exchange;
    if (target.path !== '/healthz' && target.path !== '/readyz') return false;
    const manifest = served?.release.manifest;
    const obstacle =
      manifest === undefined ? 'no release is published yet' : isStopping() ? 'this server is stopping' : null;
    const asked = target.path === '/readyz' ? obstacle : null;
    const facts = {
      status: asked ?? 'ok',
      release: manifest?.id ?? null,
      problems: problems(),
      sample: manifest?.sample ?? null,
      release_age_seconds: manifest ? Math.round((now() - Date.parse(manifest.generated_at)) / 1000) : null,
      sources: Object.fromEntries((manifest?.sources ?? []).map(({ slug, status }) => [slug, status])),
    };
    const body = `${JSON.stringify(facts)}\n`;
    const headers = {
      ...served?.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': id,
    };
    writeReply(exchange, { status: asked === null ? 200 : 503, headers, body });
    return true;
  };
}
