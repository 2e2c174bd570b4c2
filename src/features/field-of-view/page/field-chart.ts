import { element, svgElement } from '../../../dom/element.ts';
import { placeOfDirection } from '../../../orbit/icrs.ts';
import { plural } from '../../../schema/plain-text.ts';
import { fieldOf } from '../field.ts';
import { Projection, type Wcs } from '../wcs.ts';
import { Frame, gridOf, pathOf } from './field-grid.ts';
import type { PageTrack } from './field-worker.ts';

/** Width and height of the sky on the drawing, and of its margins with the labels. */
const SIZE = 600;
const [LEFT, BELOW] = [70, 52];
/** Points along each side of an image. */
const SIDE = 12;
/** Share of the drawing that the field fills. */
const FILLED = 0.92;

/** The outline of an image, as directions around it. */
function outlineOf(wcs: Wcs) {
  const projection = new Projection(wcs);
  const [right, top] = [wcs.width + 0.5, wcs.height + 0.5];
  const corners = [
    [0.5, 0.5],
    [right, 0.5],
    [right, top],
    [0.5, top],
    [0.5, 0.5],
  ] as const;
  return corners.slice(1).flatMap(([x, y], n) => {
    const [fromX, fromY] = corners[n]!;
    return Array.from({ length: SIDE + 1 }, (_, k) =>
      projection.directionOf(fromX + ((x - fromX) * k) / SIDE, fromY + ((y - fromY) * k) / SIDE),
    );
  });
}

/**
 * A chart of an image with the tracks that cross it: each is a link, marked by its number. `on` is called with the
 * track under the pointer.
 */
export function fieldChart(wcs: Wcs, tracks: readonly PageTrack[], on: (track: number | null) => void): SVGElement {
  const field = fieldOf({ kind: 'image', wcs });
  const { ra_deg, dec_deg } = placeOfDirection(field.center);
  const frame = new Frame([ra_deg, dec_deg], Math.min(75, (field.radius * 180) / Math.PI / FILLED), SIZE);
  const width = LEFT + SIZE;
  const chart = svgElement('svg', {
    viewBox: `0 0 ${width} ${SIZE + BELOW}`,
    class: 'field-chart',
    role: 'group',
    'aria-label': `Chart of the image with ${plural(tracks.length, 'track')}, north up, east left; the table lists the same`,
  });
  const sky = svgElement('svg', { x: LEFT, y: 0, width: SIZE, height: SIZE, viewBox: `0 0 ${SIZE} ${SIZE}` });
  const lines = gridOf(frame);
  sky.append(...lines.map(({ d }) => svgElement('path', { class: 'grid', d })));
  sky.append(
    svgElement('path', { class: 'image', d: `${pathOf(outlineOf(wcs).map((one) => frame.pointOf(one)))}Z` }),
    ...tracks.map((track, n) => drawnTrack(frame, track, n, on)),
    svgElement('rect', { class: 'edge', x: 0, y: 0, width: SIZE, height: SIZE }),
  );
  const labels = lines.flatMap(({ axis, text, at }) => {
    if (at === null) return [];
    const place =
      axis === 'dec' ? { x: LEFT - 6, y: at + 4, class: 'dec' } : { x: LEFT + at, y: SIZE + 20, class: 'ra' };
    return [svgElement('text', place, text)];
  });
  chart.append(
    sky,
    ...labels,
    svgElement('text', { class: 'ra axis', x: LEFT + SIZE / 2, y: SIZE + 44 }, 'Right ascension (ICRS); east is left'),
    svgElement(
      'text',
      { class: 'ra axis', x: 0, y: 0, transform: `translate(14 ${SIZE / 2}) rotate(-90)` },
      'Declination (ICRS)',
    ),
  );
  return chart;
}

function drawnTrack(frame: Frame, track: PageTrack, n: number, on: (track: number | null) => void): SVGElement {
  const points = track.sights.map(({ ra_deg, dec_deg }) => frame.pointAt(ra_deg, dec_deg));
  const d = pathOf(points);
  const link = svgElement('a', {
    href: `/satellites/${track.id}`,
    class: track.sunlit ? 'lit' : 'shadow',
    'aria-label': `${n + 1}: ${track.name}`,
    'data-track': n,
  });
  // A wide transparent line, which is easy to hit with a finger.
  link.append(svgElement('path', { class: 'reach', d }), svgElement('path', { class: 'path', d }));
  const [start, end] = [points[0], points.at(-1)];
  if (end) link.append(svgElement('circle', { class: 'end', cx: end[0].toFixed(1), cy: end[1].toFixed(1), r: 4 }));
  if (start) {
    const [x, y] = start.map((one) => Math.max(14, Math.min(frame.size - 14, one))) as [number, number];
    link.append(svgElement('text', { x: (x + 6).toFixed(1), y: (y - 6).toFixed(1) }, String(n + 1)));
  }
  let touched = false;
  link.addEventListener('pointerdown', (event) => {
    touched = (event as PointerEvent).pointerType === 'touch';
  });
  link.addEventListener('pointerenter', () => on(n));
  link.addEventListener('focus', () => on(n));
  link.addEventListener('click', (event) => {
    // A tap shows the object's name below the chart, which is a link, because a finger covers the track itself.
    if (touched) event.preventDefault();
    on(n);
  });
  return link;
}

/** The words below the chart for a track. */
export const trackWords = (track: PageTrack, words: string): (Node | string)[] => [
  element('a', { href: `/satellites/${track.id}` }, track.name),
  ` ${words}`,
];
