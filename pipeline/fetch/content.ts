import type { Format } from '../sources/source.ts';
import { FetchFailure } from './failure.ts';

/** What text looks like that was UTF-8, was read as Latin-1 and written again, or could not be read at all. */
const garbled = /[ÂÃ][\u0080-\u00bf]|â\u0080|\ufffd/g;
const MAX_GARBLED_CHARACTERS = 5;

/**
 * Looks at a file while it comes, a piece at a time: whether it is text, begins as its format does, and ends as a whole
 * one does. What its rows say is the next stage's matter.
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

  /** Throws FetchFailure where the file can't be what it should be. */
  piece(bytes: Uint8Array): void {
    const text = this.#decode(bytes, true);
    if (this.#first === '') this.#first = text.trimStart().slice(0, 1);
    if (this.#first === '<') throw new FetchFailure('it answered with a web page (HTML) in place of the file');
    this.#garbled += text.match(garbled)?.length ?? 0;
    if (text.trim() !== '' || text.endsWith('\n')) this.#last = text.slice(-200);
  }

  /** After the last piece. Throws FetchFailure. */
  end(): void {
    this.#decode(new Uint8Array(), false);
    if (this.#first === '') throw new FetchFailure('it answered with an empty file');
    if (this.#garbled > MAX_GARBLED_CHARACTERS)
      throw new FetchFailure('its text is garbled: UTF-8 that was read as another encoding and written again');
    const json = this.#format === 'json' || this.#format === 'sparql-json';
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
