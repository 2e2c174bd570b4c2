import type { APIRoute } from 'astro';
import { shareCard } from '../../card/card.ts';
import { noRelease } from '../../components/documents/refused.ts';
import { cardText } from '../../components/object/card-text.ts';

/** The picture that other sites show beside a link to the page of an object. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  const page = /^[1-9]\d{0,8}$/.test(id) ? await release.object(Number(id)) : null;
  if (!page) return new Response(null, { status: 404 });
  return new Response(shareCard(cardText(page.record, release.generated_at)), {
    headers: { 'Content-Type': 'image/png' },
  });
};
