import { isSgp4 } from '../../src/orbit/element-orbit.ts';
import { formatCount, plural } from '../../src/schema/plain-text.ts';
import type { ElementFileForm } from '../formats/elements/read-elements.ts';
import { BrokenFile } from '../formats/rows.ts';
import type { ImportFile } from './import-files.ts';
import { countReject, newCounts, partsOf, type RejectedSet, readSets, type SetCounts } from './read-sets.ts';
import { rejectWords } from './reject-words.ts';

/** The contents of a file, and its problems. */
export interface CheckedFile extends SetCounts {
  readonly file: string;
  /** Null if the file has none of the supported forms. */
  readonly form: ElementFileForm['form'] | null;
  readonly encoding: ElementFileForm['encoding'] | null;
  /** The unit of `parts` and `line`. */
  readonly unit: 'lines' | 'items' | 'messages' | null;
  /** Why the file, or the rest of it, could not be read, or that it has no element sets; null if it has, and was read to its end. */
  readonly problem: string | null;
  /** The rejected rows, in the file's order, with a sentence each. */
  readonly problems: readonly (RejectedSet & { readonly message: string })[];
  /** Sets of other ephemeris types, which are read and stored unchanged but not propagated with SGP4. */
  readonly not_sgp4: number;
  /** Number of sets with a name in which U+FFFD replaces bytes that could not be decoded. */
  readonly garbled_names: number;
}

/** The problem of a file that was read to its end. */
const NO_SETS = 'it has no element sets';
/** Longest text of a file that a message quotes. */
const LONGEST_VALUE = 200;

/** Reads a file as the archive does, and collects everything that is rejected. */
export async function checkFile(path: string, shown: string): Promise<CheckedFile> {
  const counts = newCounts();
  const problems: CheckedFile['problems'][number][] = [];
  let what: ElementFileForm | null = null;
  let problem: string | null = null;
  let not_sgp4 = 0;
  let garbled_names = 0;
  try {
    await readSets(path, {
      form: (form) => {
        what = form;
      },
      set: (_number, set, lines) => {
        counts.sets += 1;
        counts.parts.sets += lines;
        if (!isSgp4(set)) not_sgp4 += 1;
        if (set.object_name.includes('\ufffd')) garbled_names += 1;
      },
      reject: (rejected) => {
        countReject(counts, rejected);
        const value = rejected.value?.slice(0, LONGEST_VALUE) ?? null;
        problems.push({ ...rejected, value, message: rejectWords(rejected.reason) });
      },
      skipped: (kind, lines) => {
        counts.parts[kind] += lines;
      },
    });
    if (counts.sets === 0 && problems.length === 0) problem = NO_SETS;
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    problem = error.message;
  }
  const known = what as ElementFileForm | null;
  problems.sort((a, b) => a.line - b.line);
  return {
    file: shown,
    form: known?.form ?? null,
    encoding: known?.encoding ?? null,
    unit: known && partsOf(known),
    ...counts,
    not_sgp4,
    garbled_names,
    problem,
    problems,
  };
}

/** Unpacks and checks a file. */
export async function checkPacked({ read, shown }: ImportFile): Promise<CheckedFile> {
  try {
    return await read((path) => checkFile(path, shown));
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    const nothing = {
      form: null,
      encoding: null,
      unit: null,
      ...newCounts(),
      not_sgp4: 0,
      garbled_names: 0,
      problems: [],
    };
    return { file: shown, ...nothing, problem: error.message };
  }
}

/** The check of a file for a terminal: a line for each problem, then the counts. */
export function checkedText(checked: CheckedFile): string {
  const { file, form, encoding, unit, parts, problem, not_sgp4, garbled_names } = checked;
  const found = checked.problems.map(({ line, lines, reason, keyword, value, message }) => {
    const end = lines > 1 ? `-${line + lines - 1}` : '';
    const shown = value === null || value === '' ? '' : ` ${JSON.stringify(value)}`;
    return `${file}:${line}${end}: ${reason}${keyword === null ? '' : ` ${keyword}`}${shown}. ${message}`.trimEnd();
  });
  const notRead = problem === NO_SETS ? '' : ` not read${parts.sets > 0 ? ' to its end' : ''}:`;
  const whole = problem === null ? [] : [`${file}:${notRead} ${problem}`];
  const total = Object.values(parts).reduce((sum, count) => sum + count, 0);
  const rejected = Object.values(checked.rejected).reduce((sum, count) => sum + count, 0);
  const shares = [
    `${formatCount(parts.sets)} of ${formatCount(checked.sets)} element sets`,
    `${formatCount(parts.rejected)} of ${formatCount(rejected)} rejected rows`,
    `${formatCount(parts.blank)} blank`,
    `${formatCount(parts.comment)} comments`,
    `${formatCount(parts.header)} header`,
  ];
  const summary =
    form === null ? [] : [`${file}: ${form}, ${encoding}; ${formatCount(total)} ${unit}: ${shares.join(', ')}`];
  const kept =
    not_sgp4 === 0
      ? []
      : [`${file}: ${plural(not_sgp4, 'set is', 'sets are')} not SGP4 by EPHEMERIS_TYPE: kept, never propagated`];
  const garbled =
    garbled_names === 0
      ? []
      : [
          `${file}: ${plural(garbled_names, 'name has', 'names have')} characters that are not valid in ${encoding}: kept as \ufffd`,
        ];
  return [...found, ...whole, ...summary, ...kept, ...garbled].map((line) => `${line}\n`).join('');
}
