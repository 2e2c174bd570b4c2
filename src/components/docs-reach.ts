/** Whether something hides a part of itself until it is scrolled sideways or down. */
const scrolls = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

/**
 * Lets the keyboard scroll what is too wide for the page of the documentation, and keeps the shortcut that the search
 * button shows out of its name.
 */
export function makeReachable(): void {
  const look = () => {
    for (const element of document.querySelectorAll<HTMLElement>('.sl-markdown-content :is(pre, table)'))
      if (scrolls(element)) element.tabIndex = 0;
      else if (!element.closest('.try')) element.removeAttribute('tabindex');
  };
  document.querySelector('button[data-open-modal] > kbd')?.setAttribute('aria-hidden', 'true');
  look();
  addEventListener('resize', look);
  void document.fonts.ready.then(look);
}
