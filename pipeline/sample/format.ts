import type { Row } from './model.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** CelesTrak CSV writes small numbers as `.46237927E-3`, and a plain 0. */
export function mantissa(value: number, digits = 8): string {
  const scaled = Number(value.toPrecision(digits));
  if (scaled === 0) return '0';
  const sign = scaled < 0 ? '-' : '';
  const magnitude = Math.abs(scaled);
  const [fraction = '', power = '0'] = magnitude.toExponential(digits - 1).split('e');
  const bare = fraction.replace('.', '').replace(/0+$/, '');
  const exponent = Number(power) + 1;
  return `${sign}.${bare}E${exponent > 0 ? '' : exponent === 0 ? '+' : '-'}${Math.abs(exponent)}`;
}

/** CelesTrak CSV writes the eccentricity without its zero, and without closing zeros. */
export const fraction = (value: number): string =>
  value.toFixed(8).replace(/^0/, '').replace(/0+$/, '').replace(/^\.$/, '0');

/** CelesTrak JSON writes numbers as Python does: `2.2293e-05`, `14.3326447`, `0`. */
export function pythonNumber(value: number): string {
  if (value === 0) return '0';
  const text = Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
  return text.replace(/e-(\d)$/, 'e-0$1');
}

/** `2026-08-21T12:04:58.228608` of a time in microseconds since 1970. */
export function epochText(micros: number): string {
  const iso = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 23);
  return `${iso}${String(micros % 1000).padStart(3, '0')}`;
}

export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** GCAT's date of an ISO date: `1957 Oct  4`. */
export function gcatDate(iso: string): string {
  if (iso === '') return '-';
  const [year = '', month = '1', day = '1'] = iso.split('-');
  return `${year} ${MONTHS[Number(month) - 1] ?? ''} ${String(Number(day)).padStart(2)}`;
}

/** Julian date of a GCAT date, to two decimals, as launch.tsv has it. */
export function julianDate(text: string): string {
  const [year = '', month = '', day = '1', time = '0000'] = text.replace('?', '').split(/\s+/);
  const index = MONTHS.indexOf(month);
  const clock = time.padEnd(4, '0');
  const ms = Date.UTC(Number(year), index, Number(day), Number(clock.slice(0, 2)), Number(clock.slice(2, 4)));
  return String(Number((ms / 86400000 + 2440587.5).toFixed(2)));
}

/** One GCAT file: header, time of update, rows padded with spaces between tabs; what a row does not say is `-`. */
export function gcatFile(
  columns: readonly string[],
  updated: string,
  rows: Row[],
  pads: Record<string, number>,
): string {
  const lines = rows.map((row) =>
    columns
      .map((column) => {
        const flag = /(Flag|^PF|^AF|^IF|oflag)$/.test(column);
        const text = row[column] || (flag ? ' ' : '-');
        const width = pads[column] ?? 0;
        return width < 0 ? text.padStart(-width) : text.padEnd(width);
      })
      .join('\t'),
  );
  return `${[`#${columns.join('\t')}`, `# Updated ${updated}`, ...lines].join('\n')}\n`;
}
