import { fold } from '../../src/schema/fold.ts';
import { Chance } from '../chance.ts';
import type { Catalogue, Thing } from './catalogue.ts';

/** What somebody types, and which objects are the right answer: the one that was meant, or any of the operator's. */
export interface Search {
  readonly kind: 'name' | 'alias' | 'designator' | 'number' | 'operator';
  readonly edits: number;
  readonly q: string;
  right(id: number): boolean;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One slip of the fingers: a letter left out, added, replaced, or swapped with the next. Digits stay: another number is another object. */
function slip(text: string, chance: Chance): string {
  const places = [...text.matchAll(/\p{L}/gu)].map(({ index }) => index);
  const at = chance.of(places);
  const [before, one, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)];
  const other = chance.of([...letters]);
  const swap = /^\p{L}/u.test(after) && after[0] !== one;
  return chance.of([
    before + after,
    before + one + other + after,
    before + other + after,
    swap ? before + after[0] + one + after.slice(1) : before + after,
  ]);
}

/** The text with so many slips, the first that is not the name of something else; as it is where there is none in ten. */
function misspelt(text: string, edits: number, names: ReadonlyMap<string, number>, chance: Chance): string {
  for (let tried = 0; tried < 10 && edits > 0; tried += 1) {
    let typed = text;
    for (let n = 0; n < edits; n += 1) typed = slip(typed, chance);
    if (fold(typed) !== fold(text) && fold(typed) !== '' && !names.has(fold(typed))) return typed;
  }
  return text;
}

/** Of ten searches. */
const kinds: readonly Search['kind'][] = [
  ...(['name', 'name', 'name', 'name'] as const),
  ...(['alias', 'alias', 'operator', 'operator', 'designator', 'number'] as const),
];

/**
 * Makes searches from a catalogue, the same for the same seed: 40 % names, 20 % alternative names, 20 % operators, two of
 * three of these misspelt by one slip or by two; 10 % designators as SATCAT or as a TLE writes them, 10 % catalogue numbers.
 * Half of the objects are active ones. A name is asked for only where one object alone has it: then the right answer is known.
 */
export function searchesOf(
  { things, byId }: Pick<Catalogue, 'things' | 'byId'>,
  count: number,
  seed: number,
): Search[] {
  const names = new Map<string, number>();
  for (const { name, alt_names } of things)
    for (const folded of new Set([name, ...alt_names].map(fold))) names.set(folded, (names.get(folded) ?? 0) + 1);
  const clear = (text: string) => names.get(fold(text)) === 1 && (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= 4;
  const pools = [things, things.filter(({ active }) => active)];
  const operators = new Set(things.map(({ operator }) => fold(operator ?? '')));

  const one = (n: number): Search => {
    const chance = new Chance(n, 2000 + seed);
    const kind = chance.of(kinds);
    for (;;) {
      const search = searchFor(chance.of(chance.of(pools)), kind, chance.below(3), chance);
      if (search) return search;
    }
  };
  const searchFor = (thing: Thing, kind: Search['kind'], edits: number, chance: Chance): Search | null => {
    const itself = (id: number) => id === thing.id;
    if (kind === 'number') return { kind, edits: 0, q: String(thing.id), right: itself };
    if (kind === 'designator') {
      if (thing.cospar_id === null) return null;
      const q = chance.happens(0.5) ? thing.cospar_id : thing.cospar_id.slice(2).replace('-', '');
      return { kind, edits: 0, q, right: itself };
    }
    const text =
      kind === 'operator' ? thing.operator : kind === 'alias' ? chance.of([...thing.alt_names, '']) : thing.name;
    if (text === null || (kind === 'operator' ? fold(text).length < 4 || !/[a-z]{3}/i.test(text) : !clear(text)))
      return null;
    const typed = misspelt(text.toLowerCase(), edits, names, chance);
    if (kind === 'operator' && edits > 0 && operators.has(fold(typed))) return null;
    const slips = typed === text.toLowerCase() ? 0 : edits;
    const owned = (id: number) => byId.get(id)?.operator === text;
    return { kind, edits: slips, q: typed, right: kind === 'operator' ? owned : itself };
  };
  return Array.from({ length: count }, (_, n) => one(n));
}

export const searchPath = (q: string, limit?: number): string =>
  `/api/v1/search?${new URLSearchParams({ q, ...(limit && { limit: String(limit) }) })}`;
