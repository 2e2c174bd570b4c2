/** A letter, ready to be sent. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter that has a link, whole on a line of its own. */
function withLink(subject: string, before: readonly string[], link: string, after: readonly string[]): Letter {
  const text = [...before, link, ...after, 'Orbweaver'].join('\n\n');
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escaped(line)}</p>`);
  const html = [
    '<!doctype html><html lang="en"><body>',
    ...paragraphs(before),
    `<p><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ...paragraphs([...after, 'Orbweaver']),
    '</body></html>',
  ].join('\n');
  return { subject, text: `${text}\n`, html };
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** After signing up. The link works for a day. */
export const confirmLetter = (link: string): Letter =>
  withLink(
    'Confirm your e-mail address',
    [
      'An Orbweaver account was made with this address. Open this link within 24 hours to confirm that the address is yours:',
    ],
    link,
    ['If you did not make the account, do nothing: without this confirmation it cannot be used.'],
  );

/** After somebody signed up with an address that has an account: the page says the same to both. */
export const existingLetter = (link: string): Letter =>
  withLink(
    'You have an Orbweaver account already',
    [
      'Somebody, probably you, tried to make an Orbweaver account with this address. It has one. If you do not know its password any more, set a new one:',
    ],
    link,
    ['If it was not you, do nothing: your account has not changed.'],
  );

/** After a new password was asked for. The link works for an hour, once. */
export const resetLetter = (link: string): Letter =>
  withLink(
    'Set a new password',
    [
      'A new password was asked for, for the Orbweaver account of this address. Open this link within an hour to set one:',
    ],
    link,
    ['If you did not ask for it, do nothing: your password has not changed.'],
  );

/** After the password was set or changed. */
export const changedLetter = (link: string): Letter =>
  withLink(
    'Your password was changed',
    [
      'The password of your Orbweaver account was changed just now. If it was you, there is nothing to do. If it was not, set a new one at once; that ends every session:',
    ],
    link,
    [],
  );
