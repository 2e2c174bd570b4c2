import { launchDayMarkup } from '../../features/launches/components/launches.ts';
import type { ListRow } from '../../http/pages/page-list.ts';
import type { LaunchDays } from '../../schema/objects/launch.ts';
import { stationNamedBy } from '../../schema/stations.ts';
import { activeStatuses } from '../../schema/vocabulary.ts';
import { html } from '../markup.ts';
import { decimals, fields, plainValue } from '../object/field-value.ts';
import { codeWords, fieldName } from '../words.ts';

/** A row of a list, with the possible days of its launch if no source dates that. */
type ShownRow = ListRow & { readonly launched?: LaunchDays | undefined };

export type Working = Pick<ListRow, 'operational_status' | 'object_class'>;

/** The operational status in words; `Not applicable` for debris without one. */
export const statusWords = ({ operational_status, object_class }: Working) =>
  operational_status === 'UNKNOWN' && object_class === 'DEBRIS' ? 'Not applicable' : codeWords(operational_status);

/** A status as a filter names it: without a status are also debris, of which none is expected. */
export const statusFilterWords = (status: string) =>
  status === 'UNKNOWN' ? 'Unknown or not applicable' : codeWords(status);

/** The operational status as text with a symbol. */
export function statusSign(row: Working) {
  const status = row.operational_status;
  const sign = (activeStatuses as readonly string[]).includes(status) ? 'active' : status.toLowerCase();
  return html`<span class="status ${sign}">${statusWords(row)}</span>`;
}

/** A column of a list of objects, besides the number and the name, which every list has. */
interface Column {
  readonly label: string;
  /** CSS class that controls the column on a small screen. */
  readonly kind: string;
  cell(row: ShownRow): ReturnType<typeof html>;
}

/** An orbital value as a cell; small screens hide an absent one. */
const orbital =
  (name: string, value: (row: ListRow) => number | null, digits: 0 | 2): Column['cell'] =>
  (row) =>
    html`<td class="number ${name}${value(row) === null && ' absent'}">${decimals(value(row), digits)}</td>`;

const owner = (row: ListRow) =>
  row.operator_slug
    ? html`<a href="/operators/${row.operator_slug}">${row.operator}</a>`
    : html`<span class="soft">${row.country_name ?? (row.country === 'UNKNOWN' ? 'Unknown' : row.country)}</span>`;

/** Columns with their own format; every other field of the record is formatted as on its page. */
const ownColumns: Readonly<Record<string, Column>> = {
  cospar_id: { label: 'COSPAR', kind: 'wide', cell: (row) => html`<td class="wide code">${row.cospar_id ?? '—'}</td>` },
  object_class: {
    label: 'Class',
    kind: 'wide',
    cell: (row) => html`<td class="wide soft">${codeWords(row.object_class)}</td>`,
  },
  operational_status: {
    label: 'Status',
    kind: '',
    cell: (row) => html`<td class="state">${statusSign(row)}</td>`,
  },
  orbit_class: {
    label: 'Orbit',
    kind: '',
    cell: (row) =>
      html`<td class="class${row.orbit_class === 'UNKNOWN' && ' absent'}">${codeWords(row.orbit_class)}</td>`,
  },
  perigee_km: { label: 'Perigee km', kind: 'number', cell: orbital('low', (row) => row.perigee_km, 0) },
  apogee_km: { label: 'Apogee km', kind: 'number', cell: orbital('high', (row) => row.apogee_km, 0) },
  inclination_deg: { label: 'Incl. °', kind: 'number', cell: orbital('tilt', (row) => row.inclination_deg, 2) },
  decay_date: {
    label: 'Decayed',
    kind: '',
    cell: (row) =>
      html`<td class="time later down${row.decay_date === null && ' absent'}">${row.decay_date ?? '—'}</td>`,
  },
  launch_date: {
    label: 'Launched',
    kind: '',
    cell: (row) =>
      stationNamedBy(row)?.isStationsLaunch
        ? html`<td class="time later launched soft">with its station or later</td>`
        : row.object_class === 'DEBRIS' && row.launch_date !== null
          ? // Debris comes from a launch, and is often decades younger than that.
            html`<td class="time later launched of">${row.launch_date}</td>`
          : html`<td class="time later launched${row.launch_date === null && (row.launched ? ' soft' : ' absent')}">${launchDayMarkup(row.launch_date, row.launched)}</td>`,
  },
  operator: {
    label: 'Operator, owner',
    kind: '',
    cell: (row) =>
      html`<td class="owner later${!row.operator_slug && row.country === 'UNKNOWN' && ' absent'}">${owner(row)}</td>`,
  },
};

/** The default columns of a list. */
export const defaultColumns = [
  'cospar_id',
  'object_class',
  'operational_status',
  'orbit_class',
  'perigee_km',
  'apogee_km',
  'inclination_deg',
  'launch_date',
  'operator',
] as const;

/** Columns in lists of decayed objects: the decay date instead of the status, which all of them share. */
export const decayedColumns = [
  'cospar_id',
  'object_class',
  'orbit_class',
  'perigee_km',
  'apogee_km',
  'inclination_deg',
  'decay_date',
  'launch_date',
  'operator',
] as const;

/** Fields that cannot be chosen: always shown, shown with another field, or unsuitable for a table. */
const unchosen = ['norad_cat_id', 'name', 'active', 'operator_slug', 'website', 'image'];

/** Fields that a column can show. */
export const columnChoices: readonly string[] = [...fields.keys()].filter((name) => !unchosen.includes(name));

/** The column of a field, for values of any kind. */
function columnOf(name: string): Column {
  const facts = fields.get(name);
  const numeric = facts?.sql === 'DOUBLE' || facts?.sql === 'INTEGER';
  const label = `${fieldName(name)}${facts?.unit ? `, ${facts.unit === 'degrees' ? '°' : facts.unit}` : ''}`;
  const kind = numeric ? 'number ' : '';
  return {
    label,
    kind,
    cell(row) {
      const value = row[name as keyof ListRow];
      const absent = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      return html`<td class="${kind}extra later${absent && ' absent'}" data-head="${fieldName(name)}">${plainValue(name, value)}</td>`;
    },
  };
}

/** The columns of some fields. Columns that small screens hide by default are shown if the user chose them (`chose`). */
export function columnsOf(names: readonly string[], chose: boolean): (Column & { readonly name: string })[] {
  return names
    .filter((name) => !unchosen.includes(name))
    .map((name) => {
      const own = Object.hasOwn(ownColumns, name) ? ownColumns[name]! : null;
      return { name, ...(own && !(chose && own.kind === 'wide') ? own : columnOf(name)) };
    });
}

/** Objects as rows of a table. */
export function satelliteRows(rows: readonly ShownRow[], columns: readonly Column[]): string {
  return rows
    .map(
      (row) =>
        html`<tr><td class="number id aside">${row.norad_cat_id}</td><th scope="row"><a href="/satellites/${row.norad_cat_id}">${row.name}</a></th>${columns.map(({ cell }) => cell(row))}</tr>`,
    )
    .join('');
}
