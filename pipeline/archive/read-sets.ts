import { type ElementFileForm, readElements } from '../formats/elements/read-elements.ts';
import type { FormatProblem, Skipped } from '../formats/rows.ts';
import { EPOCH_MICROSECONDS, elementKey, readElementCells } from '../sources/element-row.ts';
import type { ElementSetText } from '../sources/source.ts';

/** A row that is not an element set. */
export type RejectedSet = Pick<FormatProblem, 'line' | 'reason' | 'value'> & {
  readonly keyword: string | null;
  readonly lines: number;
};

/** Receives the contents of a file: element sets, rejected rows, and lines that are neither. */
export interface SetReader {
  set(norad_cat_id: number, set: ElementSetText, lines: number): void;
  reject(rejected: RejectedSet): void;
  skipped?(kind: Skipped, lines: number): void;
  form?(form: ElementFileForm): void;
}

/** Only these columns are read: Space-Track has forty. */
const columns = new Set<string>([...elementKey, EPOCH_MICROSECONDS]);

/** Reads the element sets of a file in any form. Throws BrokenFile if it has none of the forms, or ends in the middle of one. */
export async function readSets(path: string, reader: SetReader): Promise<void> {
  await readElements(
    path,
    {
      columns,
      // No column is required: a row that lacks one is rejected with the name of the column.
      required: [],
      rows: (batch) => {
        for (const { line, lines = 1, cells } of batch) {
          const read = readElementCells(cells);
          if (read.ok) reader.set(read.norad_cat_id, read.set, lines);
          else reader.reject({ line, lines, reason: read.reason, keyword: read.keyword, value: read.value });
        }
      },
      problem: ({ scope, line, lines = 1, reason, column, value }) => {
        if (scope === 'row') reader.reject({ line, lines, reason, keyword: column, value });
      },
      comment: () => {},
      skipped: (kind, lines) => reader.skipped?.(kind, lines),
    },
    (form) => reader.form?.(form),
  );
}

/** The counts of a file. Each of its lines (CSV, KVN, TLE), items (JSON) or messages (XML) is in exactly one of `parts`. */
export interface SetCounts {
  sets: number;
  /** Rejected rows by reason, with the keyword if the reason concerns one. */
  readonly rejected: Record<string, number>;
  readonly parts: { sets: number; rejected: number; blank: number; comment: number; header: number };
}

export const newCounts = (): SetCounts => ({
  sets: 0,
  rejected: {},
  parts: { sets: 0, rejected: 0, blank: 0, comment: 0, header: 0 },
});

export function countReject({ rejected, parts }: SetCounts, { reason, keyword, lines }: RejectedSet): void {
  const why = keyword === null ? reason : `${reason} ${keyword}`;
  rejected[why] = (rejected[why] ?? 0) + 1;
  parts.rejected += lines;
}

/** The unit in which the parts of a file are counted. */
export const partsOf = ({ form }: ElementFileForm): 'lines' | 'items' | 'messages' =>
  form === 'JSON' ? 'items' : form === 'XML' ? 'messages' : 'lines';
