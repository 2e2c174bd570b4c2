import { activeStatuses } from '../schema/vocabulary.ts';
import type { Summary } from '../server/page-summary.ts';
import { decimals } from './field-value.ts';
import { html } from './markup.ts';
import { codeWords } from './words.ts';

/** Whether an object works, as a word with a sign before it. */
export function statusSign(status: string) {
  const sign = (activeStatuses as readonly string[]).includes(status) ? 'active' : status.toLowerCase();
  return html`<span class="status ${sign}">${codeWords(status)}</span>`;
}

/** Objects as rows of a table; `decayed` shows the day each came down. */
export function satelliteRows(rows: readonly Summary[], decayed: boolean): string {
  const owner = (row: Summary) =>
    row.operator_slug
      ? html`<a href="/operators/${row.operator_slug}">${row.operator}</a>`
      : html`<span class="soft">${row.country_name ?? row.country}</span>`;
  return rows
    .map(
      (row) =>
        html`<tr><td class="number id">${row.norad_cat_id}</td><th scope="row"><a href="/satellites/${row.norad_cat_id}">${row.name}</a></th><td class="wide code">${row.cospar_id ?? '—'}</td><td class="wide soft">${codeWords(row.object_class)}</td><td class="state">${statusSign(row.operational_status)}</td><td class="class">${codeWords(row.orbit_class)}</td><td class="number low">${decimals(row.perigee_km, 0)}</td><td class="number high">${decimals(row.apogee_km, 0)}</td><td class="number tilt">${decimals(row.inclination_deg, 2)}</td>${decayed && html`<td class="time down">${row.decay_date ?? '—'}</td>`}<td class="time launched">${row.launch_date ?? '—'}</td><td class="owner" title="${row.operator}">${owner(row)}</td></tr>`,
    )
    .join('');
}
