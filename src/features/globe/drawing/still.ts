import type { OrbitClass } from '../../../schema/vocabulary.ts';
import { EARTH_RADIUS } from '../motion.ts';
import { axesOf, discRadius, firstView, isHidden, project, upAt, type Vector } from './camera.ts';
import { coastRings } from './coast.ts';
import { coasts, graticule } from './lines.ts';

/** Position of an object: degrees and km above the Earth. */
interface Dot {
  readonly orbit_class: OrbitClass;
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  readonly altitude_km: number;
}

const size = { width: 1000, height: 640 };

const round = (value: number) => String(Math.round(value * 2) / 2);

/** Lines on the visible side of the Earth, as SVG path data. */
function seenLines(tracks: readonly (readonly (readonly number[])[])[]): string {
  const axes = axesOf(firstView);
  let data = '';
  for (const track of tracks) {
    let last = '';
    for (const [longitude, latitude] of track) {
      const up = upAt(longitude!, latitude!);
      const lifted: Vector = [up[0] * 1.001, up[1] * 1.001, up[2] * 1.001];
      const at = isHidden(axes, lifted) ? null : project(firstView, size, lifted);
      const words = at ? `${round(at.x)} ${round(at.y)}` : '';
      if (words !== last && words !== '') data += `${last === '' ? 'M' : 'L'}${words}`;
      last = words;
    }
  }
  return data;
}

/** Objects as points: one path with a dot for each, neighbors in sequence, so that it is short and compresses well. */
function dots(objects: readonly Dot[]): string {
  const axes = axesOf(firstView);
  const seen = new Set<number>();
  for (const { latitude_deg, longitude_deg, altitude_km } of objects) {
    const up = upAt(longitude_deg, latitude_deg);
    const radius = 1 + altitude_km / EARTH_RADIUS;
    const place: Vector = [up[0] * radius, up[1] * radius, up[2] * radius];
    const at = isHidden(axes, place) ? null : project(firstView, size, place);
    if (!at || at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) continue;
    seen.add(Math.round(at.y) * 2048 + Math.round(at.x));
  }
  let data = '';
  let [x, y] = [0, 0];
  for (const place of [...seen].sort((a, b) => a - b)) {
    const [right, down] = [place % 2048, Math.floor(place / 2048)];
    data += `m${right - x}${down - y < 0 ? '' : ' '}${down - y}h0`;
    [x, y] = [right, down];
  }
  return data;
}

/** The styles of the static drawing; the content security policy allows them by their hash. */
export const stillStyles = `path{fill:none;stroke-linecap:round}.e{fill:#eceee6;stroke:#3e4e50;stroke-opacity:.35;stroke-width:.8}
.c{stroke:#3e4e50;stroke-opacity:.6;stroke-width:.9}.g{stroke:#3e4e50;stroke-opacity:.15;stroke-width:.8}
.d{stroke-width:2}.LEO{stroke:#146880;stroke-opacity:.7}.MEO{stroke:#287842}.GEO{stroke:#b24816}.HEO{stroke:#763896}
@media(prefers-color-scheme:dark){.e{fill:#1b2428;stroke:#97acac}.c{stroke:#97acac}.g{stroke:#97acac}
.LEO{stroke:#71c4d6}.MEO{stroke:#86d6a0}.GEO{stroke:#ff9e64}.HEO{stroke:#cd9ce8}}`;

/** The globe as a static picture: the initial view of the live one. */
export function stillGlobe(objects: readonly Dot[]): string {
  const parts = (['LEO', 'MEO', 'HEO', 'GEO'] as const).map((name) => {
    const data = dots(objects.filter(({ orbit_class }) => orbit_class === name));
    return data === '' ? '' : `<path class="d ${name}" d="${data}"/>`;
  });
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${stillStyles}</style><circle class="e" cx="${width / 2}" cy="${height / 2}" r="${discRadius(firstView, size).toFixed(1)}"/><path class="g" d="${seenLines(graticule(30))}"/><path class="c" d="${seenLines(coasts(coastRings()))}"/>${parts.join('')}</svg>\n`;
}
