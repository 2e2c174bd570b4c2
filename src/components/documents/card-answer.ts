import { type CardText, shareCard } from '../../card/card.ts';

/** A share card, the picture that other sites show beside a link; 404 without its subject. */
export const cardAnswer = (text: CardText | null): Response =>
  text === null
    ? new Response(null, { status: 404 })
    : new Response(shareCard(text), { headers: { 'Content-Type': 'image/png' } });
