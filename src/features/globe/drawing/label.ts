import { formatCount } from '../../../schema/plain-text.ts';
import type { Globe } from '../globe.ts';
import { altitudeOf } from '../motion.ts';
import type { Propagation } from '../propagation.ts';
import { project } from './camera.ts';

/** The name next to the object that the pointer is over. */
export interface GlobeLabel {
  /** Shows the name of an object; null hides the label. */
  show(row: number | null): void;
  /** Moves the label to the current position of its object. */
  follow(): void;
}

/** Makes a label of an element on the globe's stage. */
export function globeLabel(element: HTMLElement, globe: Globe, { catalog }: Propagation): GlobeLabel {
  const [name, number, altitude] = ['b', 'code', 'span'].map((tag) => element.querySelector(tag)!) as [
    Element,
    Element,
    Element,
  ];
  let named: number | null = null;

  function follow(): void {
    const place = named === null ? null : globe.placeOf(named);
    const at = place && project(globe.camera, globe.size, place);
    element.hidden = !at;
    if (!at) return;
    altitude.textContent = `${formatCount(altitudeOf(place))} km up`;
    const { width, height } = globe.size;
    const x = at.x > width - 220 ? at.x - 14 - element.offsetWidth : at.x + 14;
    const y = Math.max(4, Math.min(height - element.offsetHeight - 4, at.y - 12));
    element.style.translate = `${Math.round(Math.max(4, x))}px ${Math.round(y)}px`;
  }

  return {
    follow,
    show(row) {
      if (row !== null && row !== named) {
        name.textContent = catalog.names[row]!;
        number.textContent = String(catalog.ids[row]);
      }
      named = row;
      follow();
    },
  };
}
