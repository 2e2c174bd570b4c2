import { element } from '../dom/element.ts';
import { fetchJson } from '../dom/fetch-json.ts';
import { countWords } from '../orbit/observation/pass-brightness.ts';
import type { Interval } from '../orbit/passes.ts';
import { nextNight, nightWords, skyLight } from './darkness.ts';
import { keepOffline } from './keep-offline.ts';
import { LiveChart } from './live-chart.ts';
import type { Place } from './place.ts';
import { attachPlaceForm, placeName } from './place-form.ts';
import { mountRadio } from './radio/mount-radio.ts';
import type { Above } from './sky-objects.ts';
import { aboveTable, bestList, count, nightTable, rowWords } from './sky-tables.ts';
import type { NightSoFar, SkyRequest, SkyResponse } from './sky-worker.ts';

/** The set that holds every active object, and the one of the brightest objects. */
const [ALL, BRIGHTEST] = ['active', 'visual'] as const;
/** The faintest magnitude that the eye sees from a suburb: the initial limit. */
const SUBURB = '4';
/** Initial rows of a table, and how many more each click adds. */
const [ABOVE_ROWS, NIGHT_ROWS] = [12, 25];
/** Minimum time between updates of the table of objects above, milliseconds: its links can be clicked in between. */
const TABLE_MS = 5000;
const MINUTE_MS = 60_000;

