import type { PageData } from '../../http/pages/page-data.ts';

const designator = /^(\d{4})[- ]?(\d{3})[- ]?([A-Z]{1,3})$/i;

/** The catalog number from a URL, which has a number or a COSPAR designator; null if it has neither, or if no object matches. */
export async function catalogNumber(
  release: Pick<NonNullable<PageData['release']>, 'found'>,
  text: string,
): Promise<number | null> {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const match = designator.exec(text);
  if (!match) return null;
  const cospar = `${match[1]}-${match[2]}${match[3]!.toUpperCase()}`;
  const [found] = await release.found(cospar, 1);
  return found?.cospar_id === cospar ? found.norad_cat_id : null;
}
