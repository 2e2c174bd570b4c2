import { spreadJson } from '../../schema/json-text.ts';
import { formatCount, plural } from '../../schema/plain-text.ts';

/** Maximum number of bytes of a body that are shown. */
const SHOWN_BYTES = 20_000;

type Control = HTMLInputElement | HTMLSelectElement;

/** Path and query of the request in the form. */
function targetOf(form: HTMLFormElement): string {
  let path = form.dataset.try ?? '';
  const query = new URLSearchParams();
  for (const control of form.querySelectorAll<Control>('[data-name]')) {
    const { name = '', place } = control.dataset;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(control.value));
    else if (control.value !== '') query.set(name, control.value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const STORAGE_KEY = 'orbweaver.key';

/** The key that was typed in this tab; null if there is none, or if the browser has no session storage. */
function storedKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // Without session storage, the key stays in the field only.
  }
}

/** Makes a form of the reference send its request and show the response. */
export function attachTryIt(form: HTMLFormElement): void {
  const one = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector);
  const target = one('[data-target]')!;
  const status = one('[data-status]')!;
  const say = () => {
    target.textContent = `GET ${targetOf(form)}`;
  };
  say();
  form.hidden = false;
  const keyField = one<HTMLInputElement>('[data-key]')!;
  keyField.value = storedKey() ?? '';
  keyField.addEventListener('change', () => storeKey(keyField.value.trim()));
  form.addEventListener('input', say);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    one('[data-answer]')!.hidden = false;
    status.textContent = 'Sending…';
    one('[data-body]')!.textContent = '';
    one('[data-headers]')!.textContent = '';
    const key = keyField.value.trim();
    storeKey(key);
    const accept = one<HTMLSelectElement>('[data-accept]')?.value;
    const began = performance.now();
    try {
      const answer = await fetch(targetOf(form), {
        // A signed-in visitor's session replaces a key.
        credentials: key === '' ? 'same-origin' : 'omit',
        headers: { ...(key && { Authorization: `Bearer ${key}` }), ...(accept && { Accept: accept }) },
      });
      const bytes = await answer.arrayBuffer();
      const took = Math.round(performance.now() - began);
      status.textContent = `${answer.status} ${answer.statusText} · ${plural(bytes.byteLength, 'byte')} in ${took} ms`;
      one('[data-headers]')!.textContent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      one('[data-body]')!.textContent = wordsOf(answer.headers.get('Content-Type') ?? '', bytes);
    } catch (error) {
      status.textContent = `No response: ${(error as Error).message}`;
    }
  });
}

function wordsOf(type: string, bytes: ArrayBuffer): string {
  if (!/^(text|application\/(json|xml|atom))/.test(type)) return `(${type}: not text)`;
  const text = new TextDecoder().decode(bytes.slice(0, SHOWN_BYTES));
  const body = type.startsWith('application/json') ? spreadJson(text) : text;
  return bytes.byteLength > SHOWN_BYTES ? `${body}\n… the first ${formatCount(SHOWN_BYTES)} bytes` : body;
}
