import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { chartImage, chartStyles } from '../../components/charts/chart-svg.ts';
import { chartSource, chartsOf } from '../../components/charts/charts.ts';

const hash = createHash('sha256').update(chartStyles).digest('base64');

/** A chart of `/stats` as an image that other sites can embed. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base } = locals.orbweaver;
  const plots = release && (await release.plots());
  const chart = plots && chartsOf(plots, release.generated_at).find(({ slug }) => slug === params['chart']);
  if (!chart) return new Response(null, { status: 404 });
  return new Response(chartImage(chart, chartSource(base, release.generated_at)), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
};
