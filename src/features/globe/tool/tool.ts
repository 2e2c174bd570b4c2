import { partsOf, putText } from '../../../dom/element.ts';
import { fetchJson } from '../../../dom/fetch-json.ts';
import { formatCount, plural } from '../../../schema/plain-text.ts';
import type { Computed } from '../../sky/page/not-computed.ts';
import type { GlobeClock } from '../clock.ts';
import { afterPictures } from '../controls.ts';
import type { Globe } from '../globe.ts';
import type { Propagation } from '../propagation.ts';
import type { Selection } from '../selection.ts';
import { attachAbove } from './above.ts';
import { attachFind } from './find-objects.ts';
import { readState, writeState } from './view-state.ts';

/** The parts of the globe that the tool uses. */
interface ToolParts {
  readonly globe: Globe;
  readonly clock: GlobeClock;
  readonly propagation: Propagation;
  readonly selection: Selection;
  /** Calls back after each picture. */
  onDrawn(then: () => void): void;
}

/** Milliseconds without a change before the address is updated. */
const PAUSE_MS = 400;

/** `Showing 12 of 16,396 objects`: those that are chosen; if some have no position, those are counted too. */
export function countWords({ computed, leftOut }: Computed, all: number): string {
  const showing = `Showing ${formatCount(computed + leftOut)} of ${plural(all, 'object')}`;
  if (leftOut === 0) return showing;
  return `${showing}; ${computed === 0 ? 'none' : formatCount(computed)} of these ${computed > 1 ? 'have' : 'has'} a position now`;
}

/** Connects the full-screen button, and removes it if the browser has no full screen. */
export function attachFullScreen(root: HTMLElement): void {
  const button = root.querySelector<HTMLElement>('[data-globe-full]')!;
  const view = root.querySelector<HTMLElement>('.globe-view')!;
  if (!document.fullscreenEnabled) {
    button.remove();
    return;
  }
  button.addEventListener('click', () => {
    void (document.fullscreenElement ? document.exitFullscreen() : view.requestFullscreen());
  });
  document.addEventListener('fullscreenchange', () =>
    button.setAttribute('aria-label', document.fullscreenElement ? 'Leave full screen' : 'Full screen'),
  );
}

/** Connects search, filters and the shareable address of `/globe`. */
export async function attachTool(root: HTMLElement, parts: ToolParts): Promise<void> {
  const { globe, clock, propagation, selection } = parts;
  const { catalog } = propagation;
  const find = partsOf(root, 'globe');
  const [count, copy] = [find('count'), find('copy')];
  const coloring = find<HTMLSelectElement>('coloring');
  const state = readState(location.search);

  const open = (row: number) => {
    selection.select(row);
    selection.center();
  };
  attachFind(root, catalog, open);
  for (const select of root.querySelectorAll<HTMLSelectElement>('select[data-globe-set]'))
    select.addEventListener('change', () => {
      const query = new URLSearchParams(location.search);
      query.delete('id');
      if (select.value === '') query.delete(select.name);
      else query.set(select.name, select.value);
      location.assign(`/globe?${query}`);
    });

  const write = () => {
    const { offset, running } = clock;
    const time = Math.abs(offset) > 60_000 || !running ? clock.time : null;
    const color = coloring.selectedIndex === 0 ? null : coloring.value;
    const id = selection.row === null ? null : catalog.ids[selection.row]!;
    history.replaceState(null, '', `/globe${writeState(location.search, { id, camera: globe.camera, time, color })}`);
  };
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, PAUSE_MS);
  };
  selection.onChange = later;
  for (const kind of ['pointerup', 'keyup', 'wheel', 'change', 'click'])
    root.addEventListener(kind, later, { passive: true });
  copy.addEventListener('click', async () => {
    write();
    await navigator.clipboard.writeText(location.href).catch(() => {});
    copy.textContent = 'Link copied';
    setTimeout(() => {
      copy.textContent = 'Copy link';
    }, 2000);
  });

  if (state.color !== null && [...coloring.options].some(({ value }) => value === state.color)) {
    coloring.value = state.color;
    coloring.dispatchEvent(new Event('change'));
  }
  if (state.time !== null) {
    clock.running = false;
    clock.offset = state.time - Date.now();
  }
  globe.camera = state.camera;
  const wanted = root.dataset['objects'];
  if (wanted) {
    const numbers = await fetchJson<number[]>(wanted).catch(() => null);
    if (numbers) {
      const ids = new Set(numbers);
      globe.filter = Uint8Array.from(catalog.ids, (id) => (ids.has(id) ? 1 : 0));
    } else find('message').textContent = 'The filter could not be loaded. Reload the page to retry.';
  }
  parts.onDrawn(attachAbove(root, { globe, catalog, open }));
  const { length } = catalog.ids;
  parts.onDrawn(afterPictures(() => putText(count, countWords(globe.placed(), length))));
  count.textContent = countWords({ computed: globe.shown, leftOut: 0, tooOld: 0 }, length);
  const row = state.id === null ? -1 : catalog.ids.indexOf(state.id);
  if (row >= 0)
    globe.whenPlaced(() => (state.camera.distance === globe.camera.distance ? open(row) : selection.select(row)));
  else if (state.id !== null) find('message').textContent = `Object ${state.id} has no current orbit in this set.`;
  globe.draw();
}
