import type { APIRoute } from 'astro';
import { embedAnswer } from '../../components/embed/embed-answer.ts';

/** The status of an object as a badge. */
export const GET: APIRoute = (context) => embedAnswer(context, 'badge');
