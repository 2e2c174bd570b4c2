import { element, partsOf } from '../../dom/element.ts';
import { webhookAddress } from '../../schema/changes/followed.ts';
import { formatCount } from '../../schema/plain-text.ts';

/** An object in the list of this browser. */
interface Mine {
  readonly id: number;
  readonly name: string;
}

/** The key of local storage that holds the list. */
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

/** The key of local storage that holds the part of the list that an account had after the last synchronization. */
const SYNCED_KEY = 'orbweaver.satellites.synced';

/** Stores the list. Returns whether that worked: a browser may have no local storage, or no room. */
function writeMine(mine: readonly Mine[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(mine));
    return true;
  } catch {
    return false;
  }
}

/** The answer of the server: the satellites of an account; `account` is null if nobody is signed in. */
interface OfAccount {
  readonly account: string | null;
  readonly satellites?: readonly Mine[];
}

/** Reads the satellites of the account, after changing them if there are changes. Null if that failed. */
async function ofAccount(changes?: Readonly<Record<'add' | 'remove', readonly number[]>>): Promise<OfAccount | null> {
  const body = changes && new URLSearchParams({ add: changes.add.join(), remove: changes.remove.join() });
  try {
    const response = await fetch('/account/satellites', body ? { method: 'POST', body } : {});
    return response.ok ? ((await response.json()) as OfAccount) : null;
  } catch {
    return null;
  }
}

/** The ids that an account had after the last synchronization; none if there was no account. */
function readSynced(): { readonly account: string | null; readonly ids: readonly number[] } {
  try {
    const { account, ids } = JSON.parse(localStorage.getItem(SYNCED_KEY) ?? '{}') as {
      account?: string;
      ids?: number[];
    };
    return { account: account ?? null, ids: Array.isArray(ids) ? ids : [] };
  } catch {
    return { account: null, ids: [] };
  }
}

/**
 * Merges the list with that of the account. What was added or removed here since the last time is added or removed there, and what
 * other browsers changed is taken over. Without an account, nothing is sent. Returns whether the list is in an account now.
 */
async function syncMine(): Promise<boolean> {
  const known = await ofAccount();
  if (!known?.account) return false;
  const mine = readMine();
  const synced = readSynced();
  const added = mine.filter(({ id }) => !synced.ids.includes(id));
  const own = new Set(mine.map(({ id }) => id));
  // Satellites of another account are neither added to this one nor removed from it.
  const removed = synced.account === known.account ? synced.ids.filter((id) => !own.has(id)) : [];
  const changed = added.length + removed.length > 0;
  const merged = changed ? await ofAccount({ add: added.map(({ id }) => id), remove: removed }) : known;
  if (!merged?.account || !merged.satellites) return false;
  const inAccount = merged.satellites;
  // The list may have been changed meanwhile.
  const late = readMine();
  const lateIds = new Set(late.map(({ id }) => id));
  const names = new Map(late.map(({ id, name }) => [id, name]));
  const kept = inAccount
    .filter(({ id }) => lateIds.has(id) || !own.has(id))
    .map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  const has = new Set(inAccount.map(({ id }) => id));
  const waiting = late.filter(({ id }) => !has.has(id) && (!own.has(id) || added.some((one) => one.id === id)));
  if (!writeMine([...kept, ...waiting].slice(0, MOST))) return false;
  localStorage.setItem(SYNCED_KEY, JSON.stringify({ account: merged.account, ids: [...has] }));
  return true;
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
      if (!isIn() && others.length >= MOST) button.textContent = `My satellites is full: ${formatCount(MOST)} objects`;
      else if (writeMine(isIn() ? others : [...others, object])) {
        show();
        void syncMine();
      } else button.textContent = 'This browser stores nothing for this site';
    });
    show();
  }
}

/** Fills the page of the list. Without an account, the catalog numbers leave the browser only when a link with them is followed. */
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
          void sync();
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
  const sync = async () => {
    at('account').hidden = !(await syncMine());
    show();
  };
  show();
  void sync();
  // The list may be changed in another tab.
  addEventListener('storage', ({ key }) => key === STORAGE_KEY && show());
}
