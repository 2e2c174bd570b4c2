import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

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
  const { score } = (await estimator()).check(password.slice(0, ESTIMATED_CHARACTERS), own);
  if (score >= STRONG) return null;
  return 'This password is easy to guess: it is made of common words, dates, keyboard rows, your email address, or passwords that have appeared in data breaches. Choose another, such as four or five words of your own.';
}

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
