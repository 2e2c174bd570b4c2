import { partsOf } from '../../../dom/element.ts';
import { streakAnswer, tracksAnswer } from './field-answers.ts';
import { IdentifyForm } from './identify-form.ts';
import { BadEntry } from './read-form.ts';
import { SkyQuestions } from './sky-questions.ts';

/**
 * Runs the page that identifies streaks. Everything is computed in a worker; no request contains the place, the time,
 * or the image.
 */
export function mountIdentify(root: HTMLElement): void {
  const at = partsOf(root, 'identify');
  const [status, answer] = [at('status'), at('answer')];
  const form = new IdentifyForm(root);
  const questions = new SkyQuestions();
  let latest = 0;

  async function compute(): Promise<void> {
    latest += 1;
    const own = latest;
    try {
      const asked = form.read();
      if (!asked) {
        status.textContent = 'Add the FITS header of a solved image first.';
        return;
      }
      status.textContent = 'Computing…';
      const response = await questions.ask(asked.question);
      if (own !== latest) return;
      status.textContent = response.kind === 'refused' ? response.message : '';
      if (response.kind === 'refused') answer.replaceChildren();
      else
        answer.replaceChildren(
          ...(response.kind === 'streak' ? streakAnswer(response) : tracksAnswer(response, asked.image!)),
        );
      root.dataset.answered = response.kind;
      answer.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      const bad = error instanceof BadEntry;
      status.textContent = bad
        ? error.message
        : 'The elements could not be loaded, or the computation failed. Try again.';
      if (bad) form.mark(error);
    }
  }

  at('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void compute();
  });
}
