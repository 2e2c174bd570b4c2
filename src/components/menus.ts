/** Closes the open menu on Escape, on a click elsewhere, and when it loses the focus. */
export function closeMenus(menus: Element): void {
  const opened = () => menus.querySelector<HTMLDetailsElement>('details[open]');
  const close = (keep: EventTarget | null) => {
    const menu = opened();
    if (menu && !(keep instanceof Node && menu.contains(keep))) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => close(target));
  menus.addEventListener('focusout', (event) => {
    const { relatedTarget } = event as FocusEvent;
    // Null if the window loses the focus, or if an element that is not focusable is pressed.
    if (relatedTarget) close(relatedTarget);
  });
  document.addEventListener('keydown', ({ key }) => {
    const menu = opened();
    if (key !== 'Escape' || !menu) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary')?.focus();
  });
}
