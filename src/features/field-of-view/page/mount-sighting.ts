import { partsOf } from '../../../dom/element.ts';
import { timeWords } from '../../sky/page/pass-words.ts';
import { type Place, storedPlace } from '../../sky/page/place.ts';
import { type Stated, valuesOf } from '../sighting-words.ts';
import { sightingAnswer } from './sighting-answer.ts';
import { SkyQuestions } from './sky-questions.ts';

const MINUTE_MS = 60_000;

/**
 * Runs the form for a sighting. `place` is stored by the page; no request contains it, the time, or the description.
 */
export function mountSighting(root: HTMLElement): void {
  const saw = root.querySelector<HTMLElement>('[data-saw]')!;
  const at = partsOf(saw, 'saw');
  const [when, within, status, answer] = [
    at<HTMLInputElement>('at'),
    at<HTMLSelectElement>('within'),
    at('status'),
    at('answer'),
  ];
  const choices = [...saw.querySelectorAll<HTMLSelectElement>('[data-saw-choice]')];
  const zones = [...root.querySelectorAll<HTMLInputElement>('[data-place-zone]')];
  const questions = new SkyQuestions();
  let latest = 0;
  let utc = isUtc();

  function isUtc(): boolean {
    return zones.some(({ value, checked }) => value === 'utc' && checked);
  }
  const entered = () => (when.value === '' ? Number.NaN : Date.parse(utc ? `${when.value}Z` : when.value));
  /** Writes a time (milliseconds) in the selected zone, to the minute. */
  function enter(time: number): void {
    const shown = utc ? time : time - new Date(time).getTimezoneOffset() * MINUTE_MS;
    when.value = new Date(shown).toISOString().slice(0, 16);
  }
  const nameZone = () => {
    at('zone').textContent = `When, in ${timeWords(utc).zone}`;
  };

  async function compute(place: Place, time: number): Promise<void> {
    latest += 1;
    const own = latest;
    status.textContent = 'Computing…';
    const stated = Object.fromEntries(
      choices.flatMap(({ dataset, value }) => (value === '' ? [] : [[dataset.sawChoice!, value]])),
    ) as Stated;
    try {
      const response = await questions.ask({
        kind: 'sighting',
        stated,
        sighting: {
          observer: { lat: place.lat, lon: place.lon, alt_m: 0 },
          at: time,
          within: Number(within.value) * MINUTE_MS,
          ...valuesOf(stated),
          allowOld: false,
        },
      });
      if (own !== latest) return;
      if (response.kind === 'refused') {
        status.textContent = response.message;
        answer.replaceChildren();
      } else {
        const { summary, content } = sightingAnswer(response, timeWords(utc));
        status.textContent = summary;
        answer.replaceChildren(...content);
      }
      saw.dataset.answered = String(own);
    } catch {
      if (own === latest)
        status.textContent = 'The elements could not be loaded, or the computation failed. Try again.';
    }
  }

  at<HTMLFormElement>('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const [place, time] = [storedPlace(), entered()];
    when.toggleAttribute('aria-invalid', Number.isNaN(time));
    if (Number.isNaN(time)) {
      status.textContent = 'Enter the date and the time at which you saw it.';
      when.focus();
    } else if (place) void compute(place, time);
  });
  for (const zone of zones)
    zone.addEventListener('change', () => {
      const time = entered();
      utc = isUtc();
      if (!Number.isNaN(time)) enter(time);
      nameZone();
    });
  nameZone();
  enter(Date.now());
}
