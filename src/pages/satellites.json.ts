import type { APIRoute } from 'astro';
import { exportAnswer } from '../components/export-answer.ts';

/** What `/satellites` shows for the same query, all pages of it, as JSON. */
export const GET: APIRoute = (context) => exportAnswer(context, 'json');
