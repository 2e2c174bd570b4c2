import { xmlText } from '../../schema/escaped-text.ts';
import type { Email } from './emails.ts';

/** A line of a digest, with the path of its page. */
interface DigestLine {
  readonly text: string;
  readonly path: string;
}

/** The changes of one followed subject, or a week. */
export interface DigestSection {
  readonly title: string;
  readonly path: string;
  readonly lines: readonly DigestLine[];
  /** Sentences below the lines. */
  readonly notes: readonly string[];
}

/** The content of a digest. */
export interface DigestContent {
  readonly subject: string;
  /** The period that was examined, and the parts of it without data. */
  readonly coverage: readonly string[];
  readonly sections: readonly DigestSection[];
}

const ending = 'You get this email because you chose it in your Orbweaver account. At most one is sent per day.';

/** The digest as an email. `base` is the site's, and `unsubscribe` the link that turns all digests off. */
export function digestEmail(
  { subject, coverage, sections }: DigestContent,
  { base, unsubscribe }: { readonly base: string; readonly unsubscribe: string },
): Email {
  const choose = `${base}/account/digest`;
  const text = [
    ...coverage,
    ...sections.map(({ title, path, lines, notes }) =>
      [title, `${base}${path}`, ...lines.map((line) => `- ${line.text}`), ...notes].join('\n'),
    ),
    ending,
    `Choose what you follow:\n${choose}`,
    `Unsubscribe:\n${unsubscribe}`,
    'Orbweaver',
  ].join('\n\n');
  const paragraph = (sentence: string) => `<p>${xmlText(sentence)}</p>`;
  const link = (url: string, words: string) => `<a href="${xmlText(url)}">${xmlText(words)}</a>`;
  const html = [
    '<!doctype html><html lang="en"><body>',
    ...coverage.map(paragraph),
    ...sections.flatMap(({ title, path, lines, notes }) => [
      `<h2>${link(`${base}${path}`, title)}</h2>`,
      ...(lines.length > 0
        ? ['<ul>', ...lines.map((line) => `<li>${link(`${base}${line.path}`, line.text)}</li>`), '</ul>']
        : []),
      ...notes.map(paragraph),
    ]),
    paragraph(ending),
    `<p>${link(choose, 'Choose what you follow')} · ${link(unsubscribe, 'Unsubscribe')}</p>`,
    paragraph('Orbweaver'),
    '</body></html>',
  ].join('\n');
  return { kind: 'digest', subject, text: `${text}\n`, html, unsubscribe };
}
