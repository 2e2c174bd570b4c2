import { expect, test } from 'vitest';
import { objectDrawing, shapeDrawing } from '../../src/components/object/shape-drawing.ts';

const bodyOf = (shape: string) => shapeDrawing(shape)?.slice(0, 6);
const panelsOf = (shape: string) => (shapeDrawing(shape)!.match(/V[\d.]+H[\d.]+z/g) ?? []).length;

test('a shape is drawn with its body and as many panels as it names', () => {
  expect(new Set(['Sphere', 'Cyl', 'Box', 'Cone', 'Ell', 'Disk', 'Torus'].map(bodyOf)).size).toBe(7);
  for (const [shape, count] of [
    ['Sphere', 0],
    ['Sphere + Ant', 0],
    ['Box + pan', 1],
    ['Box+2 pan', 2],
    ['Cyl + 2 Pan', 2],
    ['Cyl + 6 Pan', 6],
    ['Oct Cyl + 4 Pan', 4],
    ['Box + 2 Wing + Fin', 2],
    ['Cyl', 0],
  ] as const)
    expect([shape, panelsOf(shape)]).toEqual([shape, count]);
  for (const shape of ['Box', 'Cube', 'Box+2 pan']) expect(bodyOf(shape)).toBe(bodyOf('Box + pan'));
  for (const shape of ['Oct Cyl', 'Polyhedral cyl']) expect(bodyOf(shape)).toBe(bodyOf('Cyl'));
});

test('a doubtful shape, and one that cannot be drawn, has no drawing', () => {
  for (const shape of ['Box?', 'Box + 2 pan?', 'Irr', 'Truss + Dish', 'LBody + 2 Fin', 'Cable', ''])
    expect([shape, shapeDrawing(shape)]).toEqual([shape, null]);
});

test('every number of a drawing is within its box', () => {
  for (const shape of ['Box + 6 pan', 'Ell + 3 Pan', 'Sphere + pan', 'Torus + 2 Pan', 'Frust', 'Disk'])
    for (const number of shapeDrawing(shape)!.match(/\d+(\.\d+)?/g)!) expect(Number(number)).toBeLessThanOrEqual(120);
});

test('a payload without a shape has no drawing; stages and fragments have that of their kind, which says so', () => {
  expect(objectDrawing({ object_class: 'PAYLOAD', shape: null })).toBeNull();
  expect(objectDrawing({ object_class: 'UNKNOWN', shape: null })).toBeNull();
  expect(objectDrawing({ object_class: 'PAYLOAD', shape: 'Sphere' })?.words).toBe('Sketch by its shape: Sphere');
  expect(objectDrawing({ object_class: 'DEBRIS', shape: null })?.words).toBe('Sketch of a fragment, not of this one');
});
