import type { PlainResult } from './plain-result.ts';
import { cellText } from './result-files.ts';

/** The most that an embed may be, bytes. */
const MAX_BYTES = 15_000;

const size = (text: string) => new TextEncoder().encode(text).length;
const filled = (name: string, ...content: (Node | string)[]) => {
  const element = document.createElement(name);
  element.append(...content);
  return element;
};

/** A result as HTML for another page: a table without scripts, as many of its rows as 15 KB hold, and a source line with a link to the query. */
export function embedHtml({ columns, rows }: PlainResult, link: string, release: string): string {
  const leads = document.createElement('a');
  leads.href = link;
  leads.textContent = 'Orbweaver';
  const note = (shown: number) => {
    const left = rows.length - shown;
    const more = left > 0 ? `${left.toLocaleString('en')} more rows. ` : '';
    return filled('figcaption', `${more}Source: `, leads.cloneNode(true), `, release of ${release}`);
  };
  const head = filled('thead', filled('tr', ...columns.map(({ name }) => filled('th', name))));
  const body = filled('tbody');
  const table = filled('table', head, body);
  let bytes = size(filled('figure', table, note(0)).outerHTML);
  for (const row of rows) {
    const line = filled('tr', ...row.map((value) => filled('td', cellText(value))));
    bytes += size(line.outerHTML);
    if (bytes >= MAX_BYTES) break;
    body.append(line);
  }
  return filled('figure', table, note(body.childElementCount)).outerHTML;
}
