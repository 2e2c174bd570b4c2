import { element } from '../../../dom/element.ts';
import { type Suggestion, suggestionsFor } from '../../../dom/fetch-json.ts';
import type { Catalog } from '../catalog.ts';

/** A result of the site's search: a drawn object, with its row, or another page. */
export type FoundObject = Suggestion & { readonly row: number | null };

/** The objects among the suggestions, best first, with the rows of those on the globe. */
export function objectsOf(suggestions: readonly Suggestion[], { ids }: Pick<Catalog, 'ids'>): FoundObject[] {
  return suggestions.flatMap((one) => {
    const [, id] = /^\/satellites\/(\d+)$/.exec(one.href) ?? [];
    if (id === undefined) return [];
    const row = ids.indexOf(Number(id));
    return { ...one, row: row < 0 ? null : row };
  });
}

const MAX_RESULTS = 6;
/** Milliseconds without a key press before the server is queried. */
const REST = 120;

/** The site's search on the globe: a list of buttons below the input. Results that are not on the globe are links. */
export function attachFind(root: HTMLElement, catalog: Catalog, open: (row: number) => void): void {
  const input = root.querySelector<HTMLInputElement>('[data-globe-find]');
  const list = root.querySelector<HTMLElement>('[data-globe-found]');
  if (!input || !list) return;
  let timer = 0;
  let pending: AbortController | undefined;
  const choose = ({ row, label }: FoundObject) => {
    if (row === null) return;
    list.replaceChildren();
    input.value = label;
    open(row);
  };
  const entry = (found: FoundObject): HTMLElement => {
    const number = element('code', {}, found.href.slice('/satellites/'.length));
    if (found.row === null)
      return element('li', {}, element('a', { href: found.href }, `${found.label} `, number), ' not on the globe');
    const button = element('button', { type: 'button' }, `${found.label} `, number);
    button.addEventListener('click', () => choose(found));
    return element('li', {}, button);
  };
  const search = async (): Promise<FoundObject[]> => {
    pending?.abort();
    const q = input.value.trim();
    if (q === '') {
      list.replaceChildren();
      return [];
    }
    pending = new AbortController();
    const { signal } = pending;
    const found = await suggestionsFor(q, signal).then(
      (all) => objectsOf(all, catalog).slice(0, MAX_RESULTS),
      () => [],
    );
    if (signal.aborted) return [];
    const link = element('a', { href: `/satellites?q=${encodeURIComponent(q)}` }, 'Search the catalog');
    list.replaceChildren(...(found.length === 0 ? [element('li', {}, 'No match. ', link)] : found.map(entry)));
    return found;
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), REST);
  });
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void search().then((found) => {
      const first = found.find(({ row }) => row !== null);
      if (first) choose(first);
    });
  });
}
