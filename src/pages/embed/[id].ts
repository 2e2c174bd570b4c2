import { embedRoute } from '../../features/embed/embed-answer.ts';

/** An object as a card for a frame on another site, without scripts. */
export const GET = embedRoute('card');
