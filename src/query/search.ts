import { LookUp, lookUpDesignator, lookUpNumber } from './look-up.ts';
import { type Phrasing, phrasingsOf, phrasingsOfWords, plainWords } from './phrasings.ts';
import type { SearchIndex } from './searchable.ts';

/** What a person means by what they typed. */
export type Meaning =
  | { readonly kind: 'catalogue number'; readonly id: number }
  | { readonly kind: 'designator'; readonly cosparId: string }
  | { readonly kind: 'launch'; readonly launchId: string }
  | { readonly kind: 'text'; readonly text: string };

/** Reads a search: a bare number is a catalogue number, `1998-067A`, `98067A` and `1998-067` are COSPAR, all else is text. */
export function meaningOf(q: string): Meaning {
  const typed = q.trim();
  if (/^\d{1,9}$/.test(typed)) return { kind: 'catalogue number', id: Number(typed) };
  const cospar = /^(\d{4})[- ]?(\d{3})([A-Z]{0,3})$/i.exec(typed) ?? /^(\d\d)[- ]?(\d{3})([A-Z]{1,3})$/i.exec(typed);
  if (cospar) {
    const [, year, launch, piece] = cospar as unknown as [string, string, string, string];
    // Two digits of a year are those of a TLE: Sputnik's 57 to 2056.
    const full = year.length === 4 ? year : `${Number(year) < 57 ? '20' : '19'}${year}`;
    if (piece === '') return { kind: 'launch', launchId: `${full}-${launch}` };
    return { kind: 'designator', cosparId: `${full}-${launch}${piece.toUpperCase()}` };
  }
  return { kind: 'text', text: typed };
}

/** The catalogue numbers that a search finds, best first: active objects before others, then by number. */
export function search(index: SearchIndex, q: string): Int32Array {
  const meaning = meaningOf(q);
  if (meaning.kind === 'catalogue number') return lookUpNumber(index, meaning.id);
  if (meaning.kind === 'designator') return lookUpDesignator(index, meaning.cosparId, false);
  if (meaning.kind === 'launch') return lookUpDesignator(index, meaning.launchId, true);
  return searchText(index, meaning.text);
}

/** The catalogue numbers that a text finds, best first. Where nothing has its words, near spellings are tried, then the most of them. */
function searchText(index: SearchIndex, text: string): Int32Array {
  const lookUp = new LookUp(index);
  const found = lookUp.all([...phrasingsOf(text), ...joined(index, text)]);
  if (found.length > 0) return found;
  const meant = spellings(index, text);
  const misspelt = lookUp.all(near(meant));
  if (misspelt.length > 0 || meant.length < 2) return misspelt;
  const further = lookUp.all(near(spellings(index, text, true)));
  return further.length > 0 ? further : lookUp.most(meant);
}

/** `space x` as `spacex`: two words side by side that are one word of the catalog. */
function joined({ words: known }: SearchIndex, text: string): Phrasing[] {
  const words = plainWords(text);
  return phrasingsOfWords(
    words.slice(1).flatMap((word, index) => {
      const one = `${words[index]}${word}`;
      return known.has(one) ? [words.toSpliced(index, 2, one)] : [];
    }),
  );
}

/** How many phrasings of a misspelt search are tried. */
const most = 6;

/** For each word of a misspelt search what it may have meant; empty where it is near nothing. */
const spellings = ({ words }: SearchIndex, text: string, further = false): string[][] =>
  plainWords(text)
    .slice(0, most)
    .map((word) => words.near(word, further));

/** What a misspelt search may have meant as a whole. Empty where a word is near nothing. */
function near(meant: readonly (readonly string[])[]): Phrasing[] {
  const combined = meant.reduce<string[][]>(
    (before, next) => before.flatMap((start) => next.map((word) => [...start, word])).slice(0, most),
    [[]],
  );
  return phrasingsOfWords(combined);
}
