import { element, partsOf } from '../../../dom/element.ts';
import { plural } from '../../../schema/plain-text.ts';
import { nothingComputed, partNotComputed } from '../../sky/page/not-computed.ts';
import { type Place, parsePlace, storedPlace, storePlace } from '../../sky/page/place.ts';
import { locate, placeName } from '../../sky/page/place-form.ts';
import type { Catalog } from '../catalog.ts';
import { axesOf, isHidden, project, upAt, type Vector } from '../drawing/camera.ts';
import type { Globe } from '../globe.ts';
import { EARTH_RADIUS } from '../motion.ts';

/** Objects below this elevation, in degrees, count as not visible because of houses, trees and haze. */
const MIN_ELEVATION_DEG = 10;
/** Maximum number of objects in the list. */
const MAX_NAMED = 8;
/** How often the list is updated, ms. */
const PAUSE_MS = 2000;

interface AboveParts {
  readonly globe: Globe;
  readonly catalog: Catalog;
  readonly open: (row: number) => void;
}

/**
 * Connects the visitor's place: its mark on the globe, and the list of objects above it. The place is kept in this browser, as that
 * of other pages, and is never sent. Returns a callback to run after each picture.
 */
export function attachAbove(root: HTMLElement, { globe, catalog, open }: AboveParts): () => void {
  const box = root.querySelector<HTMLDetailsElement>('[data-globe-above]')!;
  const part = partsOf(box, 'above');
  const [form, input, message, list] = [part('form'), part<HTMLInputElement>('place'), part('message'), part('list')];
  const only = part<HTMLInputElement>('only');
  const mark = root.querySelector<HTMLElement>('[data-globe-place]')!;
  const base = globe.filter;
  let place: Place | null = null;
  let horizon: Horizon | null = null;
  let written = Number.NEGATIVE_INFINITY;
  box.hidden = false;

  const set = (next: Place) => {
    place = next;
    horizon = horizonOf(next);
    input.value = placeName(next);
    written = Number.NEGATIVE_INFINITY;
    globe.camera = { ...globe.camera, latitude: next.lat, longitude: next.lon };
    globe.draw();
  };
  const keep = (next: Place) => {
    storePlace(next);
    set(next);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = parsePlace(input.value);
    if (!found) {
      message.textContent = 'Not recognized. Type a large city, or latitude and longitude such as 52.52, 13.41.';
      return;
    }
    keep(found);
  });
  part('locate').addEventListener('click', () => locate(message, keep));
  only.addEventListener('change', () => {
    written = Number.NEGATIVE_INFINITY;
    if (!only.checked) globe.filter = base;
    globe.draw();
  });
  box.addEventListener('toggle', () => {
    const stored = storedPlace();
    if (box.open && place === null && stored) set(stored);
  });

  /** Rows above the horizon, the highest first, without those that other filters hide. */
  const risen = (seen: Horizon) => {
    const found: { row: number; elevation: number }[] = [];
    for (let row = 0; row < catalog.ids.length; row += 1) {
      const at = base === null || base[row] === 1 ? globe.positionOf(row) : null;
      const elevation = at === null ? -90 : elevationOf(seen, at);
      if (elevation >= MIN_ELEVATION_DEG) found.push({ row, elevation });
    }
    return found.sort((a, b) => b.elevation - a.elevation);
  };
  const addLine = () => {
    const button = element('button', { type: 'button' }, element('span'), ' ', element('code'));
    button.addEventListener('click', () => open(Number(button.dataset['row'])));
    list.append(element('li', {}, button));
    return button;
  };
  const write = (seen: Horizon) => {
    const found = risen(seen);
    const placed = globe.placed(base);
    const nothing = found.length === 0 ? nothingComputed(placed) : null;
    message.textContent = nothing
      ? `${nothing}.`
      : `${plural(found.length, 'object is', 'objects are')} more than ${MIN_ELEVATION_DEG}° above ${placeName(place!)}.${partNotComputed(placed)}`;
    const named = found.slice(0, MAX_NAMED);
    // Reuse the lines and change only their text: a line that is about to be clicked must not disappear.
    while (list.children.length > named.length) list.lastElementChild!.remove();
    for (const [index, { row, elevation }] of named.entries()) {
      const button = list.children[index]?.querySelector('button') ?? addLine();
      button.dataset['row'] = String(row);
      button.firstElementChild!.textContent = catalog.names[row]!;
      button.lastElementChild!.textContent = `${elevation.toFixed(0)}°`;
    }
    if (only.checked) {
      const shown = new Uint8Array(catalog.ids.length);
      for (const { row } of found) shown[row] = 1;
      globe.filter = shown;
    }
  };
  return () => {
    if (horizon === null) return;
    const drawn = project(globe.camera, globe.size, horizon.place);
    mark.hidden = drawn === null || isHidden(axesOf(globe.camera), horizon.place);
    if (drawn) mark.style.transform = `translate(${drawn.x.toFixed(1)}px, ${drawn.y.toFixed(1)}px)`;
    const now = performance.now();
    // Do not change the list while it has the focus or the pointer.
    if (!box.open || now - written < PAUSE_MS || list.matches(':focus-within, :hover')) return;
    written = now;
    write(horizon);
  };
}

/** WGS-84: equatorial radius, km, and the square of the eccentricity. */
const [equator, eccentricity2] = [6378.137, 0.006_694_379_990_14];

/** A place on the ellipsoid and the direction straight up from it, Earth-fixed, Earth radii. */
interface Horizon {
  readonly place: Vector;
  readonly up: Vector;
}

/** The horizon of a place at sea level; degrees, north and east positive. */
export function horizonOf({ lat, lon }: { readonly lat: number; readonly lon: number }): Horizon {
  const up = upAt(lon, lat);
  const normal = equator / Math.sqrt(1 - eccentricity2 * up[2] ** 2) / EARTH_RADIUS;
  return { place: [normal * up[0], normal * up[1], normal * (1 - eccentricity2) * up[2]], up };
}

/** Elevation of an object above a horizon, degrees; negative below it. */
export function elevationOf({ place, up }: Horizon, object: Vector): number {
  const away = [object[0] - place[0], object[1] - place[1], object[2] - place[2]] as const;
  const rise = away[0] * up[0] + away[1] * up[1] + away[2] * up[2];
  return (Math.asin(rise / Math.hypot(...away)) * 180) / Math.PI;
}
