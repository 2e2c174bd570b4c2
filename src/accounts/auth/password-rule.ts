import type { ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core';

/** OWASP ASVS 2.1: twelve characters or more, and long ones are welcome. */
export const shortestPassword = 12;
const longestPassword = 128;

/** Words that the list of breached passwords lacks, and that people are likely to choose here. */
const ownWords = 'orbweaver satellite satellites spacetrack celestrak norad sputnik motdepasse contrasena'.split(' ');

/** The estimator's best score: more than 10¹⁰ guesses. */
const STRONG = 4;
/** Only this many characters are estimated: they can reach the best score, and the time grows with the square of the length. */
const ESTIMATED_CHARACTERS = 40;

/**
 * The problem with a password, as a message; null if it may be used. There are no rules on kinds of characters.
 * `email` is empty if unknown.
 */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  const length = [...password].length;
  if (length < shortestPassword) return `Use at least ${shortestPassword} characters.`;
  if (length > longestPassword) return `Use at most ${longestPassword} characters.`;
  const own = [email, email.split('@')[0]!].filter((text) => text !== '');
  const { score, sequence } = (await estimator()).check(password.slice(0, ESTIMATED_CHARACTERS), own);
  if (score >= STRONG) return null;
  const parts = [...new Set(sequence.map(weaknessOf))].filter((part) => part !== null);
  const why = parts.length > 0 ? `it contains ${sentence.format(parts)}` : 'it follows a pattern';
  return `This password is easy to guess: ${why}. Choose another, such as four or five words of your own.`;
}

const sentence = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a part of a password is easy to guess, without the part itself; null if it is as hard to guess as random characters. */
function weaknessOf({ pattern, dictionaryName }: ZxcvbnResult['sequence'][number]): string | null {
  if (pattern === 'dictionary' && dictionaryName === 'userInputs') return 'your email address, or a part of it';
  if (pattern === 'dictionary' && dictionaryName === 'own') return 'a common word of this site';
  return Object.hasOwn(weaknesses, pattern) ? weaknesses[pattern as keyof typeof weaknesses] : null;
}

/** Reasons by the estimator's pattern of a part. A pattern that is not here is as hard to guess as random characters. */
const weaknesses = {
  dictionary: 'a password that has appeared in data breaches',
  wordSequence: 'words that often follow each other',
  spatial: 'keys that are next to each other on the keyboard',
  repeat: 'characters that are repeated',
  sequence: 'a sequence such as abc or 123',
  date: 'a date',
  regex: 'a recent year',
} as const;

let loaded: Promise<ZxcvbnFactory> | undefined;

/** zxcvbn with 49,233 breached passwords, the most frequent first; loaded when the first password is chosen. */
function estimator(): Promise<ZxcvbnFactory> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) =>
      new ZxcvbnFactory({
        dictionary: { passwords: dictionary['passwords-common'], own: ownWords },
        graphs: adjacencyGraphs,
      }),
  );
  return loaded;
}
