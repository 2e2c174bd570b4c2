import { element } from '../dom/element.ts';
import { saveFile } from '../dom/save-file.ts';
import type { NoOrbit } from '../orbit/element-orbit.ts';
import { passFrequencies } from '../orbit/observation/doppler.ts';
import { standardMagnitude } from '../orbit/observation/magnitude.ts';
import { passCalendar, radioWords } from '../orbit/observation/pass-calendar.ts';
import { NoPosition } from '../orbit/observer.ts';
import type { PassMoment } from '../orbit/passes.ts';
import { elementsWords, errorAt } from '../orbit/position-error.ts';
import { ageInDays } from '../orbit/stale.ts';
import { heightWords, passWords } from './direction.ts';
import { dishWords, markNow, passChart, skyChart } from './pass-chart.ts';
import type { PassData } from './pass-data.ts';
import {
  ageOfElements,
  type DrawnPass,
  type ElementsAge,
  type FoundPasses,
  lookAt,
  searchPasses,
  WINDOW_DAYS,
} from './pass-search.ts';
import { passTable } from './pass-table.ts';
import type { Place } from './place.ts';
import { attachPlaceForm, placeName } from './place-form.ts';
import { frequencyTable, tunedWords } from './radio/pass-radio.ts';
import { countdown } from './time-words.ts';

const DAY_MS = 86_400_000;

/** The current state of the section. */
interface Shown {
  found: FoundPasses | null;
  window: { from: number; to: number };
  chosen: DrawnPass | null;
  look: PassMoment | null;
}

