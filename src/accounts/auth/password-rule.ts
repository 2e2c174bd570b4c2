/** OWASP ASVS 2.1: twelve characters or more, and long ones are welcome. */
export const shortestPassword = 12;
const longestPassword = 128;

/** Words that the list of breached passwords lacks, and people here are likely to think of. */
const ownWords = 'orbweaver satellite satellites spacetrack celestrak norad sputnik motdepasse contrasena'.split(' ');
/** Two of so many of the most frequent passwords in a row are no better than one. */
const PAIRED = 2000;

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];

/**
 * What is wrong with a password, as a message; null if it may be used. There are no rules on kinds of characters.
 * `email` is empty if unknown.
 */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  const length = [...password].length;
  if (length < shortestPassword) return `Use at least ${shortestPassword} characters.`;
  if (length > longestPassword) return `Use at most ${longestPassword} characters.`;
  const plain = password.toLowerCase();
  const own = email.toLowerCase().split('@')[0] ?? '';
  if ((own !== '' && plain.includes(email.toLowerCase())) || (own.length > 3 && core(plain) === core(own)))
    return 'Choose a password that is not made of your email address.';
  if (isRepeated(plain) || isInRow(plain) || isCommon(plain, await breachedPasswords()))
    return 'This password is easy to guess: it is, or is made of, one that has appeared in data breaches. Choose another, such as four or five words of your own.';
  return null;
}

let breached: Promise<{ readonly all: ReadonlySet<string>; readonly paired: ReadonlySet<string> }> | undefined;

/** 49,233 breached passwords, the most frequent first; loaded when the first password is chosen. */
function breachedPasswords() {
  breached ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = dictionary['passwords-common'];
    return {
      all: new Set([...list, ...ownWords]),
      paired: new Set([...list.slice(0, PAIRED), ...ownWords].filter((word) => word.length > 2)),
    };
  });
  return breached;
}

/** The letters between what people put before and after a word, with the usual figures for letters turned back. */
const core = (text: string): string =>
  text
    .replace(/^[^a-z]+|[^a-z]+$/g, '')
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/[1!]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/[^a-z]/g, '');

/** `abcabcabcabc`, `aaaaaaaaaaaa`, `121212121212`. */
const isRepeated = (text: string): boolean => /^(.{1,6}?)\1+.{0,5}$/s.test(text) && new Set(text).size < 7;

/** `123456789012`, `qwertyuiopas`, `lkjhgfdsapoi`, and letters in such a row with something around them. */
const isInRow = (text: string): boolean => {
  const inner = core(text);
  return [text, ...(inner.length > 5 ? [inner] : [])].some((part) => {
    const backwards = [...part].reverse().join('');
    return rows.some((row) => row.repeat(2).includes(part) || row.repeat(2).includes(backwards));
  });
};

/** Only digits and signs, or a breached password or two of them with characters around: `Summer2026!!!`. */
const isCommon = (text: string, { all, paired }: Awaited<ReturnType<typeof breachedPasswords>>): boolean => {
  const word = core(text);
  if (!/\p{L}/u.test(text) || all.has(text) || (word.length > 3 && all.has(word))) return true;
  return Array.from({ length: word.length }, (_, at) => at).some(
    (at) => paired.has(word.slice(0, at)) && paired.has(word.slice(at)),
  );
};
