import { element } from '../../../dom/element.ts';
import type { PlainResult } from './plain-result.ts';
import { cellText } from './result-files.ts';

/** The most that an embed may be, bytes. */
const MAX_BYTES = 15_000;

const size = (text: string) => new TextEncoder().encode(text).length;

/** A result as HTML for another page: a table without scripts, as many of its rows as 15 KB hold, and a source line with a link to the query. */
export function embedHtml({ columns, rows }: PlainResult, link: string, release: string): string {
  const leads = element('a', { href: link }, 'Orbweaver');
  const note = (shown: number) => {
    const left = rows.length - shown;
    const more = left > 0 ? `${left.toLocaleString('en')} more rows. ` : '';
    return element('figcaption', {}, `${more}Source: `, leads.cloneNode(true), `, release of ${release}`);
  };
  const head = element('thead', {}, element('tr', {}, ...columns.map(({ name }) => element('th', {}, name))));
  const body = element('tbody');
  const table = element('table', {}, head, body);
  let bytes = size(element('figure', {}, table, note(0)).outerHTML);
  for (const row of rows) {
    const line = element('tr', {}, ...row.map((value) => element('td', {}, cellText(value))));
    bytes += size(line.outerHTML);
    if (bytes >= MAX_BYTES) break;
    body.append(line);
  }
  return element('figure', {}, table, note(body.childElementCount)).outerHTML;
}
