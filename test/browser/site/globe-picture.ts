import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A script that keeps the drawing buffer readable and counts the draw calls of objects. */
export const recordDrawing = `
  const before = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return before.call(this, kind, { ...options, preserveDrawingBuffer: true });
  };
  window.drawings = 0;
  const draw = WebGLRenderingContext.prototype.drawArrays;
  WebGLRenderingContext.prototype.drawArrays = function (mode, first, count) {
    if (mode === this.POINTS && count > 0) window.drawings += 1;
    draw.call(this, mode, first, count);
  };`;

/** The share of the canvas that is drawn on, and its number of colors. */
export const canvasStats = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('.globe canvas');
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    context.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return { share: pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length, colors: new Set(pixels).size };
  })()`) as Promise<{ share: number; colors: number }>;

/** The canvas as a data URL, without overlays. */
export const picture = (page: Page) =>
  page.evaluate("document.querySelector('.globe canvas').toDataURL()") as Promise<string>;
/** The number of draw calls of objects. */
export const drawCount = (page: Page) => page.evaluate('window.drawings') as Promise<number>;
/** Waits for a number of frames: 60 take a second or more. */
export const waitFrames = (page: Page, count: number) =>
  page.evaluate(`new Promise((done) => {
    let left = ${count};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);
/** Waits until no objects are drawn for 20 frames. */
export const waitUntilIdle = (page: Page) =>
  expect
    .poll(async () => {
      const before = await drawCount(page);
      await waitFrames(page, 20);
      return (await drawCount(page)) - before;
    })
    .toBe(0);
/** Waits until the picture stays the same for 60 frames, and returns it. */
export async function stablePicture(page: Page): Promise<string> {
  let seen = '';
  await expect
    .poll(async () => {
      seen = await picture(page);
      await waitFrames(page, 60);
      return (await picture(page)) === seen;
    })
    .toBe(true);
  return seen;
}
/** Waits until nothing is drawn, and returns the picture. */
export async function pictureAtRest(page: Page): Promise<string> {
  await waitUntilIdle(page);
  return picture(page);
}
/**
 * Performs an action that changes a globe at rest, and returns the picture at rest after it. The picture before is taken here: an earlier one
 * may lack the orbit of the marked object, which is drawn later, and what differs from it would not be due to the action.
 */
export async function pictureAfter(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await pictureAtRest(page);
  await act();
  let seen = before;
  await expect
    .poll(async () => {
      seen = await pictureAtRest(page);
      return seen !== before;
    })
    .toBe(true);
  return seen;
}
/** Waits until the picture of a globe that moves by itself differs from `before`. */
export const waitForMotion = (page: Page, before: string) => expect.poll(() => picture(page)).not.toBe(before);
