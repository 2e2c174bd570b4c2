/** OWASP ASVS 2.1: twelve characters or more, and long ones are welcome. */
export const shortestPassword = 12;
export const longestPassword = 128;

/** Words that passwords of twelve characters and more are made of where people make them to be remembered at once. */
const common = [
  'password passwort motdepasse contrasena qwerty qwertz azerty letmein welcome administrator admin iloveyou',
  'monkey dragon football baseball basketball superman batman sunshine princess starwars trustno1 whatever',
  'master shadow michael jennifer jordan hunter killer soccer charlie freedom changeme secret login access',
  'orbweaver satellite satellites spacetrack celestrak norad sputnik',
].flatMap((line) => line.split(' '));

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];

/**
 * What is wrong with a password, in a sentence; null for one that may be used. There is no rule on kinds of characters.
 * `email` is empty where it isn't known.
 */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < shortestPassword) return `A password has ${shortestPassword} characters or more.`;
  if (length > longestPassword) return `A password has ${longestPassword} characters at most.`;
  const plain = password.toLowerCase();
  const own = email.toLowerCase().split('@')[0] ?? '';
  if ((own !== '' && plain.includes(email.toLowerCase())) || (own.length > 3 && core(plain) === core(own)))
    return 'A password is not made of your e-mail address.';
  if (isRepeated(plain) || isInRow(plain) || isCommon(plain))
    return 'This password is among the first that are tried: choose another, such as four or five words of your own.';
  return null;
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

/** Figures and signs alone, or one or two common words and what stands around them: `Password1234!`, `welcome-dragon`. */
const isCommon = (text: string): boolean => {
  const word = core(text);
  return !/\p{L}/u.test(text) || common.some((one) => word === one || common.some((other) => word === one + other));
};
