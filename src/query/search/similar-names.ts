import { digitsIn, type SearchIndex } from './searchable.ts';

/** Minimum similarity of two names; below it, they have little in common. */
const LEAST_ALIKE = 0.45;
/** A name whose similarity is this much below the best one is dropped. */
const WORSE = 0.15;
const MOST_GROUPS = 20;

/** Triples are counted by a hash: two that share one make a name look slightly more alike than it is. */
const HASHES = 1 << 16;
const hashAt = (text: string, at: number) =>
  ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) & (HASHES - 1);

/** A group with a name similar to the search, and the similarity, 0 to 1. */
interface Similar {
  readonly group: number;
  readonly name: string;
  readonly alike: number;
}

/**
 * The groups with the names most similar to the search, best first: finds objects if a word with digits is misspelt, or
 * several words are. Names are compared by their runs of three letters (the Sørensen–Dice index). Digits are never
 * corrected: a name must have the typed ones, in order.
 */
export function similarNames({ namesByDigits }: SearchIndex, typed: string): Similar[] {
  const spaced = ` ${typed} `;
  const wanted = new Uint8Array(HASHES);
  for (let at = 0; at + 2 < spaced.length; at += 1) wanted[hashAt(spaced, at)] = 1;
  const found: Similar[] = [];
  for (const { group, name } of namesByDigits.get(digitsIn(typed)) ?? []) {
    const text = ` ${name} `;
    let common = 0;
    for (let at = 0; at + 2 < text.length; at += 1) common += wanted[hashAt(text, at)]!;
    const alike = (2 * common) / (spaced.length + text.length - 4);
    if (alike >= LEAST_ALIKE) found.push({ group, name, alike });
  }
  found.sort((one, other) => other.alike - one.alike || one.group - other.group);
  return found.filter(({ alike }) => alike >= found[0]!.alike - WORSE).slice(0, MOST_GROUPS);
}
