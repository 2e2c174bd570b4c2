import { siderealAngle, sunDirection } from '../../orbit/observation/sky.ts';
import { colorings } from './catalog.ts';
import { GlobeClock } from './clock.ts';
import { attachControls } from './controls.ts';
import { firstView, viewMatrix } from './drawing/camera.ts';
import { coastRings } from './drawing/coast.ts';
import { type Drawing, openDrawing, type Theme } from './drawing/drawing.ts';
import { globeLabel } from './drawing/label.ts';
import { coasts, graticule, segments } from './drawing/lines.ts';
import { readPalette } from './drawing/palette.ts';
import { Globe } from './globe.ts';
import { earthFixed } from './motion.ts';
import { attachKeys, attachPointing } from './pointing.ts';
import { openPropagation, type Propagation } from './propagation.ts';
import { openSelection } from './selection.ts';
import { attachFullScreen, attachTool } from './tool/tool.ts';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Calls back when an element becomes visible to a person or stops being so, including when its tab is hidden. */
function watchSight(element: HTMLElement, onChange: (seen: boolean) => void): void {
  let near = false;
  const tell = () => onChange(near && document.visibilityState === 'visible');
  new IntersectionObserver((entries) => {
    near = entries.some(({ isIntersecting }) => isIntersecting);
    tell();
  }).observe(element);
  document.addEventListener('visibilitychange', tell);
}

/**
 * Keeps the drawing from the server as a picture of every object at the time of the release. A group has no such
 * drawing.
 */
function keepStill(root: HTMLElement): void {
  if (!root.querySelector('.still')) return;
  const stage = root.querySelector<HTMLElement>('[data-globe-stage]')!;
  stage.removeAttribute('tabindex');
  stage.removeAttribute('role');
  stage.removeAttribute('aria-label');
  stage.removeAttribute('aria-roledescription');
}

/** Replaces the static drawing by the live globe. If that fails, the drawing stays, with the reason. */
export async function mountGlobe(root: HTMLElement): Promise<void> {
  const canvas = root.querySelector('canvas')!;
  const status = root.querySelector<HTMLElement>('[data-globe-status]')!;
  const give = (words: string) => {
    root.dataset['globe'] = 'still';
    status.textContent = words;
    keepStill(root);
  };
  let drawing: Drawing | null = null;
  try {
    drawing = openDrawing(canvas);
  } catch {
    // Reported below, like missing WebGL.
  }
  if (!drawing) return give('This browser has no WebGL, so the picture is still.');
  const worker = new Worker(new URL('./propagation-worker.ts', import.meta.url), { type: 'module' });
  const palette = () => readPalette(root);
  // Yields between steps so that the page stays responsive: each takes a while on a phone.
  await nextTask();
  drawing.setLines(segments(coasts(coastRings())), segments(graticule(30)));
  await nextTask();
  drawEmpty(canvas, drawing, palette().theme);
  status.textContent = 'Loading the elements…';
  let propagation: Propagation;
  let globe: Globe | undefined;
  try {
    propagation = await openPropagation(worker, root.dataset['elements']!, () => globe?.draw());
  } catch {
    worker.terminate();
    return give('The elements could not be loaded, so the picture is still. Reload the page to retry.');
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const clock = new GlobeClock(Date.now, !still);
  const look = { palette: palette(), coloring: colorings.class(propagation.catalog) };
  const shown = { follow: () => {} };
  globe = new Globe({ canvas, drawing, propagation, clock }, look, () => shown.follow());
  start(root, globe, clock, propagation, shown);
  canvas.addEventListener('webglcontextlost', () => {
    propagation.close();
    give('The graphics context was lost, so the picture is still. Reload the page to restore it.');
  });
  root.dataset['globe'] = 'live';
  status.textContent = '';
  globe.draw();
}

/** The Earth alone, while its objects are loading. */
function drawEmpty(canvas: HTMLCanvasElement, drawing: Drawing, theme: Theme): void {
  const size = { width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 };
  [canvas.width, canvas.height] = [size.width, size.height];
  const sidereal = siderealAngle(Date.now());
  drawing.draw({
    theme,
    view: viewMatrix(firstView, size),
    sidereal,
    sun: earthFixed(sunDirection(Date.now()), sidereal),
    weights: [1, 0, 0, 0],
    colors: [],
    dot: 1,
    marked: null,
  });
}

function start(
  root: HTMLElement,
  globe: Globe,
  clock: GlobeClock,
  propagation: Propagation,
  shown: { follow: () => void },
): void {
  const stage = root.querySelector<HTMLElement>('[data-globe-stage]')!;
  stage.tabIndex = 0;
  const label = globeLabel(root.querySelector('[data-globe-label]')!, globe, propagation);
  const followTime = attachControls(root, globe, clock, propagation.catalog);
  const selection = openSelection(root, globe, clock, propagation, label);
  attachPointing(stage, globe, selection);
  attachKeys(stage, globe, {
    hover: selection.hover,
    select(row) {
      selection.select(row);
      if (row !== null) root.querySelector<HTMLElement>('[data-globe-card-link]')!.focus({ preventScroll: true });
    },
  });
  const followers: (() => void)[] = [];
  attachFullScreen(root);
  if ('globeTool' in root.dataset)
    void attachTool(root, { globe, clock, propagation, selection, onDrawn: (then) => followers.push(then) });
  shown.follow = () => {
    label.follow();
    followTime();
    selection.follow();
    for (const follow of followers) follow();
  };
  let hidden = 0;
  watchSight(stage, (seen) => {
    if (seen && hidden > 0) clock.resume(Date.now() - hidden);
    hidden = seen ? 0 : Date.now();
    globe.visible = seen;
  });
  const redraw = () => {
    globe.palette = readPalette(root);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  new ResizeObserver(() => globe.draw()).observe(stage);
}
