import { element } from '../dom/element.ts';
import { type Suggestion, suggestionsFor } from '../dom/fetch-json.ts';

/** Milliseconds without a key press before suggestions are requested. */
const PAUSE_MS = 120;

/**
 * Adds suggestions to a search form: a combobox with its own list (WAI-ARIA Authoring Practices). Arrow keys choose,
 * Enter opens the chosen suggestion or searches, Escape closes. If the server does not respond, the form works without
 * them.
 */
export function attachSuggestions(form: HTMLFormElement): void {
  const input = form.querySelector('input')!;
  const list = form.querySelector('ul')!;
  const status = form.querySelector('[role=status]')!;
  let chosen = -1;
  let timer = 0;
  let latest = '';
  let pending: AbortController | undefined;

  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  const options = () => [...list.children] as HTMLElement[];
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  const choose = (index: number) => {
    chosen = index;
    for (const [place, option] of options().entries()) option.setAttribute('aria-selected', String(place === index));
    const option = options()[index];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const show = (found: readonly Suggestion[]) => {
    list.replaceChildren(...found.map((suggestion, index) => optionOf(suggestion, `${list.id}-${index}`)));
    status.textContent = found.length === 0 ? 'No suggestions' : `${found.length} suggestions`;
    choose(-1);
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
  };
  const ask = async () => {
    const q = input.value.trim();
    if (q === latest) return;
    latest = q;
    pending?.abort();
    if (q === '') return close();
    pending = new AbortController();
    try {
      const found = await suggestionsFor(q, pending.signal);
      if (q === latest) show(found);
    } catch {
      // A newer request replaced this one, or the network failed: Enter still searches.
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const count = options().length;
      if (count === 0) return;
      event.preventDefault();
      if (list.hidden) {
        list.hidden = false;
        input.setAttribute('aria-expanded', 'true');
      }
      // One position more than there are options: the input itself.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      open(options()[chosen]!);
    }
  });
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role=option]');
    if (option) open(option);
  });
  input.addEventListener('blur', close);
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    pending?.abort();
  });
}

const optionOf = ({ href, label, detail }: Suggestion, id: string): HTMLElement =>
  element('li', { id, role: 'option', 'data-href': href }, element('b', {}, label), ' ', element('small', {}, detail));

function open(option: HTMLElement): void {
  location.assign(option.dataset.href!);
}
