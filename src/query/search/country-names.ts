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

/**
 * English adjectives of the states that own most objects, and the names of these states as the catalog writes them: `chinese rocket
 * body`. ICU, from which names in other languages come, has no adjectives.
 */
const adjectives = {
  american: 'united states',
  argentine: 'argentina',
  australian: 'australia',
  belgian: 'belgium',
  brazilian: 'brazil',
  british: 'united kingdom',
  canadian: 'canada',
  chinese: 'china',
  czech: 'czechia',
  danish: 'denmark',
  dutch: 'netherlands',
  egyptian: 'egypt',
  finnish: 'finland',
  french: 'france',
  german: 'germany',
  greek: 'greece',
  hungarian: 'hungary',
  indian: 'india',
  indonesian: 'indonesia',
  iranian: 'iran',
  israeli: 'israel',
  italian: 'italy',
  japanese: 'japan',
  korean: 'korea',
  lithuanian: 'lithuania',
  malaysian: 'malaysia',
  mexican: 'mexico',
  norwegian: 'norway',
  pakistani: 'pakistan',
  polish: 'poland',
  russian: 'russia',
  rwandan: 'rwanda',
  spanish: 'spain',
  swedish: 'sweden',
  swiss: 'switzerland',
  taiwanese: 'taiwan',
  thai: 'thailand',
  turkish: 'turkiye',
  ukrainian: 'ukraine',
} as const;

let known: ReadonlyMap<string, string> | undefined;

/** The English name by the name in another language, and by the adjective, all folded: `deutschland` and `german` are `germany`. */
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
  for (const [adjective, name] of Object.entries(adjectives)) names.set(adjective, name);
  known = names;
  return names;
}

/** Words with the names of countries in other languages, and their adjectives, put into English names; the same words if there are none. */
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
