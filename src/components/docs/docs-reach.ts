/** Whether a part of an element is hidden until it is scrolled. */
const scrolls = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

/** Makes the accessible name of the search button its visible text; on a small screen, which shows only an icon, it is "Search". */
function nameSearch(): void {
  const button = document.querySelector<HTMLElement>('button[data-open-modal]');
  const words = button?.querySelector<HTMLElement>('span');
  if (!button || !words) return;
  const seen = words.offsetParent !== null;
  if (seen) button.removeAttribute('aria-label');
  else button.setAttribute('aria-label', 'Search');
  words.removeAttribute('aria-hidden');
}

/** Lets the keyboard scroll blocks of the documentation that are too wide, and names its search button. */
export function makeReachable(): void {
  const look = () => {
    nameSearch();
    for (const element of document.querySelectorAll<HTMLElement>('.sl-markdown-content :is(pre, table)'))
      if (scrolls(element)) element.tabIndex = 0;
      else if (!element.closest('.try')) element.removeAttribute('tabindex');
  };
  look();
  addEventListener('resize', look);
  void document.fonts.ready.then(look);
}
