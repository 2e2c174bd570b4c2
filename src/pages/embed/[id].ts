import type { APIRoute } from 'astro';
import { embedAnswer } from '../../components/embed/embed-answer.ts';

/** An object as a card for a frame on another site, without scripts. */
export const GET: APIRoute = (context) => embedAnswer(context, 'card');
