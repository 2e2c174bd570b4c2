import { columns } from '../../schema/field.ts';
import { fieldGroupTitles, satellite } from '../../schema/objects/satellite.ts';
import { withMinus } from '../../schema/plain-text.ts';
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
  if (typeof value === 'number') return field === 'norad_cat_id' ? String(value) : withMinus(exact.format(value));
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
  value === null ? '—' : withMinus(rounded[digits]!.format(value));

/** The ten fields at the top of an object's page; an absent one takes no space. */
export const firstFields = [
  'operational_status',
  'object_class',
  'purpose',
  'users',
  'operator',
  'country',
  'orbit_class',
  'launch_date',
  'launch_vehicle',
  'launch_mass_kg',
] as const;

/** Fields that are shown together with another one: the name of a code, a slug, a code implied by the status. */
export const foldedFields = ['country_name', 'operator_slug', 'active'] as const;

const shownElsewhere = new Set<string>([...firstFields, ...foldedFields]);

/** The other fields of a record, each in its group, in the order of the record. */
export const fieldGroups: readonly (readonly [title: string, names: readonly string[]])[] = fieldGroupTitles.map(
  (title) => [
    title,
    [...fields.values()].flatMap(({ name, group }) => (group === title && !shownElsewhere.has(name) ? [name] : [])),
  ],
);
