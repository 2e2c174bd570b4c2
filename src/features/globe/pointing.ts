import { dragged, turned, zoomed } from './drawing/camera.ts';
import type { Globe } from './globe.ts';

/** Maximum distance of the pointer from an object, CSS pixels: a finger needs more. */
const reaches = { mouse: 9, touch: 24 };
/** A pointer that moves less than this many CSS pixels between press and release is a click. */
const still = 5;

/** Callbacks for pointing: the pointer is over an object, or a person selects one; null if there is no object. */
export interface Pointed {
  hover(row: number | null): void;
  select(row: number | null): void;
}

/** Lets a person turn, zoom and point with mouse, pen or fingers. */
export function attachPointing(stage: HTMLElement, globe: Globe, pointed: Pointed): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let touched = false;
  const at = (event: MouseEvent) => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const nearest = (event: MouseEvent, reach: number) => globe.nearest(at(event), reach)?.row ?? null;
  /** Buttons and links on the stage handle their own clicks, which a captured pointer would prevent. */
  const isControl = (event: Event) => (event.target as Element).closest('a, button, input, select') !== null;

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || isControl(event)) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) moved = 0;
    else moved = still + 1;
    touched = event.pointerType !== 'mouse';
  });
  stage.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') pointed.hover(isControl(event) ? null : nearest(event, reaches.mouse));
      return;
    }
    const now = at(event);
    const apart = spread();
    pointers.set(event.pointerId, now);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (apart > 0) globe.camera = zoomed(globe.camera, apart / Math.max(1, spread()));
    else if (moved > still) globe.camera = dragged(globe.camera, globe.size, now.x - before.x, now.y - before.y);
    globe.draw();
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    stage.addEventListener(end, (event) => pointers.delete(event.pointerId));
  // Select on click, not when the pointer is released: otherwise the same tap could press a control that the selection shows.
  stage.addEventListener('click', (event) => {
    if (isControl(event) || moved > still) return;
    pointed.select(nearest(event, touched ? reaches.touch : reaches.mouse));
  });
  stage.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && pointers.size === 0) pointed.hover(null);
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      // The wheel scrolls the page until the globe has the focus.
      if (!event.ctrlKey && !stage.contains(document.activeElement)) return;
      event.preventDefault();
      globe.camera = zoomed(globe.camera, Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
      globe.draw();
    },
    { passive: false },
  );
}

/** Degrees per press of an arrow key, at the distance at which the whole Earth fits. */
const step = 6;

/** Arrow keys turn the globe, + and - zoom; Enter selects the object nearest to the middle, Escape clears the selection. */
export function attachKeys(stage: HTMLElement, globe: Globe, pointed: Pointed): void {
  const turns: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  const middle = () => {
    const { width, height } = globe.size;
    return globe.nearest({ x: width / 2, y: height / 2 }, Math.min(width, height) / 4)?.row ?? null;
  };
  stage.addEventListener('keydown', (event) => {
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = turns[event.key];
    const degrees = step * Math.min(1.5, Math.max(0.15, (globe.camera.distance - 1) / 5));
    if (turn) globe.camera = turned(globe.camera, turn[0] * degrees, turn[1] * degrees);
    else if (event.key === '+' || event.key === '=') globe.camera = zoomed(globe.camera, 0.8);
    else if (event.key === '-') globe.camera = zoomed(globe.camera, 1.25);
    else if (event.key === 'Enter' && globe.marked !== null) {
      event.preventDefault();
      return pointed.select(globe.marked);
    } else if (event.key === 'Escape') return pointed.select(null);
    else return;
    event.preventDefault();
    globe.draw();
    pointed.hover(middle());
  });
}
