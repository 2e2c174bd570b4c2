import { describe, expect, test } from 'vitest';
import {
  axesOf,
  type Camera,
  discRadius,
  dragged,
  farthest,
  isHidden,
  nearest,
  project,
  turned,
  upAt,
  viewMatrix,
  zoomed,
} from '../../src/features/globe/drawing/camera.ts';

const size = { width: 900, height: 600 };
const camera: Camera = { longitude: 12, latitude: 24, distance: 6 };

describe('the camera', () => {
  test('draws the point below it in the center, with north up and east to the right', () => {
    const middle = project(camera, size, upAt(12, 24))!;
    expect([middle.x, middle.y, middle.depth].map((value) => Number(value.toFixed(6)))).toEqual([450, 300, 5]);
    expect(project(camera, size, upAt(12, 30))!.y).toBeLessThan(300);
    expect(project(camera, size, upAt(20, 24))!.x).toBeGreaterThan(450);
    expect(project(camera, size, upAt(12, 24).map((part) => part * 7) as [number, number, number])).toBeNull();
  });

  test.each([
    [0, 0, 6],
    [-170, 80, 1.5],
    [95, -60, 40],
  ])(
    'has a matrix that agrees with its projection at longitude %d, latitude %d, distance %d',
    (longitude, latitude, distance) => {
      const view = { longitude, latitude, distance };
      const matrix = viewMatrix(view, size);
      for (const point of [upAt(longitude + 20, latitude - 5), [0.3, -1.2, 0.5], [0, 0, 1.1]] as const) {
        const clip = [0, 1, 2, 3].map((row) =>
          [...point, 1].reduce((sum, part, column) => sum + part * matrix[column * 4 + row]!, 0),
        );
        const projected = project(view, size, point)!;
        expect((clip[0]! / clip[3]! + 1) * 450).toBeCloseTo(projected.x, 2);
        expect((1 - clip[1]! / clip[3]!) * 300).toBeCloseTo(projected.y, 2);
        expect(clip[3]!).toBeCloseTo(projected.depth, 4);
        expect(Math.abs(clip[2]! / clip[3]!)).toBeLessThanOrEqual(1);
      }
    },
  );

  test('hides points behind the Earth, but not those in front of it or next to it', () => {
    const axes = axesOf({ longitude: 0, latitude: 0, distance: 6 });
    expect(isHidden(axes, [1.05, 0, 0])).toBe(false);
    expect(isHidden(axes, [-1.05, 0, 0])).toBe(true);
    expect(isHidden(axes, [-6.6, 0, 0])).toBe(true);
    expect(isHidden(axes, [-6.6, 6, 0])).toBe(false);
    expect(isHidden(axes, [0, 1.1, 0])).toBe(false);
  });

  test('has a disc that ends at the projected limb of the Earth', () => {
    const view = { longitude: 0, latitude: 0, distance: 6 };
    const limb = Math.acos(1 / view.distance) * (180 / Math.PI);
    expect(project(view, size, upAt(limb, 0))!.x - 450).toBeCloseTo(discRadius(view, size), 6);
  });

  test('moves the ground with a drag, wraps longitudes, stops short of the poles, and limits the zoom', () => {
    const after = dragged({ longitude: 0, latitude: 0, distance: 20 }, size, 5, 0);
    const { x } = project(after, size, upAt(0, 0))!;
    expect(x - 450).toBeGreaterThan(4);
    expect(x - 450).toBeLessThan(6);
    expect(turned(camera, 170, 0).longitude).toBe(-178);
    expect(turned(camera, 0, 500).latitude).toBe(88);
    expect(zoomed(camera, 1e9).distance).toBe(farthest);
    expect(zoomed(camera, 0).distance).toBe(nearest);
    expect(zoomed(zoomed(camera, 0.8), 1.25)).toEqual(camera);
  });
});
