import type { APIRoute } from 'astro';
import { cardAnswer, noRelease } from '../../components/documents/file-answers.ts';
import { cardText } from '../../components/object/card-text.ts';
import { catalogNumber } from '../../components/object/object-addresses.ts';

/** The share card of an object. */
export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { release } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  const number = await catalogNumber(release, id);
  if (number !== null && id !== String(number)) return redirect(`/satellites/${number}.png`, 301);
  const page = number === null ? null : await release.object(number);
  return cardAnswer(page && cardText(page.record, release.generated_at));
};
