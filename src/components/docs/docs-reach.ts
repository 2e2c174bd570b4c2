/** Whether something hides a part of itself until it is scrolled sideways or down. */
const scrolls = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

/** The search button is called what one sees on it; on a small screen that is a picture alone. */
function nameSearch(): void {
  const button = document.querySelector<HTMLElement>('button[data-open-modal]');
  const words = button?.querySelector<HTMLElement>('span');
  if (!button || !words) return;
  const seen = words.offsetParent !== null;
  if (seen) button.removeAttribute('aria-label');
  else button.setAttribute('aria-label', 'Search');
  words.removeAttribute('aria-hidden');
}

/** Lets the keyboard scroll what is too wide for the page of the documentation, and names its search by what is seen. */
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
