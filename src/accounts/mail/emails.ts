/** What an email is for. Each kind has a limit of its own; notices of what was done to an account have none. */
export type EmailKind = 'confirm' | 'existing' | 'reset' | 'notice';

/** An email, ready to be sent. */
export interface Email {
  readonly kind: EmailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Content {
  readonly subject: string;
  readonly before: readonly string[];
  /** Whole, on a line of its own. */
  readonly link: string;
  readonly after?: readonly string[];
}

function email(kind: EmailKind, { subject, before, link, after = [] }: Content): Email {
  const text = [...before, link, ...after, 'Orbweaver'].join('\n\n');
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escaped(line)}</p>`);
  const html = [
    '<!doctype html><html lang="en"><body>',
    ...paragraphs(before),
    `<p><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ...paragraphs([...after, 'Orbweaver']),
    '</body></html>',
  ].join('\n');
  return { kind, subject, text: `${text}\n`, html };
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** After signing up. */
export const confirmEmail = (link: string): Email =>
  email('confirm', {
    subject: 'Confirm your email address',
    before: ['An Orbweaver account was created with this address. To confirm that it is yours, open this link:'],
    link,
    after: ['The link expires in 24 hours. If you did not create the account, ignore this email.'],
  });

/** After a sign-up with an address that has an account: the page is the same in both cases. */
export const existingAccountEmail = (link: string): Email =>
  email('existing', {
    subject: 'You already have an Orbweaver account',
    before: [
      'Someone, probably you, tried to create an Orbweaver account with this address, which already has one. If you forgot your password, reset it:',
    ],
    link,
    after: ["If this wasn't you, ignore this email; your account has not changed."],
  });

/** After "Forgot your password?". */
export const resetEmail = (link: string): Email =>
  email('reset', {
    subject: 'Reset your password',
    before: [
      'Someone, probably you, asked to reset the password of your Orbweaver account. To set a new one, open this link:',
    ],
    link,
    after: [
      "The link expires in one hour and can be used once. If this wasn't you, ignore this email; your password has not changed.",
    ],
  });

/** After the password was reset or changed. */
export const passwordChangedEmail = (link: string): Email =>
  email('notice', {
    subject: 'Your password was changed',
    before: [
      "The password of your Orbweaver account was just changed. If this wasn't you, reset it now, which signs out every session:",
    ],
    link,
  });

/** After a key was created, or replaced: `name` is null there. */
export const newKeyEmail = (link: string, name: string | null): Email =>
  email('notice', {
    subject: 'A new API key was created',
    before: [
      name === null
        ? "A key of your Orbweaver account was just replaced with a new one. If this wasn't you, revoke it and change your password:"
        : `An API key named “${name}” was just created for your Orbweaver account. If this wasn't you, revoke it and change your password:`,
    ],
    link,
  });

/** After a webhook could not be delivered for a week, or its URL answered 410. */
export const webhookDisabledEmail = (link: string, url: string, reason: 'failing' | 'gone'): Email =>
  email('notice', {
    subject: 'A webhook was disabled',
    before: [
      reason === 'gone'
        ? `Your Orbweaver webhook to ${url} was disabled because the URL answered 410 Gone.`
        : `Your Orbweaver webhook to ${url} was disabled because every delivery has failed for a week.`,
      'Messages are kept. When the URL works again, enable the webhook, and it continues where it stopped, with the events of the last 30 days:',
    ],
    link,
  });
