import { element, partsOf } from '../../dom/element.ts';
import { webhookAddress } from './follow-links.ts';

/** An object in the list of this browser. */
interface Mine {
  readonly id: number;
  readonly name: string;
}

/** The key of local storage that holds the list, which is stored nowhere else. */
const STORAGE_KEY = 'orbweaver.satellites';
/** Maximum number of objects: as many as a list can select. */
const MOST = 1000;

/** The list of this browser; empty if the browser has no local storage, or something else is stored there. */
function readMine(): readonly Mine[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMine).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

const isMine = (value: unknown): value is Mine => {
  const { id, name } = (value ?? {}) as Partial<Mine>;
  return Number.isInteger(id) && id! > 0 && id! < 1e9 && typeof name === 'string';
};

/** Stores the list. Returns whether that worked: a browser may have no local storage, or no room. */
function writeMine(mine: readonly Mine[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(mine));
    return true;
  } catch {
    return false;
  }
}

/** Activates the buttons that add an object to the list or remove it. */
export function attachMine(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-mine]')) {
    const object = { id: Number(button.dataset.mine), name: button.dataset.mineName ?? '' };
    const isIn = () => readMine().some(({ id }) => id === object.id);
    const show = () => {
      button.textContent = isIn() ? 'Remove from my satellites' : 'Add to my satellites';
      button.setAttribute('aria-pressed', String(isIn()));
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      const others = readMine().filter(({ id }) => id !== object.id);
      if (!isIn() && others.length >= MOST)
        button.textContent = `My satellites is full: ${MOST.toLocaleString('en')} objects`;
      else if (writeMine(isIn() ? others : [...others, object])) show();
      else button.textContent = 'This browser stores nothing for this site';
    });
    show();
  }
}

/** Fills the page of the list. The catalog numbers leave the browser only when a link with them is followed. */
export function mountMine(root: HTMLElement): void {
  const at = partsOf(root, 'my');
  function show(): void {
    const mine = readMine();
    at('none').hidden = mine.length > 0;
    at('some').hidden = mine.length === 0;
    const ids = mine.map(({ id }) => id).join(',');
    at('list').replaceChildren(
      ...mine.map(({ id, name }) => {
        const remove = element('button', { type: 'button', class: 'plain' }, 'Remove');
        remove.append(element('span', { class: 'unseen' }, ` ${name}`));
        remove.addEventListener('click', () => {
          writeMine(readMine().filter((one) => one.id !== id));
          show();
          at('title').focus();
        });
        return element(
          'li',
          { class: 'row' },
          element('a', { href: `/satellites/${id}` }, name),
          element('code', {}, String(id)),
          element('a', { href: `/satellites/${id}#passes` }, 'Passes'),
          remove,
        );
      }),
    );
    at('table').setAttribute('href', `/satellites?ids=${ids}`);
    at('calendar').setAttribute('href', `/account/feeds?ids=${ids}`);
    at('webhook').setAttribute('href', webhookAddress(`ids=${ids}`, 'my satellites'));
    at('copy').textContent = ids;
  }
  show();
  // The list may be changed in another tab.
  addEventListener('storage', ({ key }) => key === STORAGE_KEY && show());
}
