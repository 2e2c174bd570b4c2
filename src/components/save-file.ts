import { element } from '../sky/element.ts';

/** Downloads a file that was made in this page. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
