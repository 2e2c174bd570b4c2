import { cellText, type RowReader } from '../rows.ts';

/** The longest message that is read, in characters; a real one has two thousand. */
export const LONGEST_MESSAGE = 1_000_000;

/** The units that CCSDS 502.0-B gives the keywords of an OMM: a message may repeat them, and can't choose others. */
const units: Readonly<Record<string, string>> = {
  MEAN_MOTION: 'rev/day',
  INCLINATION: 'deg',
  RA_OF_ASC_NODE: 'deg',
  ARG_OF_PERICENTER: 'deg',
  MEAN_ANOMALY: 'deg',
  BSTAR: '1/er',
  MEAN_MOTION_DOT: 'rev/day**2',
  MEAN_MOTION_DDOT: 'rev/day**3',
  BTERM: 'm**2/kg',
  AGOM: 'm**2/kg',
};

/** Keywords whose values are text. */
const textKeywords: ReadonlySet<string> = new Set(['OBJECT_NAME', 'OBJECT_ID']);

/** One message in KVN or XML while it is read. */
export class Message {
  /** The keyword that marks the message as another kind than an OMM, such as `CCSDS_OEM_VERS`; null if it is an OMM. */
  foreign: string | null = null;
  readonly #begin: number;
  readonly #cells: Record<string, string> = {};
  #lines = 0;
  #fault: { reason: string; column: string; value: string } | null = null;

  constructor(line: number) {
    this.#begin = line;
  }

  /** Counts one more line of the message. */
  line(): void {
    this.#lines += 1;
  }

  has = (keyword: string): boolean => Object.hasOwn(this.#cells, keyword);

  isOf(keyword: string): void {
    this.foreign = keyword;
    this.#fault ??= { reason: 'not_an_omm', column: keyword, value: '' };
  }

  /** Adds a value of KVN, with its unit in brackets. In text, such as a name, brackets are part of the value. */
  setText(keyword: string, text: string, read: ReadonlySet<string>): void {
    const [, number = '', unit] = /^(.*?)\s*(?:\[([^\]]*)\])?$/.exec(text) ?? [];
    if (textKeywords.has(keyword)) this.set(keyword, text, null, read);
    else this.set(keyword, number, unit ?? null, read);
  }

  /** Adds a value with its unit, if it has one. Keywords that are not in `read` are ignored. */
  set(keyword: string, value: string, unit: string | null, read: ReadonlySet<string>): void {
    if (!read.has(keyword) || this.foreign !== null) return;
    if (this.has(keyword)) this.#fault ??= { reason: 'repeated', column: keyword, value };
    if (unit !== null && unit.toLowerCase().replaceAll(' ', '') !== units[keyword])
      this.#fault ??= { reason: 'unsupported_unit', column: keyword, value: unit };
    this.#cells[keyword] = cellText(value);
  }

  /** Passes the message on as a row, or as a problem. `lines` is its number of lines if they were not counted one by one. */
  end(reader: RowReader, lines = this.#lines): void {
    const where = { line: this.#begin, ...(lines > 1 && { lines }) };
    if (this.#fault) reader.problem({ ...where, ...this.#fault, scope: 'row' });
    else reader.rows([{ ...where, cells: this.#cells }]);
  }
}
