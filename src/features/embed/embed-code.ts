import { html } from '../../components/markup.ts';

/** Code to embed an object in another site: the card in a frame, and the badge as HTML and as Markdown, both linked to its page. */
export function embedCode(base: string, id: number, name: string): { card: string; badge: string; markdown: string } {
  const [page, embed] = [`${base}/satellites/${id}`, `${base}/embed/${id}`];
  return {
    card: `${html`<iframe src="${embed}" title="${name} on Orbweaver" width="420" height="240" style="border:0" loading="lazy"></iframe>`}`,
    badge: `${html`<a href="${page}"><img src="${embed}.svg" alt="Status of ${name}" height="20"></a>`}`,
    markdown: `[![Status of ${name.replace(/[\\`*_<>[\]]/g, '\\$&')}](${embed}.svg)](${page})`,
  };
}
