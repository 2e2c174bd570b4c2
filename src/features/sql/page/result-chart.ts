import { svgElement } from '../../../dom/element.ts';
import type { PlainResult } from './plain-result.ts';

/** A possible chart of a result: its first column along, a column of numbers up. */
export interface ChartChoice {
  readonly label: string;
  readonly column: number;
  readonly kind: 'bars' | 'line';
}

const MAX_BARS = 60;
const isNumber = (value: unknown) => value === null || typeof value === 'number';

/** The possible charts of a result; none if it has no column of numbers, or too few or too many rows. */
export function chartsOf({ columns, rows }: PlainResult): ChartChoice[] {
  if (columns.length < 2 || rows.length < 2 || rows.length > 2000) return [];
  return columns.flatMap(({ name }, column): ChartChoice[] => {
    if (column === 0 || !rows.every((row) => isNumber(row[column]))) return [];
    if (rows.every((row) => row[column] === null)) return [];
    return [{ label: name, column, kind: rows.length > MAX_BARS ? 'line' : 'bars' }];
  });
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 260, 64, 28, 14];
/** Draws a chart; the table below it has the same numbers. */
export function drawChart({ columns, rows }: PlainResult, { column, kind, label }: ChartChoice): SVGElement {
  const values = rows.map((row) => (row[column] as number | null) ?? 0);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = most - least || 1;
  const step = (WIDTH - LEFT) / rows.length;
  const y = (value: number) => TOP + ((most - value) / span) * (HEIGHT - TOP - BOTTOM);
  const chart = svgElement('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    'aria-label': `${label} by ${columns[0]!.name}, from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}; the table has the numbers`,
  });
  for (const value of [least, most])
    chart.append(
      svgElement(
        'text',
        { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' },
        value.toLocaleString('en', { maximumFractionDigits: 2 }),
      ),
    );
  if (kind === 'bars')
    values.forEach((value, at) => {
      const top = Math.min(y(value), y(0));
      const bar = svgElement('rect', {
        x: LEFT + at * step + step * 0.1,
        y: top,
        width: step * 0.8,
        height: Math.max(0.5, Math.abs(y(value) - y(0))),
      });
      bar.append(svgElement('title', {}, `${rows[at]![0]}: ${value.toLocaleString('en')}`));
      chart.append(bar);
    });
  else
    chart.append(
      svgElement('polyline', {
        points: values.map((value, at) => `${LEFT + (at + 0.5) * step},${y(value)}`).join(' '),
      }),
    );
  const every = Math.ceil(rows.length / 8);
  rows.forEach((row, at) => {
    if (at % every !== 0) return;
    chart.append(
      svgElement(
        'text',
        { x: LEFT + (at + 0.5) * step, y: HEIGHT - 8, 'text-anchor': 'middle' },
        String(row[0] ?? '').slice(0, 12),
      ),
    );
  });
  return chart;
}
