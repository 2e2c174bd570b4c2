import type { APIRoute } from 'astro';
import { cardAnswer, noRelease } from '../../components/documents/file-answers.ts';
import { cardText } from '../../components/object/card-text.ts';

/** The share card of an object. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  const page = /^[1-9]\d{0,8}$/.test(id) ? await release.object(Number(id)) : null;
  return cardAnswer(page && cardText(page.record, release.generated_at));
};
