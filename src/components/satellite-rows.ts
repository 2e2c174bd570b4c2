import type { Summary } from '../http/pages/page-summary.ts';
import { activeStatuses } from '../schema/vocabulary.ts';
import { decimals } from './field-value.ts';
import { html } from './markup.ts';
import { codeWords } from './words.ts';

/** Whether an object works, as a word with a sign before it. */
export function statusSign(status: string) {
  const sign = (activeStatuses as readonly string[]).includes(status) ? 'active' : status.toLowerCase();
  return html`<span class="status ${sign}">${codeWords(status)}</span>`;
}

/** What a list of objects shows beside what every list does. */
export interface RowKind {
  /** The day each came down, in place of its status: they all have. */
  readonly decayed: boolean;
  /** Who operates or owns it. */
  readonly owner: boolean;
}

/** A number of the orbit, as a cell; a small screen leaves out what is absent. */
const cell = (name: string, value: number | null, digits: 0 | 2) =>
  html`<td class="number ${name}${value === null && ' absent'}">${decimals(value, digits)}</td>`;

/** Objects as rows of a table. */
export function satelliteRows(rows: readonly Summary[], { decayed, owner }: RowKind): string {
  const owned = (row: Summary) =>
    row.operator_slug
      ? html`<a href="/operators/${row.operator_slug}">${row.operator}</a>`
      : html`<span class="soft">${row.country_name ?? (row.country === 'UNKNOWN' ? 'Unknown' : row.country)}</span>`;
  return rows
    .map(
      (row) =>
        html`<tr><td class="number id">${row.norad_cat_id}</td><th scope="row"><a href="/satellites/${row.norad_cat_id}">${row.name}</a></th><td class="wide code">${row.cospar_id ?? '—'}</td><td class="wide soft">${codeWords(row.object_class)}</td>${!decayed && html`<td class="state">${statusSign(row.operational_status)}</td>`}<td class="class${row.orbit_class === 'UNKNOWN' && ' absent'}">${codeWords(row.orbit_class)}</td>${cell('low', row.perigee_km, 0)}${cell('high', row.apogee_km, 0)}${cell('tilt', row.inclination_deg, 2)}${decayed && html`<td class="time down">${row.decay_date ?? '—'}</td>`}<td class="time launched">${row.launch_date ?? '—'}</td>${owner && html`<td class="owner">${owned(row)}</td>`}</tr>`,
    )
    .join('');
}
