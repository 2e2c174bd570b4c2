import { axesOf, type Camera, isHidden, project, type Size, type Vector } from './drawing/camera.ts';

/** An object under the pointer. */
export interface Picked {
  readonly row: number;
  readonly place: Vector;
  readonly x: number;
  readonly y: number;
}

/**
 * The object drawn nearest to a point, at most `reach` away; null if there is none. Objects behind the Earth and objects
 * without a place do not count.
 */
export function pick(
  camera: Camera,
  size: Size,
  at: { readonly x: number; readonly y: number },
  reach: number,
  count: number,
  placeOf: (row: number) => Vector | null,
): Picked | null {
  const axes = axesOf(camera);
  let best: Picked | null = null;
  let nearest = reach * reach;
  for (let row = 0; row < count; row += 1) {
    const place = placeOf(row);
    const drawn = place && project(camera, size, place);
    if (!drawn) continue;
    const away = (drawn.x - at.x) ** 2 + (drawn.y - at.y) ** 2;
    if (away > nearest || isHidden(axes, place)) continue;
    nearest = away;
    best = { row, place, x: drawn.x, y: drawn.y };
  }
  return best;
}
