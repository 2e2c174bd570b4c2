import { svgElement } from '../../../../dom/element.ts';
import { compassPoint } from '../../../../orbit/observation/pass-calendar.ts';
import type { PassMoment } from '../../../../orbit/observation/passes.ts';
import type { TimeWords } from '../pass-words.ts';
import { onPolar, polarPath } from '../polar.ts';
import type { DrawnPass } from './pass-search.ts';

/** From the zenith to the horizon, in units of the drawing. */
export const RADIUS = 130;
/** The points of the compass, and the positions of their letters. */
const compass = (['N', 'E', 'S', 'W'] as const).map((name, index) => ({ name, ...onPolar(90 * index, -9, RADIUS) }));

/** An empty chart of the sky: rings every 30°, the points of the compass. */
export function skyChart(label: string): SVGElement {
  const chart = svgElement('svg', { class: 'polar', viewBox: '-160 -152 320 304', role: 'img', 'aria-label': label });
  for (const elevation of [0, 30, 60]) {
    const ring = svgElement('circle', {
      class: elevation === 0 ? 'horizon' : 'ring',
      r: (RADIUS * (90 - elevation)) / 90,
    });
    chart.append(ring);
    if (elevation > 0)
      chart.append(
        svgElement('text', { class: 'degrees', x: 3, y: -(RADIUS * (90 - elevation)) / 90 - 3 }, `${elevation}°`),
      );
  }
  chart.append(svgElement('path', { class: 'ring', d: `M0 ${-RADIUS}V${RADIUS}M${-RADIUS} 0H${RADIUS}` }));
  for (const { name, x, y } of compass) {
    chart.append(svgElement('text', { class: 'compass', x: x.toFixed(1), y: (y + 4.5).toFixed(1) }, name));
  }
  return chart;
}

/** The path of a pass over the sky, with the times of its rise, highest point and set. */
export function passChart(pass: DrawnPass, words: TimeWords, label: string): SVGElement {
  const chart = skyChart(label);
  for (const { light, d } of polarPath(pass.path, pass, RADIUS)) {
    if (light === 'visible') chart.append(svgElement('path', { class: 'path under', d }));
    chart.append(svgElement('path', { class: `path ${light}`, d }));
  }
  const [rise, top, set] = [pass.rise, pass.culmination, pass.set].map((moment) => ({
    text: words.time(moment.at).slice(0, 5),
    ...onPolar(moment.azimuth_deg, moment.elevation_deg, RADIUS),
  })) as [Labeled, Labeled, Labeled];
  // Labels lie outside of the path: before its begin, behind its end, and away from the middle at its highest point.
  for (const [point, from] of [
    [rise, top],
    [set, top],
    [top, { x: 0, y: 0 }],
  ] as const)
    chart.append(...labeled(point, from));
  return chart;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Labeled extends Point {
  readonly text: string;
}

/** Position of a point's label: on the side away from another point, and next to a compass letter that would overlap. */
export function labelPlace({ x, y }: Point, from: Point): Point & { anchor: 'start' | 'middle' | 'end' } {
  const [dx, dy] = [x - from.x, y - from.y];
  const away = Math.hypot(dx, dy) || 1;
  const anchor = dx / away > 0.4 ? 'start' : dx / away < -0.4 ? 'end' : 'middle';
  const place = { x: x + (8 * dx) / away, y: y + (10 * dy) / away + 3.5 };
  // A label is about 28 wide and 8 high above its baseline; a compass label is 12 wide and high, about its place.
  const left = place.x - (anchor === 'end' ? 28 : anchor === 'middle' ? 14 : 0);
  const letter = compass.find(
    (one) => left < one.x + 8 && left + 28 > one.x - 8 && place.y - 8 < one.y + 7 && place.y > one.y - 7,
  );
  if (!letter) return { ...place, anchor };
  if (letter.name === 'N' || letter.name === 'S')
    return { x: letter.x + (x < 0 ? -9 : 9), y: place.y, anchor: x < 0 ? 'end' : 'start' };
  return { x: place.x, y: letter.y + (y < 0 ? -9 : 17), anchor };
}

/** A point with its label. */
function labeled(point: Labeled, from: Point): SVGElement[] {
  const { text, x, y } = point;
  const { anchor, ...at } = labelPlace(point, from);
  const place = { x: at.x.toFixed(1), y: at.y.toFixed(1) };
  return [
    svgElement('circle', { class: 'moment-point', cx: x.toFixed(1), cy: y.toFixed(1), r: '2.6' }),
    svgElement('text', { class: 'moment', ...place, 'text-anchor': anchor }, text),
  ];
}

/** Marks the current position of an object on a chart; null removes the mark. */
export function markNow(chart: Element | null, look: PassMoment | null): void {
  if (!chart) return;
  const mark = chart.querySelector('.now') ?? chart.appendChild(svgElement('circle', { class: 'now', r: '5' }));
  if (!look || look.elevation_deg < 0) {
    mark.remove();
    return;
  }
  const { x, y } = onPolar(look.azimuth_deg, look.elevation_deg, RADIUS);
  mark.setAttribute('cx', x.toFixed(1));
  mark.setAttribute('cy', y.toFixed(1));
}

/** The direction of a dish: `azimuth 187.3° (S), elevation 30.1°`. */
export const dishWords = ({ azimuth_deg, elevation_deg }: PassMoment): string =>
  `azimuth ${azimuth_deg.toFixed(1)}° (${compassPoint(azimuth_deg)}), elevation ${elevation_deg.toFixed(1)}°`;
