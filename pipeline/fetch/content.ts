import type { Format } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';

/** Signs of UTF-8 that was decoded as Latin-1 and encoded again, or that could not be decoded. */
const garbled = /[ÂÃ][\u0080-\u00bf]|â\u0080|\ufffd/g;
const MAX_GARBLED_CHARACTERS = 5;

/**
 * Checks a file as it arrives, chunk by chunk: that it is text, and that it begins and ends as its format requires. Its rows are
 * checked by the next stage.
 */
export class ContentCheck {
  readonly #format: Format;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #first = '';
  #last = '';
  #garbled = 0;

  constructor(format: Format) {
    this.#format = format;
  }

  /** Checks the next chunk. Throws FetchFailure if the file can't be in its format. */
  piece(bytes: Uint8Array): void {
    const text = this.#decode(bytes, true);
    if (this.#first === '') this.#first = text.trimStart().slice(0, 1);
    if (this.#first === '<') throw new FetchFailure('it answered with a web page (HTML) in place of the file');
    this.#garbled += text.match(garbled)?.length ?? 0;
    if (text.trim() !== '' || text.endsWith('\n')) this.#last = text.slice(-200);
  }

  /** Checks the end of the file. Throws FetchFailure. */
  end(): void {
    this.#decode(new Uint8Array(), false);
    if (this.#first === '') throw new FetchFailure('it answered with an empty file');
    if (this.#garbled > MAX_GARBLED_CHARACTERS)
      throw new FetchFailure('its text is garbled: UTF-8 that was read as another encoding and written again');
    const elements = this.#format === 'elements' && /^[[{]$/.test(this.#first);
    const json = this.#format === 'json' || this.#format === 'sparql-json' || elements;
    if (json && !/^[[{]$/.test(this.#first)) throw new FetchFailure('it answered with something that is not JSON');
    const whole = json ? /[\]}]\s*$/ : /\n$/;
    if (!whole.test(this.#last)) throw new FetchFailure('the file is cut off: its end is missing', { passing: true });
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new FetchFailure('its text is not UTF-8');
    }
  }
}
