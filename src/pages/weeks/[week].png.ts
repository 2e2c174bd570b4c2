import type { APIRoute } from 'astro';
import { cardAnswer, noRelease } from '../../components/documents/file-answers.ts';
import { weekCard } from '../../schema/changes/week-words.ts';

/** The share card of a week. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release } = locals.orbweaver;
  if (!release) return noRelease();
  const week = await release.week(params['week'] ?? '');
  return cardAnswer(week && weekCard(week, release.generated_at));
};
