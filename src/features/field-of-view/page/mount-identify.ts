import { parsePlace, storedPlace, storePlace } from '../../../sky/place.ts';
import { locate, placeName } from '../../../sky/place-form.ts';
import { HeaderError } from '../fits-header.ts';
import { readWcs, type Wcs } from '../wcs.ts';
import { streakAnswer, tracksAnswer } from './field-answers.ts';
import { HEADER_BYTES, headerIn } from './read-entry.ts';
import { BadEntry, type Entries, exposureOf, type FieldName, fieldNames, streakOf } from './read-form.ts';
import { SkyQuestions } from './sky-questions.ts';

/** Runs the page that identifies streaks. All is computed in a worker; no request holds the place, the time, or the image. */
export function mountIdentify(root: HTMLElement): void {
  const at = <E extends HTMLElement = HTMLElement>(name: string) => root.querySelector<E>(`[data-identify-${name}]`)!;
  const form = at<HTMLFormElement>('form');
  const fields = Object.fromEntries(
    fieldNames.map((name) => {
      const end = /^([ab])([12])$/.exec(name);
      const selector = end ? `[data-identify-${end[1]}="${end[2]}"]` : `[data-identify-${name}]`;
      return [name, root.querySelector<HTMLInputElement>(selector)!];
    }),
  ) as Record<FieldName, HTMLInputElement>;
  const [ends, times] = [at<HTMLSelectElement>('ends'), at<HTMLSelectElement>('times')];
  const header = at<HTMLTextAreaElement>('header');
  const [status, read, placeMessage] = [at('status'), at('read'), at('place-message')];
  const answer = at('answer');
  const questions = new SkyQuestions();
  let wcs: Wcs | null = null;
  let latest = 0;

  const hasImage = () => root.querySelector<HTMLInputElement>('[data-identify-have]:checked')!.value === 'image';
  const entries = () => Object.fromEntries(fieldNames.map((name) => [name, fields[name].value])) as unknown as Entries;

  /** Labels the fields according to the selected coordinates and times. */
  function name(): void {
    const inStars = ends.value === 'stars';
    const timed = times.value === 'both';
    at('streak').hidden = hasImage();
    at('image').hidden = !hasImage();
    at('go').textContent = hasImage() ? 'Show tracks' : 'Identify';
    at('t2-label').hidden = !timed;
    at('t1-name').textContent = timed ? 'Time at the first end, UTC' : 'Time of the middle, UTC';
    for (const [attribute, text] of [
      ['across', inStars ? 'Right ascension' : 'Azimuth, °'],
      ['up', inStars ? 'Declination' : 'Elevation, °'],
    ] as const)
      for (const label of root.querySelectorAll(`[data-identify-${attribute}]`))
        label.textContent = `${text}, ${label.getAttribute(`data-identify-${attribute}`)} end`;
    fields['place-error'].placeholder = inStars ? '10' : '1800';
    fields['time-error'].placeholder = timed ? '0.5' : '10';
  }

  function readHeader(): void {
    wcs = null;
    header.removeAttribute('aria-invalid');
    if (header.value.trim() === '') {
      read.textContent = 'The projection TAN, with or without SIP.';
      return;
    }
    try {
      const image = readWcs(header.value);
      wcs = image.wcs;
      const { from, exposure_s } = image.exposure;
      if (from !== null) fields.from.value = new Date(from).toISOString();
      if (exposure_s !== null) fields.exposure.value = String(exposure_s);
      read.textContent = `An image of ${wcs.width} × ${wcs.height} pixels.${from === null ? ' The header has no DATE-OBS in UTC: add the start of the exposure.' : ''}`;
    } catch (error) {
      if (!(error instanceof HeaderError)) throw error;
      read.textContent = `${error.message} ${error.hint}`;
    }
    if (wcs === null) header.setAttribute('aria-invalid', 'true');
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    root.querySelector<HTMLInputElement>('[data-identify-have][value=image]')!.checked = true;
    name();
    header.value = headerIn(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
    readHeader();
  }

  function refuse(error: BadEntry): void {
    const field = fields[error.field];
    field.setAttribute('aria-invalid', 'true');
    status.textContent = error.message;
    field.focus();
  }

  async function compute(): Promise<void> {
    for (const field of Object.values(fields)) field.removeAttribute('aria-invalid');
    latest += 1;
    const own = latest;
    try {
      const image = hasImage() ? wcs : null;
      if (hasImage() && !image) {
        status.textContent = 'Add the FITS header of a solved image first.';
        header.focus();
        return;
      }
      const question = image
        ? ({ kind: 'tracks', exposure: exposureOf(entries(), image) } as const)
        : ({
            kind: 'streak',
            ...streakOf(entries(), { inStars: ends.value === 'stars', timed: times.value === 'both' }),
          } as const);
      storePlace(parsePlace(fields.place.value));
      status.textContent = 'Computing…';
      const response = await questions.ask(question);
      if (own !== latest) return;
      status.textContent = response.kind === 'refused' ? response.message : '';
      if (response.kind === 'refused') answer.replaceChildren();
      else
        answer.replaceChildren(
          ...(response.kind === 'streak' ? streakAnswer(response) : tracksAnswer(response, image!)),
        );
      root.dataset.answered = response.kind;
      answer.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (error instanceof BadEntry) refuse(error);
      else status.textContent = 'The elements could not be loaded, or the computation failed. Try again.';
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void compute();
  });
  for (const choice of [ends, times, ...root.querySelectorAll('[data-identify-have]')])
    choice.addEventListener('change', name);
  header.addEventListener('input', readHeader);
  const file = at<HTMLInputElement>('file');
  file.addEventListener('change', () => void take(file.files?.[0]));
  root.addEventListener('dragover', (event) => event.preventDefault());
  root.addEventListener('drop', (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (event.dataTransfer?.files.length) void take(event.dataTransfer.files[0]);
    else if (text !== '') void take(new File([text], 'header.txt'));
  });
  at('locate').addEventListener('click', () =>
    locate(placeMessage, (place) => {
      placeMessage.textContent = '';
      fields.place.value = placeName(place);
    }),
  );
  const place = storedPlace();
  if (place) fields.place.value = place.name ?? `${place.lat}, ${place.lon}`;
  name();
  form.hidden = false;
}
