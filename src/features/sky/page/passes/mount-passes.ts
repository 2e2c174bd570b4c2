import { element, partsOf, saveFile } from '../../../../dom/element.ts';
import { passFrequencies } from '../../../../orbit/observation/doppler.ts';
import { standardMagnitude } from '../../../../orbit/observation/magnitude.ts';
import { passCalendar, radioWords } from '../../../../orbit/observation/pass-calendar.ts';
import type { Interval, PassMoment } from '../../../../orbit/observation/passes.ts';
import { elementsWords, errorAt } from '../../../../orbit/position-error.ts';
import { ageInDays } from '../../../../orbit/propagate.ts';
import { frequencyTable, tunedWords } from '../../../radio/page/pass-radio.ts';
import { passWords } from '../pass-words.ts';
import type { Place } from '../place.ts';
import { attachPlaceForm, type PlaceForm, placeName } from '../place-form.ts';
import { markNow, passChart, skyChart } from './pass-chart.ts';
import type { PassData } from './pass-data.ts';
import { ageOfElements, type DrawnPass, type FoundPasses, lookAt, searchPasses, WINDOW_DAYS } from './pass-search.ts';
import { passTable } from './pass-table.ts';
import { emptyWords, headWords, nextWords, noOrbitWords, problemWords, upWords } from './section-words.ts';

const DAY_MS = 86_400_000;

/** Fills the section of an object's passes. The place never leaves the browser: all passes are computed in it. */
export function mountPasses(root: HTMLElement): void {
  const data = JSON.parse(root.dataset.passes!) as PassData;
  /** The link to this section in the head of the page. */
  const head = document.querySelector('[data-passes-head]');
  const age = ageOfElements(data.set, Date.now(), data.errors, data.until);
  if (!age.noOrbit) {
    new PassesSection(root, data, head);
    return;
  }
  const words = noOrbitWords(age.noOrbit, age);
  partsOf(root, 'passes')('message').replaceChildren(element('span', { class: 'warning' }, words));
  head?.replaceChildren('not computed');
}

/** The passes of an object with an orbit. */
class PassesSection {
  readonly #data: PassData;
  readonly #head: Element | null;
  readonly #at: ReturnType<typeof partsOf>;
  readonly #radio: HTMLSelectElement | null;
  readonly #form: PlaceForm;
  #found: FoundPasses | null = null;
  #window: Interval = { from: 0, to: 0 };
  #chosen: DrawnPass | null = null;
  #look: PassMoment | null = null;

