/** Adds a copy button to every block with `data-copy`, whose value names it. Without scripts the text can be selected. */
export function attachCopyButtons(blocks: Iterable<HTMLElement>): void {
  if (!navigator.clipboard) return;
  for (const block of blocks) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy ${block.dataset.copy}`);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.before(button);
  }
}
