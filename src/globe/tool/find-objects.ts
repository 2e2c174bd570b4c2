import { element } from '../../sky/element.ts';
import type { Catalog } from '../catalog.ts';

/** Rows whose name or number fits what is typed, best first: the number, names that begin so, names that have it. */
export function findRows({ ids, names }: Pick<Catalog, 'ids' | 'names'>, typed: string, most: number): number[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const ranks: number[][] = [[], [], [], []];
  for (const [row, name] of names.entries()) {
    const lower = name.toLowerCase();
    const at = lower.indexOf(text);
    const rank =
      String(ids[row]) === text || lower === text
        ? 0
        : at === 0
          ? 1
          : at > 0 && /[\s(-]/.test(lower[at - 1]!)
            ? 2
            : at > 0
              ? 3
              : -1;
    if (rank >= 0 && ranks[rank]!.length < most) ranks[rank]!.push(row);
  }
  return ranks.flat().slice(0, most);
}

const shown = 6;

/** Lets a person find an object among those that are drawn: a list of buttons below what is typed. */
export function attachFind(root: HTMLElement, catalog: Catalog, open: (row: number) => void): void {
  const input = root.querySelector<HTMLInputElement>('[data-globe-find]');
  const list = root.querySelector<HTMLElement>('[data-globe-found]');
  if (!input || !list) return;
  const choose = (row: number) => {
    list.replaceChildren();
    input.value = catalog.names[row]!;
    open(row);
  };
  const look = () => {
    const rows = findRows(catalog, input.value, shown);
    if (rows.length === 0 && input.value.trim() !== '') {
      const href = `/satellites?q=${encodeURIComponent(input.value.trim())}`;
      const link = element('a', { href }, 'Search the catalog');
      return list.replaceChildren(element('li', {}, 'No match on the globe. ', link));
    }
    list.replaceChildren(
      ...rows.map((row) => {
        const number = element('code', {}, String(catalog.ids[row]));
        const button = element('button', { type: 'button' }, `${catalog.names[row]} `, number);
        button.addEventListener('click', () => choose(row));
        return element('li', {}, button);
      }),
    );
  };
  input.addEventListener('input', look);
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const [row] = findRows(catalog, input.value, 1);
    if (row !== undefined) choose(row);
  });
}
