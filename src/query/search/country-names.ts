import { fold } from '../../schema/fold.ts';

/** Languages of country names in searches, besides English. */
const languages =
  'ar bg bn cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh zh-Hant'.split(
    ' ',
  );
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
/** Words of the longest names. */
const MOST_WORDS = 4;
/** Shorter names in Latin letters could be other words: `Cuba` in Finnish is no such name, `Oman` is. */
const SHORTEST = 4;

let known: ReadonlyMap<string, string> | undefined;

/** The English name by the name in another language, both folded: `deutschland` is `germany`. */
function englishNames(): ReadonlyMap<string, string> {
  if (known) return known;
  const names = new Map<string, string>();
  const regions = (language: string) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const english = regions('en');
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const states = codes.flatMap((code) => {
    const name = english.of(code);
    return name === undefined ? [] : [[code, fold(name)] as const];
  });
  const taken = new Set(states.map(([, name]) => name));
  for (const language of languages) {
    const own = regions(language);
    for (const [code, name] of states) {
      const foreign = fold(own.of(code) ?? '');
      if (taken.has(foreign) || names.has(foreign) || (foreign.length < SHORTEST && /[a-z]/.test(foreign))) continue;
      names.set(foreign, name);
    }
  }
  names.delete('');
  known = names;
  return names;
}

/** Words with the names of countries in other languages put into English; the same words if there are none. */
export function inEnglish(words: readonly string[]): readonly string[] {
  const names = englishNames();
  const put: string[] = [];
  for (let at = 0; at < words.length; ) {
    let size = Math.min(MOST_WORDS, words.length - at);
    while (size > 0 && !names.has(words.slice(at, at + size).join(' '))) size--;
    const one = size > 0 ? names.get(words.slice(at, at + size).join(' '))! : words[at]!;
    put.push(...one.split(' '));
    at += Math.max(1, size);
  }
  return put;
}
