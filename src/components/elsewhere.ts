import type { ObjectRecord } from '../http/pages/page-object.ts';

type Linked = Pick<ObjectRecord, 'norad_cat_id' | 'website' | 'wikidata_id' | 'satnogs_id'>;

/** Pages about an object on other sites, as a person reads them: name and address. */
export function elsewhere({
  norad_cat_id: id,
  website,
  wikidata_id,
  satnogs_id,
}: Linked): [name: string, href: string][] {
  const wikidata = wikidata_id === null ? null : encodeURIComponent(wikidata_id);
  return [
    ...(website && /^https?:\/\//.test(website) ? [['Official site', website] as [string, string]] : []),
    ...(wikidata
      ? ([
          ['Wikipedia', `https://www.wikidata.org/wiki/Special:GoToLinkedPage/enwiki/${wikidata}`],
          ['Wikidata', `https://www.wikidata.org/wiki/${wikidata}`],
        ] as [string, string][])
      : []),
    ['CelesTrak', `https://celestrak.org/satcat/table-satcat.php?CATNR=${id}`],
    ...(satnogs_id
      ? [['SatNOGS', `https://db.satnogs.org/satellite/${encodeURIComponent(satnogs_id)}`] as [string, string]]
      : []),
    ['N2YO', `https://www.n2yo.com/satellite/?s=${id}`],
    ['Heavens-Above', `https://www.heavens-above.com/satinfo.aspx?satid=${id}`],
    ['Space-Track', `https://www.space-track.org/basicspacedata/query/class/satcat/NORAD_CAT_ID/${id}/format/html`],
  ];
}
