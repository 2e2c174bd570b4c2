import { element, partsOf, putText } from '../../dom/element.ts';
import { fetchJson } from '../../dom/fetch-json.ts';
import { formatCount, plural } from '../../schema/plain-text.ts';
import { type Computed, reasonWords } from '../sky/page/not-computed.ts';
import { type Catalog, colorings, medianEpoch } from './catalog.ts';
import { type GlobeClock, reach } from './clock.ts';
import { byOperator, type Coloring, type OperatorObjects } from './coloring.ts';
import { zoomed } from './drawing/camera.ts';
import type { Globe } from './globe.ts';
import { LEO_DAYS } from './position-age.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Least time between counts of the objects with a position, milliseconds: a count takes as long as a picture. */
const COUNT_MS = 500;

/** A callback for each picture that calls back once for those of `COUNT_MS`, after the last of them. */
export function afterPictures(then: () => void): () => void {
  let timer = 0;
  return () => {
    timer ||= window.setTimeout(() => {
      timer = 0;
      then();
    }, COUNT_MS);
  };
}

/** `4 h 12 min ahead`; `now` for less than a minute. */
export function offsetWords(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE);
  if (minutes < 1) return 'now';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const words = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return `${words} ${milliseconds < 0 ? 'ago' : 'ahead'}`;
}

/** A warning about elements that are too old for the time shown (median age in days); null for fresh ones. */
export function ageWords(days: number): string | null {
  if (!(days > 3)) return null;
  const meaning =
    days > LEO_DAYS
      ? 'Low orbits can be off by thousands of kilometers: those that are drawn are faint.'
      : 'Positions can be off by tens of kilometers.';
  return `Half of the orbits are more than ${Math.floor(days)} days old. ${meaning}`;
}

/** `12 of 16,396 objects are not drawn: their elements are too old.`; null if every object is drawn, or none is chosen. */
export function notDrawnWords(placed: Computed): string | null {
  const { computed, leftOut } = placed;
  if (leftOut === 0) return null;
  const all = plural(computed + leftOut, 'object');
  const some =
    computed === 0 ? `None of ${all} is` : `${formatCount(leftOut)} of ${all} ${leftOut === 1 ? 'is' : 'are'} not`;
  return `${some} drawn: their elements are ${reasonWords(placed)}.`;
}

/** Connects the controls inside an element, named by `data-globe-…`. Returns a function that updates the displayed time. */
export function attachControls(root: HTMLElement, globe: Globe, clock: GlobeClock, catalog: Catalog): () => void {
  const find = partsOf(root, 'globe');
  const [run, now, note] = [find('run'), find('now'), find('note')];
  const scrub = find<HTMLInputElement>('scrub');
  const time = find<HTMLTimeElement>('time');
  const offset = find('offset');
  const speeds = [...root.querySelectorAll<HTMLInputElement>('input[data-globe-speed]')];
  const middle = medianEpoch(catalog);
  let placed = globe.placed();
  let held = false;
  let written = 0;
  scrub.min = String(-reach / MINUTE);
  scrub.max = String(reach / MINUTE);

  function showState(): void {
    run.textContent = clock.running ? 'Pause' : 'Run';
    for (const speed of speeds) speed.checked = Number(speed.value) === clock.speed;
    globe.draw();
    write();
  }

  function write(): void {
    const iso = new Date(clock.time).toISOString();
    const away = offsetWords(clock.offset);
    time.dateTime = iso.slice(0, 19);
    putText(time, `${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
    if (putText(offset, away)) scrub.setAttribute('aria-valuetext', away);
    const minutes = String(Math.round(clock.offset / MINUTE));
    if (!held && scrub.value !== minutes) scrub.value = minutes;
    const age = placed.leftOut > 0 && placed.computed === 0 ? null : ageWords((clock.time - middle) / DAY);
    putText(note, [notDrawnWords(placed), age].filter(Boolean).join(' '));
  }

  const count = afterPictures(() => {
    placed = globe.placed();
    write();
  });

  /** Updates the text a few times a second: more often is unreadable, and each update causes a layout. */
  function follow(): void {
    count();
    const now = performance.now();
    if (now - written < 200) return;
    written = now;
    write();
  }

  run.addEventListener('click', () => {
    clock.running = !clock.running;
    showState();
  });
  now.addEventListener('click', () => {
    clock.toNow();
    showState();
  });
  for (const speed of speeds)
    speed.addEventListener('change', () => {
      clock.speed = Number(speed.value);
      clock.running = true;
      showState();
    });
  scrub.addEventListener('input', () => {
    held = true;
    clock.offset = Number(scrub.value) * MINUTE;
    showState();
  });
  scrub.addEventListener('change', () => {
    held = false;
  });
  for (const [name, factor] of [
    ['nearer', 0.75],
    ['farther', 1 / 0.75],
  ] as const)
    find(name).addEventListener('click', () => {
      globe.camera = zoomed(globe.camera, factor);
      globe.draw();
    });
  attachColoring(root, globe, catalog);
  showState();
  return follow;
}

/** Connects the choice of a coloring, and shows its legend. */
function attachColoring(root: HTMLElement, globe: Globe, catalog: Catalog): void {
  const find = partsOf(root, 'globe');
  const [choice, message, legend] = [find<HTMLSelectElement>('coloring'), find('message'), find('legend')];
  /** The elements do not include operators, which are fetched on demand. */
  const coloringBy = async (value: string): Promise<Coloring> =>
    value === 'operator'
      ? byOperator(catalog, await fetchJson<OperatorObjects[]>(root.dataset['operators']!))
      : colorings[value as keyof typeof colorings](catalog);
  let shown = choice.value;
  choice.addEventListener('change', async () => {
    const { value } = choice;
    message.textContent = value === 'operator' ? 'Loading operators…' : '';
    const coloring = await coloringBy(value).catch(() => null);
    // The selection has changed meanwhile.
    if (choice.value !== value) return;
    message.textContent = coloring ? '' : 'The operators could not be loaded. Select it again to retry.';
    if (!coloring) choice.value = shown;
    else {
      shown = value;
      globe.coloring = coloring;
      showLegend(legend, globe);
    }
  });
  showLegend(legend, globe);
}

/** Lists the groups of the coloring; each button hides or shows one. */
function showLegend(legend: HTMLElement, globe: Globe): void {
  legend.replaceChildren(
    ...globe.coloring.groups.flatMap(({ label, color, count }, group) => {
      if (count === 0) return [];
      const swatch = element('i');
      swatch.style.color = `var(--globe-${color})`;
      const parts = [swatch, element('span', {}, label), element('b', {}, formatCount(count))];
      const button = element('button', { type: 'button', 'aria-pressed': 'true' }, ...parts);
      button.addEventListener('click', () => {
        globe.toggle(group);
        button.setAttribute('aria-pressed', String(!globe.left.has(group)));
      });
      return [element('li', {}, button)];
    }),
  );
}
