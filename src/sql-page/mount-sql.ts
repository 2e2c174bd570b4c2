import { attachCopyButtons } from '../components/copy-buttons.ts';
import { element } from '../dom/element.ts';
import { saveFile } from '../dom/save-file.ts';
import { savedQueries } from '../schema/sql/saved-queries.ts';
import { BrowserDatabase, type QueryResult } from './browser-database.ts';
import { openEditor } from './query-editor.ts';
import { chartsOf, drawChart } from './result-chart.ts';
import { embedHtml } from './result-embed.ts';
import { cellText, csvFile, parquetFile } from './result-files.ts';

/** Rows that are shown initially, and added with each further step. */
const ROWS_SHOWN = 200;

const bytes = (count: number) =>
  count < 1000 ? `${count} B` : count < 1e6 ? `${(count / 1000).toFixed(0)} kB` : `${(count / 1e6).toFixed(1)} MB`;

/** Starts the SQL page: the editor first, the database with the first query. */
export function mountSql(root: HTMLElement): void {
  const one = <E extends HTMLElement = HTMLElement>(name: string) => root.querySelector<E>(`[data-sql-${name}]`)!;
  const base = new URL(root.dataset.base!, location.href);
  // The files are always read from this host, whatever public address the service is configured with.
  const api = `${location.origin}${base.pathname}`;
  const [status, error, saved] = [one('status'), one('error'), one<HTMLSelectElement>('saved')];
  one('work').hidden = false;
  for (const link of document.querySelectorAll<HTMLElement>('[data-sql-open]')) link.hidden = false;

  const given = new URLSearchParams(location.search);
  const linked = savedQueries.find(({ slug }) => slug === given.get('saved'));
  const first = given.get('query') ?? linked?.query ?? savedQueries[1]!.query;
  let database: Promise<BrowserDatabase> | null = null;
  let result: QueryResult | null = null;
  let linkOfResult = '';
  let turn = 0;

  const run = async () => {
    const mine = ++turn;
    const query = editor.text();
    remember(query);
    const link = location.href;
    error.hidden = true;
    status.textContent = database ? 'Running…' : 'Loading the database (7 MB, once)…';
    try {
      database ??= BrowserDatabase.open(api);
      const opened = await database;
      if (mine !== turn) return;
      status.textContent = 'Running…';
      result = await opened.run(query);
      if (mine !== turn) return;
      linkOfResult = link;
      // For use in the console, and for tests.
      Object.assign(root, { result });
      show(result);
    } catch (problem) {
      if (mine !== turn) return;
      status.textContent = '';
      one('result').hidden = true;
      error.textContent = problem instanceof Error ? problem.message : String(problem);
      error.hidden = false;
    }
    root.dataset.sqlDone = String(mine);
  };

  const show = (shown: QueryResult) => {
    const { transfer, whole, milliseconds, rows } = shown;
    status.textContent = `${(milliseconds / 1000).toFixed(2)} s · ${
      transfer.bytes === 0
        ? 'nothing transferred'
        : `${bytes(transfer.bytes)} transferred in ${transfer.requests} requests, of files of ${bytes(whole)}`
    }`;
    one('count').textContent = `${rows.length.toLocaleString('en')} rows`;
    one('result').hidden = false;
    showRows(shown);
    const charts = chartsOf(shown);
    const [choice, figure] = [one<HTMLSelectElement>('chart'), one('figure')];
    one('chart-label').hidden = charts.length === 0;
    choice.replaceChildren(
      new Option('None', ''),
      ...charts.map(({ label, column }) => new Option(`${label} by ${shown.columns[0]!.name}`, String(column))),
    );
    const draw = () => {
      const chosen = charts.find(({ column }) => String(column) === choice.value);
      figure.hidden = !chosen;
      figure.replaceChildren(...(chosen ? [drawChart(shown, chosen)] : []));
    };
    choice.onchange = draw;
    choice.value = charts[0] ? String(charts[0].column) : '';
    draw();
  };

  const showRows = ({ columns, rows }: QueryResult) => {
    const heads = columns.map(({ name, type }) => element('th', { scope: 'col', title: type }, name));
    const body = element('tbody');
    const more = one<HTMLButtonElement>('more');
    let count = 0;
    const add = () => {
      const cells = (row: QueryResult['rows'][number]) =>
        row.map((value) => element('td', { class: typeof value === 'number' ? 'number' : null }, cellText(value)));
      body.append(...rows.slice(count, count + ROWS_SHOWN).map((row) => element('tr', {}, ...cells(row))));
      count = Math.min(rows.length, count + ROWS_SHOWN);
      more.hidden = count === rows.length;
      more.textContent = `Show more (${(rows.length - count).toLocaleString('en')} left)`;
    };
    more.onclick = add;
    add();
    one('rows').replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body));
  };

  /** Writes the query into the address and into the code samples. */
  const remember = (query: string) => {
    const known = savedQueries.find((other) => other.query === query);
    saved.value = known?.slug ?? '';
    one('shows').textContent = known?.shows ?? '';
    const search = new URLSearchParams(known ? { saved: known.slug } : { query });
    window.history.replaceState(null, '', `${location.pathname}?${search}`);
    const body = JSON.stringify({ query, format: 'csv' }).replaceAll("'", String.raw`'\''`);
    one('curl').textContent = `curl -H "Authorization: Bearer $KEY" -d '${body}' ${api}/sql`;
    one('python').textContent = [
      'import json, os, urllib.request',
      '',
      `query = """${query.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"\"\"`)}"""`,
      `request = urllib.request.Request("${api}/sql", json.dumps({"query": query}).encode(),`,
      '    {"Authorization": "Bearer " + os.environ["KEY"]})',
      'for row in json.load(urllib.request.urlopen(request))["data"]:',
      '    print(row)',
    ].join('\n');
  };

  const editor = openEditor(one('editor'), first, () => void run());
  remember(first);
  attachCopyButtons(root.querySelectorAll<HTMLElement>('pre[data-copy]'));
  one('run').addEventListener('click', () => void run());
  saved.addEventListener('change', () => {
    const chosen = savedQueries.find(({ slug }) => slug === saved.value);
    if (!chosen) return;
    editor.setText(chosen.query);
    void run();
  });
  const copy = async (text: string, done: string, failed: string) => {
    try {
      // The clipboard is unavailable without HTTPS.
      await navigator.clipboard.writeText(text);
      status.textContent = done;
    } catch {
      status.textContent = failed;
    }
  };
  one('link').addEventListener('click', () => {
    remember(editor.text());
    void copy(location.href, 'Link copied.', 'The link is in the address bar.');
  });
  one('embed').addEventListener('click', () => {
    if (!result) return;
    const html = embedHtml(result, linkOfResult, root.dataset.release!);
    void copy(html, 'HTML copied.', 'The browser does not allow copying: save the rows as CSV instead.');
  });
  one('csv').addEventListener('click', () => result && saveFile(csvFile(result), 'orbweaver.csv'));
  one('parquet').addEventListener('click', () => result && saveFile(parquetFile(result), 'orbweaver.parquet'));
  // A link with a query runs it immediately.
  if (given.has('query') || linked) void run();
}
