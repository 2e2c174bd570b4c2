import type { APIRoute } from 'astro';
import { coastRings } from '../features/globe/drawing/coast.ts';
import { landPath } from '../features/globe/drawing/flat-map.ts';

export const prerender = true;

/** The land of the Earth on a flat map, 360 by 180: made with the website, shown through a mask in the theme's color. */
export const GET: APIRoute = () =>
  new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 180" preserveAspectRatio="none"><path d="${landPath(coastRings())}"/></svg>\n`,
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
