import { element, partsOf } from '../../../dom/element.ts';
import { fetchJson } from '../../../dom/fetch-json.ts';
import { formatCount } from '../../../schema/plain-text.ts';
import { RadioPasses } from '../../radio/page/radio-passes.ts';
import { AboveNow } from './above-now.ts';
import { ACTIVE, ElementSets } from './element-sets.ts';
import type { Place } from './place.ts';
import { attachPlaceForm } from './place-form.ts';
import type { SkyRequest, SkyResponse } from './sky-worker.ts';
import { Tonight } from './tonight.ts';

/** The set of the brightest objects. */
const BRIGHTEST = 'visual';

/** Runs the page of the sky: the live chart and tonight's passes. A worker computes both; no request contains the place. */
export function mountSky(root: HTMLElement): void {
  const at = partsOf(root, 'sky');
  const [body, status] = [at('body'), at('status')];
  const worker = new Worker(new URL('./sky-worker.ts', import.meta.url), { type: 'module' });
  const post = (request: SkyRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer);
  const sets = new ElementSets(status, post);
  const form = attachPlaceForm(root, {
    place(place) {
      body.hidden = place === null;
      if (place) start(place);
    },
    minElevation() {
      now.renew();
      tonight.search();
      radio.search();
    },
    zone() {
      now.show();
      tonight.show();
      radio.show();
    },
  });
  const parts = { root, form, sets, post };
  const now = new AboveNow(parts);
  const tonight = new Tonight(parts);
  const radio = new RadioPasses(parts);

  function start(place: Place): void {
    now.start();
    radio.start();
    tonight.start(place);
  }

  worker.onerror = () => {
    status.textContent = 'The computation could not be started in this browser.';
  };
  worker.onmessage = ({ data: response }: MessageEvent<SkyResponse>) => {
    if (response.kind === 'failed') sets.failed(response.set);
    else if (response.kind === 'radio') radio.found(response);
    else if (response.kind === 'above') now.found(response);
    else if (response.kind === 'night') tonight.found(response);
    else {
      sets.opened(response.set, response.count);
      for (const part of [now, tonight, radio]) part.opened(response.set);
    }
  };

  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  setInterval(() => document.visibilityState === 'visible' && now.lookUp(), calm ? 10_000 : 1000);
  void groups().then((found) => {
    const others = found.filter(({ slug }) => slug !== ACTIVE);
    for (const name of ['now-set', 'night-set'])
      at(name).append(
        ...others.map(({ slug, title, with_elements }) =>
          element('option', { value: slug }, `${title} (${formatCount(with_elements)})`),
        ),
      );
    tonight.begin(others.some(({ slug }) => slug === BRIGHTEST) ? BRIGHTEST : null);
    body.hidden = form.place === null;
    if (form.place) start(form.place);
    void keepOffline();
  });
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

/**
 * Caches the page of the sky and its resources for use without a network, in a service worker whose scope is that page.
 * Does nothing if the browser allows no service worker: without HTTPS, or in some private windows.
 */
async function keepOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sky-offline.js', { scope: '/sky' });
    const { active } = await navigator.serviceWorker.ready;
    const post = (entries: PerformanceObserverEntryList) =>
      active!.postMessage({ keep: entries.getEntries().map(({ name }) => name) });
    // Resources loaded before the worker ran, and all that load from then on.
    new PerformanceObserver(post).observe({ type: 'resource', buffered: true });
  } catch {
    // Without a worker, the page still works with a network.
  }
}
