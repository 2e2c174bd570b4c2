/** An element with attributes and children; `null` attributes are left out. Text is text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Sets the text of an element if it differs: each write causes a layout. Returns whether the element had another text. */
export function putText(element: Element, text: string): boolean {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** Finds elements inside `root` by the last part of an attribute: `partsOf(root, 'sky')('table')` is the one with `data-sky-table`. */
export const partsOf =
  (root: ParentNode, prefix: string) =>
  <E extends HTMLElement = HTMLElement>(name: string): E =>
    root.querySelector<E>(`[data-${prefix}-${name}]`)!;

/** An SVG element with attributes and a text. */
export function svgElement(tag: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** Downloads a file that was made in this page. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Loads the script of an element when it comes within 200 pixels of the viewport. */
export function whenNear(root: HTMLElement | null, load: (root: HTMLElement) => void): void {
  if (!root) return;
  const observe: IntersectionObserverCallback = (entries, near) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    load(root);
  };
  new IntersectionObserver(observe, { rootMargin: '200px' }).observe(root);
}
