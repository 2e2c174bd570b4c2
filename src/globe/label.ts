import { project } from './camera.ts';
import type { Globe } from './globe.ts';
import { altitudeOf } from './motion.ts';
import type { Propagation } from './propagation.ts';

/** The name beside the object that is pointed at. */
export interface GlobeLabel {
  /** Names an object; null takes the name away. */
  show(row: number | null): void;
  /** Goes to the object's page. */
  open(row: number): void;
  /** Puts the name where its object is now. */
  follow(): void;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Makes a label of a link on the globe's stage. */
export function globeLabel(link: HTMLAnchorElement, globe: Globe, { catalog }: Propagation): GlobeLabel {
  const [name, number, altitude] = ['b', 'code', 'span'].map((tag) => link.querySelector(tag)!) as [
    Element,
    Element,
    Element,
  ];
  const address = (row: number) => `/satellites/${catalog.ids[row]}`;

  function follow(): void {
    const row = globe.marked;
    const place = row === null ? null : globe.placeOf(row);
    const at = place && project(globe.camera, globe.size, place);
    link.hidden = !at;
    if (!at) return;
    altitude.textContent = `${whole.format(altitudeOf(place))} km up`;
    const { width, height } = globe.size;
    const x = at.x > width - 220 ? at.x - 14 - link.offsetWidth : at.x + 14;
    const y = Math.max(4, Math.min(height - link.offsetHeight - 4, at.y - 12));
    link.style.translate = `${Math.round(Math.max(4, x))}px ${Math.round(y)}px`;
  }

  return {
    follow,
    show(row) {
      if (row !== null && row !== globe.marked) {
        name.textContent = catalog.names[row]!;
        number.textContent = String(catalog.ids[row]);
        link.href = address(row);
      }
      void globe.mark(row);
      follow();
    },
    open: (row) => location.assign(address(row)),
  };
}
