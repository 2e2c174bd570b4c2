import { columns } from '../../schema/field.ts';
import { satellite } from '../../schema/objects/satellite.ts';
import { formatUtc } from '../format.ts';
import { codeWords } from '../words.ts';

/** The fields of the record by name, with their meaning and unit. */
export const fields = new Map(columns(satellite).map((column) => [column.name, column]));

const shortUnits: Readonly<Record<string, string>> = { degrees: '°', years: 'yr' };
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 });
const enumerated = new Set([
  'orbit_type',
  ...[...fields.values()].filter(({ allowed }) => allowed).map(({ name }) => name),
]);

/** The unit of a field as written after a number, with its space; empty if it has none. */
export function unitOf(field: string): string {
  const unit = fields.get(field)?.unit;
  if (!unit) return '';
  return unit === 'degrees' ? '°' : `\u00a0${shortUnits[unit] ?? unit}`;
}

/** A value as people read it, with every digit but without its unit. An absent value is a dash. */
export function plainValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.length > 0 ? value.join(' · ') : '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  // Catalog numbers are names, so they have no thousands separators.
  if (typeof value === 'number')
    return field === 'norad_cat_id' ? String(value) : exact.format(value).replace('-', '−');
  const text = String(value);
  if (fields.get(field)?.sql === 'TIMESTAMP') return `${formatUtc(text)} UTC`;
  return enumerated.has(field) ? codeWords(text) : text;
}

/** A value as people read it, with its unit. */
export const fieldValue = (field: string, value: unknown) =>
  `${plainValue(field, value)}${value === null || value === undefined ? '' : unitOf(field)}`;

const rounded = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** A number rounded to this many decimals, for tables; a dash if there is none. */
export const decimals = (value: number | null, digits: 0 | 1 | 2) =>
  value === null ? '—' : rounded[digits]!.format(value).replace('-', '−');
