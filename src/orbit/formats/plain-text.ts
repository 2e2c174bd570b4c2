/**
 * A name for a format of printable ASCII and whole lines: accents are dropped (`É` is `E`), any run of line ends, tabs
 * and control characters becomes one space, any other non-ASCII character `?`. Runs of spaces stay as upstream wrote them.
 * `UNKNOWN` if nothing remains.
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
