/**
 * A name for a format of printable ASCII and whole lines: accents are dropped (`É` is `E`), any run of white space and
 * control characters is one space, what is left beyond ASCII is `?`. `UNKNOWN` where nothing is left.
 */
export function plainText(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .replace(/[^ -~]/gu, '?')
    .trim();
  return plain || 'UNKNOWN';
}
