import { element } from '../../dom/element.ts';

/** Optional enhancements of the account's forms: the pages work without scripts. */

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
  const input = document.getElementById(button.dataset.reveal ?? '');
  if (!(input instanceof HTMLInputElement)) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = input.type === 'text';
    input.type = shown ? 'password' : 'text';
    button.textContent = shown ? 'Show' : 'Hide';
    button.setAttribute('aria-pressed', String(!shown));
    input.focus();
  });
}

/** Words for a strength of 1 to 3; a password that is too short has the number of missing characters instead. */
const words = ['', 'long enough', 'good', 'strong'] as const;

/** How hard a password is to guess, 0 to 3, by its length and how many different characters it has. */
function strengthOf(password: string, shortest: number): 0 | 1 | 2 | 3 {
  const characters = [...password];
  if (characters.length < shortest) return 0;
  const counted = Math.min(characters.length, new Set(characters).size * 2);
  return counted >= 20 ? 3 : counted >= 15 ? 2 : 1;
}

for (const input of document.querySelectorAll<HTMLInputElement>('[data-chosen]')) {
  const meter = element('meter', { max: String(words.length - 1), 'aria-label': 'Strength of the password' });
  const said = element('span', { role: 'status' });
  const line = element('p', { class: 'strength', hidden: '' }, meter, said);
  input.closest('.field')?.append(line);
  input.addEventListener('input', () => {
    const strength = strengthOf(input.value, input.minLength);
    const missing = input.minLength - [...input.value].length;
    const word = missing > 0 ? `${missing} more ${missing === 1 ? 'character' : 'characters'}` : words[strength];
    line.hidden = input.value === '';
    meter.value = strength;
    meter.textContent = word;
    said.textContent = word;
  });
}
