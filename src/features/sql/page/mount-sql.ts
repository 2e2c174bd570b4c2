import { attachCopyButtons } from '../../../components/copy-buttons.ts';
import { partsOf, saveFile } from '../../../dom/element.ts';
import { savedQueries } from '../../../schema/sql/saved-queries.ts';
import { BrowserDatabase, type QueryResult } from './browser-database.ts';
import { openEditor } from './query-editor.ts';
import { csvFile, embedHtml, parquetFile } from './result-files.ts';
import { costWords, showResult } from './result-view.ts';

/** Starts the SQL page: the editor first, the database with the first query. */
export function mountSql(root: HTMLElement): void {
  const at = partsOf(root, 'sql');
  const base = new URL(root.dataset.base!, location.href);
  // The files are always read from this host, whatever public address the service is configured with.
  const api = `${location.origin}${base.pathname}`;
  const [status, error, saved] = [at('status'), at('error'), at<HTMLSelectElement>('saved')];
  at('work').hidden = false;
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
    error.textContent = '';
    status.textContent = database ? 'Running…' : 'Loading the database (7 MB, once)…';
    try {
      database ??= BrowserDatabase.open(api);
      const opened = await database.catch((problem: unknown) => {
        // The next run starts it again.
        database = null;
        throw problem;
      });
      if (mine !== turn) return;
      status.textContent = 'Running…';
      result = await opened.run(query);
      if (mine !== turn) return;
      linkOfResult = link;
      // For use in the console, and for tests.
      Object.assign(root, { result });
      status.textContent = costWords(result);
      showResult(root, result);
    } catch (problem) {
      if (mine !== turn) return;
      status.textContent = '';
      at('result').hidden = true;
      error.textContent = problem instanceof Error ? problem.message : String(problem);
      error.hidden = false;
    }
    root.dataset.sqlDone = String(mine);
  };

  /** Writes the query into the address and into the code samples. */
  const remember = (query: string) => {
    const known = savedQueries.find((other) => other.query === query);
    saved.value = known?.slug ?? '';
    at('shows').textContent = known?.shows ?? '';
    const search = new URLSearchParams(known ? { saved: known.slug } : { query });
    window.history.replaceState(null, '', `${location.pathname}?${search}`);
    at('curl').textContent = curlSample(query, api);
    at('python').textContent = pythonSample(query, api);
  };

  const copy = async (text: string, done: string, failed: string) => {
    try {
      // The clipboard is unavailable without HTTPS.
      await navigator.clipboard.writeText(text);
      status.textContent = done;
    } catch {
      status.textContent = failed;
    }
  };

  const editor = openEditor(at('editor'), first, () => void run());
  remember(first);
  attachCopyButtons(root.querySelectorAll<HTMLElement>('pre[data-copy]'));
  at('run').addEventListener('click', () => void run());
  saved.addEventListener('change', () => {
    const chosen = savedQueries.find(({ slug }) => slug === saved.value);
    if (!chosen) return;
    editor.setText(chosen.query);
    void run();
  });
  at('link').addEventListener('click', () => {
    remember(editor.text());
    void copy(location.href, 'Link copied.', 'The link is in the address bar.');
  });
  at('embed').addEventListener('click', () => {
    if (!result) return;
    const html = embedHtml(result, linkOfResult, root.dataset.release!);
    void copy(html, 'HTML copied.', 'The browser does not allow copying: save the rows as CSV instead.');
  });
  at('csv').addEventListener('click', () => result && saveFile(csvFile(result), 'orbweaver.csv'));
  at('parquet').addEventListener('click', () => result && saveFile(parquetFile(result), 'orbweaver.parquet'));
  // A link with a query runs it immediately.
  if (given.has('query') || linked) void run();
}

/** The `curl` command of a query; `api` is the address of the API, without a slash at its end. */
function curlSample(query: string, api: string): string {
  const body = JSON.stringify({ query, format: 'csv' }).replaceAll("'", String.raw`'\''`);
  return `curl -H "Authorization: Bearer $KEY" -d '${body}' ${api}/sql`;
}

/** The same as a Python program without packages. */
const pythonSample = (query: string, api: string): string =>
  [
    'import json, os, urllib.request',
    '',
    `query = """${query.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"\"\"`)}"""`,
    `request = urllib.request.Request("${api}/sql", json.dumps({"query": query}).encode(),`,
    '    {"Authorization": "Bearer " + os.environ["KEY"]})',
    'for row in json.load(urllib.request.urlopen(request))["data"]:',
    '    print(row)',
  ].join('\n');
