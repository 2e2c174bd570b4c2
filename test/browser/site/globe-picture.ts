import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Keeps what was drawn, so that it can be read, and counts the times that objects were drawn. */
export const watched = `
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

/** The share of the canvas that is drawn on, and how many colors there are. */
export const drawn = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('.globe canvas');
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    context.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return { share: pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length, colors: new Set(pixels).size };
  })()`) as Promise<{ share: number; colors: number }>;

/** What is drawn, without what lies over it. */
export const picture = (page: Page) =>
  page.evaluate("document.querySelector('.globe canvas').toDataURL()") as Promise<string>;
/** How often objects were drawn. */
export const drawings = (page: Page) => page.evaluate('window.drawings') as Promise<number>;
/** Waits until the browser has shown so many frames: 60 take a second or more. */
export const frames = (page: Page, count: number) =>
  page.evaluate(`new Promise((done) => {
    let left = ${count};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
    next();
  })`);
/** Waits until nothing is drawn for 20 frames. */
export const quiet = (page: Page) =>
  expect
    .poll(async () => {
      const before = await drawings(page);
      await frames(page, 20);
      return (await drawings(page)) - before;
    })
    .toBe(0);
/** The picture that has stayed the same for 60 frames. */
export async function still(page: Page): Promise<string> {
  let seen = '';
  await expect
    .poll(async () => {
      seen = await picture(page);
      await frames(page, 60);
      return (await picture(page)) === seen;
    })
    .toBe(true);
  return seen;
}
/** Waits until there is another picture, and returns it. */
export async function another(page: Page, before: string): Promise<string> {
  let seen = before;
  await expect
    .poll(async () => {
      seen = await picture(page);
      return seen;
    })
    .not.toBe(before);
  return seen;
}
