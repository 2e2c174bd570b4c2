/**
 * A name for a format of printable ASCII and whole lines: accents are dropped (`É` is `E`), any run of line ends, tabs
 * and control characters is one space, what is left beyond ASCII is `?`; spaces stay as upstream wrote them. `UNKNOWN` where nothing is left.
 */
export function plainText(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/(?:[^\S ]|\p{Control})+/gu, ' ')
    .replace(/[^ -~]/gu, '?')
    .trim();
  return plain || 'UNKNOWN';
}