/** Runs the page of the sky: the live chart and tonight's passes. A worker computes both; no request contains the place. */
export function mountSky(root: HTMLElement): void {
  const at = <E extends HTMLElement = HTMLElement>(name: string) => root.querySelector<E>(`[data-sky-${name}]`)!;
  const [body, status] = [at('body'), at('status')];
  const [nowSet, nightSet] = [at<HTMLSelectElement>('now-set'), at<HTMLSelectElement>('night-set')];
  const [visibleOnly, brighter, order] = [
    at<HTMLInputElement>('visible'),
    at<HTMLSelectElement>('brighter'),
    at<HTMLSelectElement>('order'),
  ];
  const [more, all] = [at<HTMLButtonElement>('more'), at<HTMLButtonElement>('all')];
  const chart = new LiveChart();
  const [slider, toNow] = [at<HTMLInputElement>('offset'), at<HTMLButtonElement>('to-now')];
  /** The time of the chart, milliseconds, UTC. */
  const shownTime = () => Date.now() + Number(slider.value) * MINUTE_MS;
  at('card').before(chart.element);
  const worker = new Worker(new URL('./sky-worker.ts', import.meta.url), { type: 'module' });
  const post = (request: SkyRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer);

  const sets = new Map<string, 'loading' | { count: number }>();
  let above: Above | null = null;
  let aboveRows = ABOVE_ROWS;
  let nightRows = NIGHT_ROWS;
  let tableAt = 0;
  let waiting = false;
  /** Whether the next number of objects above is announced: the first for a place, not one a second. */
  let announces = false;
  let hours: Interval | null = null;
  /** The time for which the dark hours were found: a long night is cut a day before and after it. */
  let hoursAt = 0;
  /** The part of the dark hours that is searched: what was left of them then. */
  const searched = (dark: Interval): Interval => ({ from: Math.max(hoursAt, dark.from), to: dark.to });
  let night: NightSoFar | null = null;
  let marked: number | null = null;
  /** Status text with the load time of saved elements; empty if there is a network. */
  let saved = '';

  const form = attachPlaceForm(root, {
    place(place) {
      body.hidden = place === null;
      if (place) start(place);
    },
    minElevation() {
      tableAt = 0;
      lookUp();
      searchNight();
      radio.search();
    },
    zone() {
      showAbove();
      showNight();
      radio.show();
    },
  });
  const list = () => ({
    visibleOnly: visibleOnly.checked,
    order: order.value as 'time' | 'height' | 'brightness',
    brighterThan: brighter.value === '' ? null : Number(brighter.value),
    most: nightRows,
    after: Date.now(),
  });

  const radio = mountRadio(root, ALL, { post, ready: () => typeof sets.get(ALL) === 'object', form });

  /** How bright objects are, from their sizes: the same request for everyone. Null until it is sent. */
  let magnitudes: Promise<void> | null = null;
  async function loadMagnitudes(): Promise<void> {
    try {
      const known = await fetchJson<Magnitudes>('/sky/magnitudes.json');
      post({
        kind: 'magnitudes',
        magnitudes: new Map(known.norad_cat_id.map((id, row) => [id, known.magnitude[row]!])),
      });
    } catch {
      // Without magnitudes, passes are listed without a brightness filter.
      brighter.value = '';
      brighter.disabled = true;
    }
  }

  /** Loads a set once; its request contains only the name of the set. */
  async function load(set: string): Promise<void> {
    if (sets.has(set)) return;
    sets.set(set, 'loading');
    status.textContent = 'Loading elements…';
    try {
      const response = await fetch(set === ALL ? '/api/v1/elements' : `/api/v1/elements/${set}`, {
        headers: { Accept: 'application/json' },
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const date = Date.parse(response.headers.get('date') ?? '');
      saved =
        navigator.onLine || Number.isNaN(date)
          ? ''
          : `Offline: using elements loaded ${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
      const content = await response.arrayBuffer();
      post({ kind: 'open', set, body: content, now: Date.now() }, [content]);
    } catch {
      fail(set);
    }
  }
  function fail(set: string): void {
    sets.delete(set);
    status.textContent = 'The elements could not be loaded. Choose the group again, or reload the page.';
  }

  /** Requests the objects above now. One request at a time: a slow machine skips seconds. */
  function lookUp(): void {
    const { place } = form;
    if (!place || waiting || typeof sets.get(nowSet.value) !== 'object') return;
    waiting = true;
    post({ kind: 'above', set: nowSet.value, place, time: shownTime(), minElevation: form.minElevation });
  }

  function setHours(place: Place): void {
    hoursAt = Date.now();
    hours = nextNight(place, hoursAt);
  }

  function searchNight(): void {
    const { place } = form;
    night = null;
    nightRows = NIGHT_ROWS;
    if (!place) return;
    setHours(place);
    showNight();
    if (!hours || typeof sets.get(nightSet.value) !== 'object') return;
    post({
      kind: 'night',
      set: nightSet.value,
      search: { place, ...searched(hours), minElevation: form.minElevation },
      list: list(),
    });
  }

  worker.onerror = () => {
    status.textContent = 'The computation could not be started in this browser.';
  };
  worker.onmessage = ({ data: response }: MessageEvent<SkyResponse>) => {
    if (response.kind === 'failed') return fail(response.set);
    if (response.kind === 'opened') {
      sets.set(response.set, { count: response.count });
      status.textContent = saved;
      if (response.set === nowSet.value) lookUp();
      if (response.set === nightSet.value) searchNight();
      if (response.set === ALL) radio.search();
    } else if (response.kind === 'radio') {
      radio.found(response);
    } else if (response.kind === 'above') {
      waiting = false;
      if (response.set !== nowSet.value) return lookUp();
      above = response.above;
      if (announces && form.place)
        at('announced').textContent = `${count(above.ids.length)} objects above ${placeName(form.place)}`;
      announces = false;
      showAbove();
      // The time was changed since this one was requested.
      if (Math.abs(above.time - shownTime()) > MINUTE_MS / 2) lookUp();
    } else if (response.set === nightSet.value) {
      night = response;
      showNight();
    }
  };

  function start(place: Place): void {
    tableAt = 0;
    announces = true;
    void load(nowSet.value).then(lookUp);
    radio.start();
    magnitudes ??= loadMagnitudes();
    void magnitudes.then(() => load(nightSet.value)).then(searchNight);
    setHours(place);
    showNight();
  }

  function showAbove(): void {
    if (!above) return;
    const known = sets.get(nowSet.value);
    const objects = typeof known === 'object' ? known.count : 0;
    const { leftOut } = above;
    const { words, minElevation } = form;
    const moved = slider.value !== '0';
    const clock = `${moved ? `${words.day(above.time)}, ` : ''}${words.time(above.time)}`;
    at('now-title').textContent = moved ? 'At another time' : 'Now';
    at('offset-words').textContent = moved ? `${clock.slice(0, -3)} (${words.zone})` : 'now';
    slider.setAttribute('aria-valuetext', moved ? clock.slice(0, -3) : 'now');
    toNow.hidden = !moved;
    chart.show(above);
    at('now').replaceChildren(
      element('b', {}, count(above.ids.length)),
      ` of ${count(objects)} above ${minElevation}° at ${clock}. `,
      `The Sun is ${Math.abs(above.sun).toFixed(0)}° ${above.sun < 0 ? 'below' : 'above'} the horizon: ${skyLight(above.sun)}.`,
    );
    at('left-out').textContent =
      leftOut > 0
        ? `${count(leftOut)} not shown: with elements that are too old, or that are no orbit at this time.`
        : '';
    const tableHere = at('above');
    const inUse = tableHere.matches(':hover, :focus-within');
    if (above.time - tableAt >= TABLE_MS && !(inUse && tableAt > 0)) {
      tableAt = above.time;
      tableHere.replaceChildren(...(above.ids.length > 0 ? [aboveTable(above, aboveRows)] : []));
    }
    all.hidden = above.ids.length <= ABOVE_ROWS;
    all.textContent = aboveRows > ABOVE_ROWS ? 'List the highest only' : `List all ${count(above.ids.length)}`;
    showCard();
  }

  function showCard(): void {
    const row = above && marked !== null ? above.ids.indexOf(marked) : -1;
    const card = at('card');
    if (!above || row < 0) {
      card.textContent = 'Hover over or tap a dot for its name; click it for its page.';
      return;
    }
    card.replaceChildren(
      element('a', { href: `/satellites/${above.ids[row]}#passes` }, above.names[row]!),
      ` ${rowWords(above, row)}`,
    );
  }
  const markAt = ({ clientX, clientY }: PointerEvent | MouseEvent): number | null => {
    const row = chart.at(clientX, clientY);
    marked = row === null ? null : above!.ids[row]!;
    chart.mark(marked);
    chart.element.style.cursor = marked === null ? '' : 'pointer';
    showCard();
    return marked;
  };

  function showNight(): void {
    const { words, minElevation } = form;
    const place = at('night');
    const message = at('night-message');
    more.hidden = true;
    if (!hours) {
      message.textContent =
        'The Sun does not go 6° below the horizon here within the next 24 hours, so nothing is visible.';
      place.replaceChildren();
      at('best').hidden = true;
      return;
    }
    const span = `${nightWords(hours, hoursAt, words)} (${words.zone})`;
    if (!night) {
      message.textContent = `${span}.`;
      place.replaceChildren();
      at('best').hidden = true;
      return;
    }
    const progress = night.done < night.count ? ` ${count(night.done)} of ${count(night.count)} objects searched…` : '';
    message.textContent = `${span}: ${countWords(night.counts, visibleOnly.checked, minElevation)}.${progress}`;
    at('best').hidden = night.best.length === 0;
    at('best-list').replaceChildren(...bestList(night.best, words));
    root.dataset.night = night.done < night.count ? 'searching' : String(Math.round(night.milliseconds));
    if (place.matches(':focus-within') && place.childElementCount > 0 && night.done < night.count) return;
    place.replaceChildren(...(night.passes.length > 0 ? [nightTable(night.passes, searched(hours), words)] : []));
    more.hidden = night.wanted <= night.passes.length;
    more.textContent = `Show ${count(Math.min(NIGHT_ROWS, night.wanted - night.passes.length))} more of ${count(night.wanted)}`;
  }

  chart.element.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && markAt(event));
  chart.element.addEventListener('click', (event) => {
    const touched = (event as PointerEvent).pointerType === 'touch';
    const id = markAt(event);
    // A finger covers the object: the tap shows its name, which links to its page.
    if (id !== null && !touched) location.assign(`/satellites/${id}#passes`);
  });
  nowSet.addEventListener('change', () => {
    above = null;
    tableAt = 0;
    void load(nowSet.value).then(lookUp);
  });
  nightSet.addEventListener('change', () => void load(nightSet.value).then(searchNight));
  slider.addEventListener('input', () => {
    tableAt = 0;
    lookUp();
  });
  toNow.addEventListener('click', () => {
    slider.value = '0';
    tableAt = 0;
    lookUp();
    slider.focus();
  });
  for (const choice of [visibleOnly, brighter, order])
    choice.addEventListener('change', () => post({ kind: 'list', list: list() }));
  more.addEventListener('click', () => {
    nightRows += NIGHT_ROWS;
    post({ kind: 'list', list: list() });
  });
  all.addEventListener('click', () => {
    aboveRows = aboveRows > ABOVE_ROWS ? ABOVE_ROWS : 5000;
    tableAt = 0;
    showAbove();
  });

  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  setInterval(() => document.visibilityState === 'visible' && lookUp(), calm ? 10_000 : 1000);
  void groups().then((found) => {
    for (const { slug, title, with_elements } of found) {
      if (slug === ALL) continue;
      for (const select of [nowSet, nightSet])
        select.append(element('option', { value: slug }, `${title} (${count(with_elements)})`));
    }
    if (found.some(({ slug }) => slug === BRIGHTEST)) nightSet.value = BRIGHTEST;
    if (!brighter.disabled) brighter.value = SUBURB;
    body.hidden = form.place === null;
    if (form.place) start(form.place);
    void keepOffline();
  });
}

interface Magnitudes {
  readonly norad_cat_id: readonly number[];
  readonly magnitude: readonly number[];
}

interface Group {
  readonly slug: string;
  readonly title: string;
  readonly with_elements: number;
}

/** The groups of the release that have elements; none if they cannot be loaded, which leaves only the set of active objects. */
async function groups(): Promise<readonly Group[]> {
  try {
    const { data } = await fetchJson<{ data: readonly Group[] }>('/api/v1/groups');
    return data.filter(({ with_elements }) => with_elements > 0);
  } catch {
    return [];
  }
}
