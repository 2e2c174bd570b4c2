import { partsOf } from '../../../dom/element.ts';
import { parsePlace, storedPlace, storePlace } from '../../sky/page/place.ts';
import { locate, placeName } from '../../sky/page/place-form.ts';
import { HeaderError } from '../fits-header.ts';
import { readWcs, type Wcs } from '../wcs.ts';
import { HEADER_BYTES, headerIn } from './read-entry.ts';
import { type BadEntry, type Entries, exposureOf, type FieldName, fieldNames, streakOf } from './read-form.ts';

/** The form of the page that identifies streaks: the measurements, or the header of an image. */
export class IdentifyForm {
  readonly #root: HTMLElement;
  readonly #at: ReturnType<typeof partsOf>;
  readonly #fields: Record<FieldName, HTMLInputElement>;
  readonly #header: HTMLTextAreaElement;
  #wcs: Wcs | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#at = partsOf(root, 'identify');
    this.#header = this.#at<HTMLTextAreaElement>('header');
    this.#fields = Object.fromEntries(
      fieldNames.map((name) => {
        const end = /^([ab])([12])$/.exec(name);
        const selector = end ? `[data-identify-${end[1]}="${end[2]}"]` : `[data-identify-${name}]`;
        return [name, root.querySelector<HTMLInputElement>(selector)!];
      }),
    ) as Record<FieldName, HTMLInputElement>;
    this.#listen();
    const place = storedPlace();
    if (place) this.#fields.place.value = place.name ?? `${place.lat}, ${place.lon}`;
    this.#name();
    this.#at('form').hidden = false;
  }

  /** The question in the form, and its image; null if the header of an image is still missing. Throws BadEntry. */
  read() {
    for (const field of Object.values(this.#fields)) field.removeAttribute('aria-invalid');
    const image = this.#hasImage ? this.#wcs : null;
    if (this.#hasImage && !image) {
      this.#header.focus();
      return null;
    }
    const entries = Object.fromEntries(
      fieldNames.map((name) => [name, this.#fields[name].value]),
    ) as unknown as Entries;
    const question = image
      ? ({ kind: 'tracks', exposure: exposureOf(entries, image) } as const)
      : ({ kind: 'streak', ...streakOf(entries, { inStars: this.#inStars, timed: this.#timed }) } as const);
    storePlace(parsePlace(entries.place));
    return { question, image };
  }

  /** Marks the field of an invalid entry. */
  mark({ field }: BadEntry): void {
    this.#fields[field].setAttribute('aria-invalid', 'true');
    this.#fields[field].focus();
  }

  get #hasImage(): boolean {
    return this.#root.querySelector<HTMLInputElement>('[data-identify-have]:checked')!.value === 'image';
  }

  get #inStars(): boolean {
    return this.#at<HTMLSelectElement>('ends').value === 'stars';
  }

  get #timed(): boolean {
    return this.#at<HTMLSelectElement>('times').value === 'both';
  }

  /** Labels the fields according to the selected coordinates and times. */
  #name(): void {
    const [inStars, timed] = [this.#inStars, this.#timed];
    this.#at('streak').hidden = this.#hasImage;
    this.#at('image').hidden = !this.#hasImage;
    this.#at('go').textContent = this.#hasImage ? 'Show tracks' : 'Identify';
    this.#at('t2-label').hidden = !timed;
    this.#at('t1-name').textContent = timed ? 'Time at the first end, UTC' : 'Time of the middle, UTC';
    for (const [attribute, text] of [
      ['across', inStars ? 'Right ascension' : 'Azimuth, °'],
      ['up', inStars ? 'Declination' : 'Elevation, °'],
    ] as const)
      for (const label of this.#root.querySelectorAll(`[data-identify-${attribute}]`))
        label.textContent = `${text}, ${label.getAttribute(`data-identify-${attribute}`)} end`;
    this.#fields['place-error'].placeholder = inStars ? '10' : '1800';
    this.#fields['time-error'].placeholder = timed ? '0.5' : '10';
  }

  #readHeader(): void {
    const [header, read] = [this.#header, this.#at('read')];
    this.#wcs = null;
    header.removeAttribute('aria-invalid');
    if (header.value.trim() === '') {
      read.textContent = 'The projection TAN, with or without SIP.';
      return;
    }
    try {
      const { wcs, exposure } = readWcs(header.value);
      const { from, exposure_s } = exposure;
      this.#wcs = wcs;
      if (from !== null) this.#fields.from.value = new Date(from).toISOString();
      if (exposure_s !== null) this.#fields.exposure.value = String(exposure_s);
      read.textContent = `An image of ${wcs.width} × ${wcs.height} pixels.${from === null ? ' The header has no DATE-OBS in UTC: add the start of the exposure.' : ''}`;
    } catch (error) {
      if (!(error instanceof HeaderError)) throw error;
      read.textContent = `${error.message} ${error.hint}`;
      header.setAttribute('aria-invalid', 'true');
    }
  }

  async #take(file: File | undefined): Promise<void> {
    if (!file) return;
    this.#root.querySelector<HTMLInputElement>('[data-identify-have][value=image]')!.checked = true;
    this.#name();
    this.#header.value = headerIn(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
    this.#readHeader();
  }

  #listen(): void {
    for (const choice of this.#root.querySelectorAll(
      '[data-identify-ends], [data-identify-times], [data-identify-have]',
    ))
      choice.addEventListener('change', () => this.#name());
    this.#header.addEventListener('input', () => this.#readHeader());
    const file = this.#at<HTMLInputElement>('file');
    file.addEventListener('change', () => void this.#take(file.files?.[0]));
    this.#root.addEventListener('dragover', (event) => event.preventDefault());
    this.#root.addEventListener('drop', (event) => {
      event.preventDefault();
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (event.dataTransfer?.files.length) void this.#take(event.dataTransfer.files[0]);
      else if (text !== '') void this.#take(new File([text], 'header.txt'));
    });
    const message = this.#at('place-message');
    this.#at('locate').addEventListener('click', () =>
      locate(message, (place) => {
        message.textContent = '';
        this.#fields.place.value = placeName(place);
      }),
    );
  }
}
