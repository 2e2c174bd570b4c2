/** A FITS header that cannot be used: the keyword that causes this, and its valid values. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError';
  readonly keyword: string;
  readonly hint: string;

  constructor(keyword: string, message: string, hint: string) {
    super(message);
    this.keyword = keyword;
    this.hint = hint;
  }
}

type HeaderValue = string | number | boolean;

const CARD_LENGTH = 80;

/** The keywords of a FITS header as text: cards of 80 characters without line ends, as in the file, or one to a line. */
export class FitsHeader {
  readonly #values = new Map<string, HeaderValue>();

  constructor(text: string) {
    for (const card of cardsOf(text)) {
      const keyword = card.slice(0, 8).trimEnd();
      if (keyword === 'END') break;
      if (card.slice(8, 10).trimEnd() !== '=') continue;
      const value = valueIn(card.slice(10));
      // If a keyword is repeated, the first one counts.
      if (value !== null && !this.#values.has(keyword)) this.#values.set(keyword, value);
    }
    if (this.#values.size === 0)
      throw new HeaderError(
        'SIMPLE',
        'The text has no FITS keywords.',
        'Send the header as cards of 80 characters, or one card to a line, such as "CRVAL1  =  83.822".',
      );
  }

  /** A number; undefined if the keyword is absent. Throws HeaderError if it is something else. */
  number(keyword: string): number | undefined {
    const value = this.#values.get(keyword);
    if (value === undefined || Number.isFinite(value)) return value as number | undefined;
    if (typeof value === 'number')
      throw new HeaderError(keyword, `The number of ${keyword} is too large.`, `Give ${keyword} as a smaller number.`);
    throw new HeaderError(keyword, `The keyword ${keyword} is not a number.`, `Give ${keyword} as a number.`);
  }

  /** A number. Throws HeaderError if the keyword is absent. */
  required(keyword: string): number {
    const value = this.number(keyword);
    if (value !== undefined) return value;
    throw new HeaderError(
      keyword,
      `The header has no ${keyword}.`,
      'Send the header of an image with a solved world coordinate system (CTYPE, CRVAL, CRPIX, and CD or CDELT).',
    );
  }

  /** Text; undefined if the keyword is absent. */
  text(keyword: string): string | undefined {
    const value = this.#values.get(keyword);
    return value === undefined ? undefined : String(value).trimEnd();
  }
}

function cardsOf(text: string): string[] {
  if (/[\r\n]/.test(text)) return text.split(/\r\n|\r|\n/);
  return Array.from({ length: Math.ceil(text.length / CARD_LENGTH) }, (_, n) =>
    text.slice(n * CARD_LENGTH, (n + 1) * CARD_LENGTH),
  );
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([EeDd][+-]?\d+)?$/;

/** The value of a card, from its 11th character on; null if it has none. */
function valueIn(field: string): HeaderValue | null {
  const quoted = /^\s*'((?:[^']|'')*)'/.exec(field);
  if (quoted) return quoted[1]!.replaceAll("''", "'").trimEnd();
  const plain = field.split('/')[0]!.trim();
  if (plain === 'T' || plain === 'F') return plain === 'T';
  return number.test(plain) ? Number(plain.replace(/[Dd]/, 'e')) : null;
}
