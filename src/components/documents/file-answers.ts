import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { type CardText, shareCard } from '../../card/card.ts';
import { type Chart, chartCsv } from '../charts/chart.ts';
import { chartImage, chartStyles } from '../charts/chart-svg.ts';

/** An error in place of a machine-readable file, in the format of API errors. */
export const refused = (
  status: number,
  body: { code: string; error: string; hint: string; parameter?: string | null; allowed?: readonly string[] },
  headers = {},
) => Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store', ...headers } });

export const noRelease = () =>
  refused(
    503,
    {
      code: 'catalog_unavailable',
      error: 'This server has not published a catalog yet.',
      hint: 'Try again after the time in Retry-After.',
    },
    { 'Retry-After': '30' },
  );

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** All results of a list's query, as a file to download. */
export const exportRoute =
  (form: 'csv' | 'json'): APIRoute =>
  async ({ locals, url }) => {
    const { release } = locals.orbweaver;
    if (!release) return noRelease();
    const exported = await release.exported(url.search.slice(1), form);
    if (!(exported instanceof ReadableStream)) {
      const { error, parameter, allowed } = exported;
      const hint = 'Use one of the values in "allowed".';
      return refused(400, { code: 'invalid_parameter', error, hint, parameter, allowed });
    }
    return new Response(exported, {
      headers: {
        'Content-Type': types[form],
        'Content-Disposition': `attachment; filename="orbweaver-${release.id.slice(0, 8)}.${form}"`,
      },
    });
  };

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

/** A share card, the picture that other sites show beside a link; 404 without its subject. */
export const cardAnswer = (text: CardText | null): Response =>
  text === null
    ? new Response(null, { status: 404 })
    : new Response(shareCard(text), { headers: { 'Content-Type': 'image/png' } });
