import { embedRoute } from '../../features/embed/embed-answer.ts';

/** The status of an object as a badge. */
export const GET = embedRoute('badge');
