import { spreadJson } from './spread-json.ts';

/** How much of a body is shown. */
const shown = 20_000;

type Control = HTMLInputElement | HTMLSelectElement;

/** Path and query of what the form asks for. */
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

/** Makes a form of the reference send its request, and show what comes back. */
export function attachTryIt(form: HTMLFormElement): void {
  const one = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector);
  const target = one('[data-target]')!;
  const status = one('[data-status]')!;
  const say = () => {
    target.textContent = `GET ${targetOf(form)}`;
  };
  say();
  form.hidden = false;
  form.addEventListener('input', say);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    one('[data-answer]')!.hidden = false;
    status.textContent = 'Asking …';
    one('[data-body]')!.textContent = '';
    one('[data-headers]')!.textContent = '';
    const key = one<HTMLInputElement>('[data-key]')!.value.trim();
    const accept = one<HTMLSelectElement>('[data-accept]')?.value;
    const began = performance.now();
    try {
      const answer = await fetch(targetOf(form), {
        credentials: 'omit',
        headers: { ...(key && { Authorization: `Bearer ${key}` }), ...(accept && { Accept: accept }) },
      });
      const bytes = await answer.arrayBuffer();
      const took = Math.round(performance.now() - began);
      status.textContent = `${answer.status} ${answer.statusText} · ${bytes.byteLength.toLocaleString('en-US')} bytes in ${took} ms`;
      one('[data-headers]')!.textContent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      one('[data-body]')!.textContent = wordsOf(answer.headers.get('Content-Type') ?? '', bytes);
    } catch (error) {
      status.textContent = `No answer: ${(error as Error).message}`;
    }
  });
}

function wordsOf(type: string, bytes: ArrayBuffer): string {
  if (!/^(text|application\/(json|xml|atom))/.test(type)) return `(${type}: not text)`;
  const text = new TextDecoder().decode(bytes.slice(0, shown));
  const body = type.startsWith('application/json') ? spreadJson(text) : text;
  return bytes.byteLength > shown ? `${body}\n… the first ${shown.toLocaleString('en-US')} bytes` : body;
}
