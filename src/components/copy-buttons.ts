import { element } from '../sky/element.ts';

/** Adds a copy button to every block with `data-copy`, whose value names it. Without scripts the text can be selected. */
export function attachCopyButtons(blocks: Iterable<HTMLElement>): void {
  if (!navigator.clipboard) return;
  for (const block of blocks) {
    const label = `Copy ${block.dataset.copy}`;
    const button = element('button', { type: 'button', class: 'copy', 'aria-label': label }, 'Copy');
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
