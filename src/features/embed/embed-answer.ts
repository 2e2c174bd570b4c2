import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { html } from '../../components/markup.ts';
import { catalogNumber } from '../../components/object/object-addresses.ts';
import { problemBadge, statusBadge } from './status-badge.ts';
import { cardStyles, problemCard, statusCard } from './status-card.ts';

const hash = createHash('sha256').update(cardStyles).digest('base64');

/** Each form of an embed: its ending, media type, and content security policy. Only the card may be framed, by every site. */
const forms = {
  card: {
    ending: '',
    type: 'text/html; charset=utf-8',
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  },
  badge: {
    ending: '.svg',
    type: 'image/svg+xml',
    policy: "default-src 'none'; frame-ancestors 'none'",
  },
} as const;

/** An object for other sites: as a card in a frame, or as a badge. A missing object is a 404 in the same form. */
export const embedRoute =
  (form: keyof typeof forms): APIRoute =>
  async ({ locals, params, redirect }) => {
    const { release, base } = locals.orbweaver;
    const { ending, type, policy } = forms[form];
    const send = (body: string, status: number) =>
      new Response(body, {
        status,
        headers: {
          'Content-Type': type,
          'Content-Security-Policy': policy,
          'Cross-Origin-Resource-Policy': 'cross-origin',
          ...(status === 503 && { 'Retry-After': '30' }),
        },
      });
    const problem = (words: string, status: number) =>
      send(form === 'card' ? problemCard(words, base) : problemBadge(words.toLowerCase()), status);
    if (!release) return problem('No release is published yet', 503);
    const idInUrl = params.id ?? '';
    const number = await catalogNumber(release, idInUrl);
    if (number !== null && idInUrl !== String(number)) return redirect(`/embed/${number}${ending}`, 301);
    const page = number === null ? null : await release.object(number);
    if (!page) return problem('Object not found', 404);
    const title = page.record.common_name ?? page.record.name;
    return send(form === 'card' ? statusCard(page, title, release, base) : statusBadge(page.record, title), 200);
  };

/** Code to embed an object in another site: the card in a frame, and the badge as HTML and as Markdown, both linked to its page. */
export function embedCode(base: string, id: number, name: string): { card: string; badge: string; markdown: string } {
  const [page, embed] = [`${base}/satellites/${id}`, `${base}/embed/${id}`];
  return {
    card: `${html`<iframe src="${embed}" title="${name} on Orbweaver" width="420" height="240" style="border:0" loading="lazy"></iframe>`}`,
    badge: `${html`<a href="${page}"><img src="${embed}.svg" alt="Status of ${name}" height="20"></a>`}`,
    markdown: `[![Status of ${name.replace(/[\\`*_<>[\]]/g, '\\$&')}](${embed}.svg)](${page})`,
  };
}