/** Fills the section of an object's passes. The place never leaves the browser: all passes are computed in it. */
export function mountPasses(root: HTMLElement): void {
  const at = <E extends HTMLElement = HTMLElement>(name: string) => root.querySelector<E>(`[data-passes-${name}]`)!;
  const { id, name, set, until, errors, size, transmitters } = JSON.parse(root.dataset.passes!) as PassData;
  const brightness = standardMagnitude(id, size);
  const [message, body] = [at('message'), at('body')];
  const [visibleOnly, calendar] = [at<HTMLInputElement>('visible'), at<HTMLButtonElement>('calendar')];
  const shown: Shown = { found: null, window: { from: 0, to: 0 }, chosen: null, look: null };

  /** The link to this section in the head of the page. */
  const head = document.querySelector('[data-passes-head]');

  const age = ageOfElements(set, Date.now(), errors, until);
  if (age.noOrbit) {
    message.replaceChildren(element('span', { class: 'warning' }, noOrbitWords(age.noOrbit, age)));
    head?.replaceChildren('not computed');
    return;
  }

  const radio = root.querySelector<HTMLSelectElement>('[data-passes-radio]');
  /** The chosen transmitter; undefined if none is. */
  const tuned = () => (radio?.value ? transmitters[Number(radio.value)] : undefined);
  const listed = () => (shown.found?.passes ?? []).filter(({ visible }) => !visibleOnly.checked || visible.length > 0);

  function search(place: Place): void {
    const from = Date.now();
    shown.window = { from, to: from + WINDOW_DAYS * DAY_MS };
    shown.look = null;
    shown.chosen = null;
    try {
      const { minElevation } = form;
      shown.found = searchPasses({ set, until, place, ...shown.window, minElevation, standardMagnitude: brightness });
      message.textContent = '';
      show();
    } catch (error) {
      shown.found = null;
      head?.replaceChildren('not computed');
      body.hidden = true;
      message.textContent =
        error instanceof NoPosition
          ? error.reason === 'too_old'
            ? 'Its newest elements are too old for all of the next five days, so no passes are listed.'
            : 'By its newest elements it decays within the next five days, so no passes are listed.'
          : 'The passes could not be computed. Reloading the page may help.';
    }
  }

  const form = attachPlaceForm(root, {
    place(place) {
      if (place) search(place);
      else {
        body.hidden = true;
        head?.replaceChildren('Set your place');
      }
    },
    minElevation: () => form.place && search(form.place),
    zone: show,
  });

  /** Redraws everything: after a search, and when a choice changes its presentation. */
  function show(): void {
    const { found, window } = shown;
    if (!form.place || !found) return;
    body.hidden = false;
    const { words } = form;
    const passes = found.state === 'always_up' ? [] : listed();
    calendar.disabled = passes.length === 0;
    if (!shown.chosen || !passes.includes(shown.chosen)) shown.chosen = passes[0] ?? null;
    at('table').replaceChildren(...tableOrWords(passes, window));
    drawChart();
    const { days, meaning } = ageOfElements(set, Date.now(), errors);
    const old = days < 2 ? `${(days * 24).toFixed(0)} hours` : `${days.toFixed(1)} days`;
    at('age').textContent =
      `Times in ${words.zone}. Elements ${old} old: ${meaning}. Directions are from true north; heights are without refraction.`;
    tick();
  }

  function tableOrWords(passes: readonly DrawnPass[], window: Shown['window']): Node[] {
    const found = shown.found!;
    const { words, minElevation } = form;
    const paragraph = (text: string) => element('p', { class: 'soft' }, text);
    const above = minElevation > 0 ? `above ${minElevation}°` : 'above the horizon';
    if (found.state === 'always_up') {
      const heights = found.passes[0]!.path.map(({ elevation_deg }) => elevation_deg);
      const [low, high] = [Math.min(...heights), Math.max(...heights)];
      const swing =
        high - low < 0.2
          ? 'It hardly moves.'
          : `In the next five days its height is between ${low.toFixed(1)}° and ${high.toFixed(1)}°.`;
      return [paragraph(`Always ${above} here: it neither rises nor sets. ${swing}`)];
    }
    if (found.state === 'never_rises') return [paragraph(`It does not rise ${above} here in the next five days.`)];
    if (passes.length === 0)
      return [
        paragraph(
          `None of the ${found.passes.length} passes of the next five days is visible: each is in daylight or in the Earth’s shadow.`,
        ),
      ];
    const choose = (pass: DrawnPass) => {
      shown.chosen = pass;
      for (const row of at('table').querySelectorAll<HTMLElement>('tr[data-at]'))
        row.querySelector('button')!.setAttribute('aria-pressed', String(row.dataset.at === String(pass.rise.at)));
      drawChart();
      tick();
    };
    const caption = `Passes of ${name} over ${placeName(form.place!)}, times in ${words.zone}`;
    return [passTable({ passes, words, window, caption, chosen: shown.chosen, choose })];
  }

  function drawChart(): void {
    const { chosen, window } = shown;
    const { words } = form;
    const [sky, transmitter] = [at('sky'), tuned()];
    if (!chosen) {
      sky.hidden = shown.found?.state !== 'always_up';
      sky.replaceChildren(skyChart(`${name} in the sky`));
      return;
    }
    sky.hidden = false;
    const sentence = passWords(chosen, window);
    const label = `${words.day(chosen.rise.at)} ${words.time(chosen.rise.at)}: ${sentence}`;
    sky.replaceChildren(
      passChart(chosen, words, label),
      element(
        'figcaption',
        {},
        element('b', {}, words.day(chosen.rise.at)),
        `: ${sentence}`,
        ...(transmitter ? frequencyTable(transmitter, chosen) : []),
      ),
    );
  }

  /** The next pass, visible or not, in the head of the page. */
  function tellHead(): void {
    if (!head || !form.place || !shown.found) return;
    const { found, window } = shown;
    const now = Date.now();
    const over = `over ${placeName(form.place)}`;
    const pass = found.state === 'rises_and_sets' ? found.passes.find(({ set }) => set.at > now) : undefined;
    const days = Math.round((window.to - window.from) / DAY_MS);
    if (found.state === 'always_up') head.textContent = `always up ${over}`;
    else if (!pass) head.textContent = `none in ${days} days ${over}`;
    else if (pass.rise.at <= now) head.textContent = `now ${over}`;
    else head.textContent = `in ${countdown(pass.rise.at - now)} ${over}${pass.visible.length > 0 ? ', visible' : ''}`;
  }

  /** Updates the countdown and, during a pass, the position of the object once a second. */
  function tick(): void {
    tellHead();
    if (!shown.found || !form.place) return;
    const now = Date.now();
    const [next, transmitter] = [at('next'), tuned()];
    const frequencies = transmitter && shown.look ? tunedWords(transmitter, shown.look) : '';
    const chart = at('sky').querySelector('svg');
    if (shown.found.state === 'always_up') {
      if (shown.look)
        next.replaceChildren(
          element('b', {}, 'Up now'),
          ` ${dishWords(shown.look)}, ${Math.round(shown.look.range_km).toLocaleString('en-US')} km away${frequencies}`,
        );
      markNow(chart, shown.look);
      return;
    }
    const pass = listed().find(({ set }) => set.at > now);
    if (!pass) {
      next.replaceChildren();
      return;
    }
    const up = pass.rise.at <= now;
    markNow(chart, up && pass === shown.chosen ? shown.look : null);
    const kind = pass.visible.length > 0 ? 'visible pass' : 'pass';
    next.replaceChildren(
      ...(up
        ? [
            element('b', {}, 'Up now'),
            `${shown.look ? `, ${heightWords(shown.look)}` : ''}${frequencies}, sets in `,
            element('b', { role: 'timer' }, countdown(pass.set.at - now)),
          ]
        : [`Next ${kind} in `, element('b', { role: 'timer' }, countdown(pass.rise.at - now))]),
    );
  }

  for (const choice of root.querySelectorAll('[data-passes-visible], [data-passes-radio]'))
    choice.addEventListener('change', show);
  calendar.addEventListener('click', () => {
    const transmitter = tuned();
    const ageOf = (pass: DrawnPass) => ageInDays(set.epoch, new Date(pass.culmination.at));
    const passes = listed().map((pass) => ({
      ...pass,
      norad_cat_id: id,
      name,
      elements: set,
      visible: pass.visible.length > 0,
      notes: [
        ...(transmitter ? [radioWords(passFrequencies(transmitter.link, pass), transmitter.source)] : []),
        elementsWords(set.epoch, ageOf(pass), errorAt(errors, ageOf(pass))?.s ?? null),
      ],
    }));
    const calendarText = passCalendar(passes, form.place!, shown.window, Date.now());
    saveFile(new Blob([calendarText], { type: 'text/calendar' }), `passes-${id}.ics`);
  });
  setInterval(() => {
    const now = Date.now();
    if (document.visibilityState !== 'visible' || !form.place || !shown.found) return;
    const first = shown.found.passes[0];
    if (shown.found.state === 'rises_and_sets' && first && first.set.at < now) return search(form.place);
    const up = shown.found.passes.some(({ rise, set }) => rise.at <= now && now < set.at);
    shown.look = up ? lookAt(set, form.place, now) : null;
    tick();
  }, 1000);
  if (form.place) search(form.place);
}

/** Why there are no passes, in a sentence or two. */
function noOrbitWords(reason: NoOrbit, { days, meaning }: ElementsAge): string {
  const age = `The newest elements are ${Math.round(Math.abs(days))} days ${days < 0 ? 'ahead' : 'old'}`;
  if (reason === 'too_old')
    return `${age}. That is too far for passes: ${meaning}. Times are given up to 30 days from the epoch in low orbit, 90 above.`;
  if (reason === 'decayed') return `${age}. According to them it has decayed by now, so no passes are listed.`;
  if (reason === 'reentered')
    return 'The window of its predicted reentry has passed, and there are no newer elements, so no passes are listed.';
  return 'Its elements cannot be propagated with SGP4 to this time, so no passes are listed.';
}
