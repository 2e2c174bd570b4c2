import { xmlText } from '../../schema/escaped-text.ts';

/** The purpose of an email. Each kind has its own limit; notices of changes to an account have none, and digests are sent once a day. */
export type EmailKind = 'confirm' | 'existing' | 'reset' | 'sign-in' | 'notice' | 'digest';

/** An email, ready to be sent. */
export interface Email {
  readonly kind: EmailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that ends such emails without signing in, for mail programs (RFC 8058). */
  readonly unsubscribe?: string;
}

interface Content {
  readonly subject: string;
  readonly before: readonly string[];
  /** The complete link, on a line of its own. */
  readonly link: string;
  readonly after?: readonly string[];
}

function email(kind: EmailKind, { subject, before, link, after = [] }: Content): Email {
  const text = [...before, link, ...after, 'Orbweaver'].join('\n\n');
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${xmlText(line)}</p>`);
  const html = [
    '<!doctype html><html lang="en"><body>',
    ...paragraphs(before),
    `<p><a href="${xmlText(link)}">${xmlText(link)}</a></p>`,
    ...paragraphs([...after, 'Orbweaver']),
    '</body></html>',
  ].join('\n');
  return { kind, subject, text: `${text}\n`, html };
}

/**
 * The time and the IP address of the request for an email; the recipient recognizes the request by them. The email does not name the
 * browser: User-Agent is text that an attacker can choose.
 */
export interface EmailRequest {
  /** ms since 1970. */
  readonly at: number;
  /** An IP address. */
  readonly address: string;
}

/** The email after signing up. */
export const confirmEmail = (link: string, { at, address }: EmailRequest): Email =>
  email('confirm', {
    subject: 'Confirm your email address',
    before: [
      `An Orbweaver account was created with this address. This email was requested on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC from ${address}. If that was you, confirm that the address is yours:`,
    ],
    link,
    after: [
      'The link expires in 24 hours, or when the address is signed up with again. If you did not create the account, do not open it: the person who did would get an account with your address.',
    ],
  });

/** The email after a sign-in with a password from a network that is new to the account, after many wrong passwords. */
export const signInEmail = (link: string): Email =>
  email('sign-in', {
    subject: 'Sign in with this link',
    before: [
      'There were many incorrect passwords for your Orbweaver account, so it can be signed in to from new networks only with this link and your password:',
    ],
    link,
    after: [
      "The link expires in one hour. If you did not try to sign in, ignore this email: without your password, the link opens nothing, and networks that you have signed in from before aren't affected.",
    ],
  });

/** The email after a sign-up with an address that has an account: the page is the same in both cases. */
export const existingAccountEmail = (link: string): Email =>
  email('existing', {
    subject: 'You already have an Orbweaver account',
    before: [
      'Someone, probably you, tried to create an Orbweaver account with this address, which already has one. If you forgot your password, reset it:',
    ],
    link,
    after: ["If this wasn't you, ignore this email; your account has not changed."],
  });

/** The email after "Forgot your password?". */
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

/** The notice that the password was reset or changed; a reset also revokes keys. */
export const passwordChangedEmail = (link: string, revokedKeys = 0): Email =>
  email('notice', {
    subject: 'Your password was changed',
    before: [
      "The password of your Orbweaver account was just changed. If this wasn't you, reset it now, which signs out every session:",
    ],
    link,
    ...(revokedKeys > 0 && {
      after: [
        `${revokedKeys === 1 ? 'One API key was' : `${revokedKeys} API keys were`} revoked with it. Programs that used ${revokedKeys === 1 ? 'it' : 'them'} need a new one from the page of keys.`,
      ],
    }),
  });

/** The notice that a second factor was added or removed; `sentence` is the change, without a period. */
export const secondFactorEmail = (link: string, sentence: string): Email =>
  email('notice', {
    subject: 'The second factors of your account changed',
    before: [
      `${sentence} for your Orbweaver account. If this wasn't you, change your password and look at your second factors:`,
    ],
    link,
  });

/** The notice that a key was created, or replaced: then `name` is null. */
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

/** The notice that a webhook could not be delivered for a week, or that its URL answered 410. */
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
