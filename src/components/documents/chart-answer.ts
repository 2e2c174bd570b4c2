import { createHash } from 'node:crypto';
import { type Chart, chartCsv } from '../charts/chart.ts';
import { chartImage, chartStyles } from '../charts/chart-svg.ts';

const hash = createHash('sha256').update(chartStyles).digest('base64');

/** A chart as an image that other sites can embed. */
export function chartImageAnswer(chart: Chart, source: string): Response {
  return new Response(chartImage(chart, source), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}

/** Text as a CSV file. */
export const csvAnswer = (csv: string) => new Response(csv, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });

/** A chart as CSV. */
export const chartCsvAnswer = (chart: Chart, source: string) => csvAnswer(chartCsv(chart, source));
