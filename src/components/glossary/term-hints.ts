/** How long a meaning stays after the pointer has left its word, ms: long enough to move onto it. */
const LEAVE_MILLISECONDS = 200;

/** Shows the meaning of a word on hover and on focus by keyboard. */
for (const word of document.querySelectorAll<HTMLButtonElement>('.term')) {
  const meaning = word.popoverTargetElement as HTMLElement | null;
  if (!meaning) continue;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(leaving);
    if (!meaning.matches(':popover-open')) meaning.showPopover({ source: word });
  };
  const hideSoon = () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => meaning.hidePopover(), LEAVE_MILLISECONDS);
  };
  for (const part of [word, meaning]) {
    part.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && show());
    part.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hideSoon());
  }
  word.addEventListener('focus', () => word.matches(':focus-visible') && show());
  word.addEventListener('blur', ({ relatedTarget }) => {
    if (!meaning.contains(relatedTarget as Node | null)) hideSoon();
  });
}