  constructor(root: HTMLElement, data: PassData, head: Element | null) {
    this.#data = data;
    this.#head = head;
    this.#at = partsOf(root, 'passes');
    this.#radio = root.querySelector('[data-passes-radio]');
    this.#form = attachPlaceForm(root, {
      place: (place) => {
        if (place) return this.#search(place);
        this.#at('body').hidden = true;
        this.#head?.replaceChildren('Set your place');
      },
      minElevation: () => this.#form.place && this.#search(this.#form.place),
      zone: () => this.#show(),
    });
    for (const choice of root.querySelectorAll('[data-passes-visible], [data-passes-radio]'))
      choice.addEventListener('change', () => this.#show());
    this.#at('calendar').addEventListener('click', () => this.#saveCalendar());
    setInterval(() => this.#everySecond(), 1000);
    if (this.#form.place) this.#search(this.#form.place);
  }

  /** The chosen transmitter; undefined if there is none. */
  get #tuned(): PassData['transmitters'][number] | undefined {
    return this.#radio?.value ? this.#data.transmitters[Number(this.#radio.value)] : undefined;
  }

  get #listed(): readonly DrawnPass[] {
    const visibleOnly = this.#at<HTMLInputElement>('visible').checked;
    return (this.#found?.passes ?? []).filter(({ visible }) => !visibleOnly || visible.length > 0);
  }

  #search(place: Place): void {
    const { id, set, until, size } = this.#data;
    const from = Date.now();
    this.#window = { from, to: from + WINDOW_DAYS * DAY_MS };
    this.#look = null;
    this.#chosen = null;
    try {
      this.#found = searchPasses({
        set,
        until,
        place,
        ...this.#window,
        minElevation: this.#form.minElevation,
        standardMagnitude: standardMagnitude(id, size),
      });
      this.#at('message').textContent = '';
      this.#show();
    } catch (error) {
      this.#found = null;
      this.#head?.replaceChildren('not computed');
      this.#at('body').hidden = true;
      this.#at('message').textContent = problemWords(error);
    }
  }

  /** Redraws everything: after a search, and when a choice changes its presentation. */
  #show(): void {
    if (!this.#form.place || !this.#found) return;
    this.#at('body').hidden = false;
    const passes = this.#found.state === 'always_up' ? [] : this.#listed;
    this.#at<HTMLButtonElement>('calendar').disabled = passes.length === 0;
    if (!this.#chosen || !passes.includes(this.#chosen)) this.#chosen = passes[0] ?? null;
    this.#showTable(this.#found, passes, this.#form.place);
    this.#drawChart();
    const { days, meaning } = ageOfElements(this.#data.set, Date.now(), this.#data.errors);
    const old = days < 2 ? `${(days * 24).toFixed(0)} hours` : `${days.toFixed(1)} days`;
    this.#at('age').textContent =
      `Times in ${this.#form.words.zone}. Elements ${old} old: ${meaning}. Directions are from true north; heights are without refraction.`;
    this.#tick();
  }

  #showTable(found: FoundPasses, passes: readonly DrawnPass[], place: Place): void {
    const { words, minElevation } = this.#form;
    const empty = emptyWords(found, passes, minElevation);
    const table = this.#at('table');
    if (empty !== null) {
      table.replaceChildren(element('p', { class: 'soft' }, empty));
      return;
    }
    const choose = (pass: DrawnPass) => {
      this.#chosen = pass;
      for (const row of table.querySelectorAll<HTMLElement>('tr[data-at]'))
        row.querySelector('button')!.setAttribute('aria-pressed', String(row.dataset.at === String(pass.rise.at)));
      this.#drawChart();
      this.#tick();
    };
    const caption = `Passes of ${this.#data.name} over ${placeName(place)}, times in ${words.zone}`;
    table.replaceChildren(passTable({ passes, words, window: this.#window, caption, chosen: this.#chosen, choose }));
  }

  #drawChart(): void {
    const { words } = this.#form;
    const [sky, chosen, transmitter] = [this.#at('sky'), this.#chosen, this.#tuned];
    if (!chosen) {
      sky.hidden = this.#found?.state !== 'always_up';
      sky.replaceChildren(skyChart(`${this.#data.name} in the sky`));
      return;
    }
    sky.hidden = false;
    const sentence = passWords(chosen, this.#window);
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

  /** Updates the countdowns and, during a pass, the position of the object. */
  #tick(): void {
    const { place } = this.#form;
    const [found, look, transmitter] = [this.#found, this.#look, this.#tuned];
    if (!found || !place) return;
    const now = Date.now();
    this.#head?.replaceChildren(headWords(found, this.#window, placeName(place), now));
    const frequencies = transmitter && look ? tunedWords(transmitter, look) : '';
    const next = this.#at('next');
    const chart = this.#at('sky').querySelector('svg');
    if (found.state === 'always_up') {
      if (look) next.replaceChildren(...upWords(look, frequencies));
      markNow(chart, look);
      return;
    }
    const pass = this.#listed.find(({ set }) => set.at > now);
    next.replaceChildren(...(pass ? nextWords(pass, look, frequencies, now) : []));
    if (pass) markNow(chart, pass.rise.at <= now && pass === this.#chosen ? look : null);
  }

  #everySecond(): void {
    const { place } = this.#form;
    const found = this.#found;
    if (document.visibilityState !== 'visible' || !place || !found) return;
    const now = Date.now();
    const first = found.passes[0];
    if (found.state === 'rises_and_sets' && first && first.set.at < now) {
      this.#search(place);
      return;
    }
    const up = found.passes.some(({ rise, set }) => rise.at <= now && now < set.at);
    this.#look = up ? lookAt(this.#data.set, place, now) : null;
    this.#tick();
  }

  #saveCalendar(): void {
    const { id, name, set, errors } = this.#data;
    const transmitter = this.#tuned;
    const ageOf = (pass: DrawnPass) => ageInDays(set.epoch, new Date(pass.culmination.at));
    const passes = this.#listed.map((pass) => ({
      ...pass,
      norad_cat_id: id,
      name,
      elements: set,
      visible: pass.visible.length > 0,
      notes: [
        ...(transmitter ? [radioWords(passFrequencies(transmitter.link, pass), transmitter.source)] : []),
        elementsWords(set.epoch, ageOf(pass), errorAt(errors, ageOf(pass))),
      ],
    }));
    const calendar = passCalendar(passes, this.#form.place!, this.#window, Date.now());
    saveFile(new Blob([calendar], { type: 'text/calendar' }), `passes-${id}.ics`);
  }
}
