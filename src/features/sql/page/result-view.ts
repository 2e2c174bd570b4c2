import { formatBytes, formatCount } from '../../../components/format.ts';
import { element, partsOf } from '../../../dom/element.ts';
import { plural } from '../../../schema/plain-text.ts';
import type { QueryResult } from './browser-database.ts';
import { chartsOf, drawChart } from './result-chart.ts';
import { cellText } from './result-files.ts';

/** Rows that are shown initially, and added with each further step. */
const ROWS_SHOWN = 200;

/** How long a query took, and how much of the files it transferred. */
export const costWords = ({ transfer, whole, milliseconds }: QueryResult): string =>
  `${(milliseconds / 1000).toFixed(2)} s · ${
    transfer.bytes === 0
      ? 'nothing transferred'
      : `${formatBytes(transfer.bytes)} transferred in ${plural(transfer.requests, 'request')}, of files of ${formatBytes(whole)}`
  }`;

/** Shows the number of rows, the rows, and a choice of charts. */
export function showResult(root: HTMLElement, result: QueryResult): void {
  const at = partsOf(root, 'sql');
  at('count').textContent = plural(result.rows.length, 'row');
  at('result').hidden = false;
  showRows(at('rows'), at('more'), result);
  const charts = chartsOf(result);
  const [choice, figure] = [at<HTMLSelectElement>('chart'), at('figure')];
  at('chart-label').hidden = charts.length === 0;
  choice.replaceChildren(
    new Option('None', ''),
    ...charts.map(({ label, column }) => new Option(`${label} by ${result.columns[0]!.name}`, String(column))),
  );
  const draw = () => {
    const chosen = charts.find(({ column }) => String(column) === choice.value);
    figure.hidden = !chosen;
    figure.replaceChildren(...(chosen ? [drawChart(result, chosen)] : []));
  };
  choice.onchange = draw;
  choice.value = charts[0] ? String(charts[0].column) : '';
  draw();
}

function showRows(place: HTMLElement, more: HTMLElement, { columns, rows }: QueryResult): void {
  const heads = columns.map(({ name, type }) => element('th', { scope: 'col', title: type }, name));
  const body = element('tbody');
  const cells = (row: QueryResult['rows'][number]) =>
    row.map((value) => element('td', { class: typeof value === 'number' ? 'number' : null }, cellText(value)));
  let count = 0;
  const add = () => {
    body.append(...rows.slice(count, count + ROWS_SHOWN).map((row) => element('tr', {}, ...cells(row))));
    count = Math.min(rows.length, count + ROWS_SHOWN);
    more.hidden = count === rows.length;
    more.textContent = `Show more (${formatCount(rows.length - count)} left)`;
  };
  more.onclick = add;
  add();
  place.replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body));
}
