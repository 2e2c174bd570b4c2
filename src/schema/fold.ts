/**
 * Text as search compares it: without case, accents and punctuation, its words parted by single spaces. The pipeline
 * folds the catalog, and the server the text of a search.
 *
 * `Чибис-М` becomes `чибис м`, `STARLINK-1007` becomes `starlink 1007`, `Sentinel-6 "Michael Freilich"` becomes
 * `sentinel 6 michael freilich`. Empty if there is neither letter nor digit.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Several texts as one column that a plain substring search can separate: `| iss zarya | zarya |`. `| x |` finds a
 * whole text, `| x` its beginning, ` x ` a word, `x` any part. Empty if all texts fold to nothing.
 */
export function foldAll(texts: Iterable<string>): string {
  const folded = new Set([...texts].map(fold).filter((text) => text !== ''));
  return folded.size > 0 ? `| ${[...folded].join(' | ')} |` : '';
}
