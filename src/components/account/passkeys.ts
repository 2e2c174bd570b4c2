import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** Forms that need a passkey: it is created or used when the form is submitted, and its response is added as a field. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const input = form.elements.namedItem('passkey');
  const problem = form.querySelector<HTMLElement>('[data-passkey-problem]');
  if (!(input instanceof HTMLInputElement) || !problem) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.hidden = true;
    const optionsJSON = JSON.parse(form.dataset.passkey ?? '');
    const response =
      form.dataset.passkeyFor === 'creation'
        ? startRegistration({ optionsJSON })
        : startAuthentication({ optionsJSON });
    response.then(
      (value) => {
        input.value = JSON.stringify(value);
        form.submit();
      },
      (error: unknown) => {
        problem.textContent = `The browser returned no passkey (${error instanceof Error ? error.message : error}). Try again.`;
        problem.hidden = false;
      },
    );
  });
}
