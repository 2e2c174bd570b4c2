import type { PageData } from '../../http/pages/page-data.ts';
import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { catalogNumberIn } from '../../schema/objects/catalog-number.ts';

const designator = /^(\d{4})[- ]?(\d{3})[- ]?([A-Z]{1,3})$/i;

/** The catalog number from a URL, which has a number or a COSPAR designator; null if it has neither, or if no object matches. */
export async function catalogNumber(
  release: Pick<NonNullable<PageData['release']>, 'found'>,
  text: string,
): Promise<number | null> {
  const number = catalogNumberIn(text);
  if (number !== null) return number;
  const match = designator.exec(text);
  if (!match) return null;
  const cospar = `${match[1]}-${match[2]}${match[3]!.toUpperCase()}`;
  const [found] = await release.found(cospar, 1);
  return found?.cospar_id === cospar ? found.norad_cat_id : null;
}

type Linked = Pick<ObjectRecord, 'norad_cat_id' | 'website' | 'wikidata_id' | 'satnogs_id'>;

/** Pages about an object on other sites, each with its name and address. */
export function elsewhere({
  norad_cat_id: id,
  website,
  wikidata_id,
  satnogs_id,
}: Linked): [name: string, href: string][] {
  const wikidata = wikidata_id && encodeURIComponent(wikidata_id);
  const pages: [name: string, href: string | null][] = [
    ['Official site', /^https?:\/\//.test(website ?? '') ? website : null],
    ['Wikipedia', wikidata && `https://www.wikidata.org/wiki/Special:GoToLinkedPage/enwiki/${wikidata}`],
    ['Wikidata', wikidata && `https://www.wikidata.org/wiki/${wikidata}`],
    ['CelesTrak', `https://celestrak.org/satcat/table-satcat.php?CATNR=${id}`],
    ['SatNOGS', satnogs_id && `https://db.satnogs.org/satellite/${encodeURIComponent(satnogs_id)}`],
    ['N2YO', `https://www.n2yo.com/satellite/?s=${id}`],
    ['Heavens-Above', `https://www.heavens-above.com/satinfo.aspx?satid=${id}`],
    ['Space-Track', `https://www.space-track.org/basicspacedata/query/class/satcat/NORAD_CAT_ID/${id}/format/html`],
  ];
  return pages.filter((page): page is [string, string] => Boolean(page[1]));
}
