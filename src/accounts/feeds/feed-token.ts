import { isSecret, newSecret, secretLength } from '../keys/key.ts';

/** It begins as a key does, so that whatever hides keys in logs hides tokens too; it is longer, so no token is ever a key. */
const prefix = 'ow_feed';

/** A new token: the secret part of the address of a feed. */
export const newFeedToken = (): string => newSecret(prefix);

/** Whether a text can be a token: checks its format and checksum. */
export const isFeedToken = (text: string): boolean => isSecret(text, prefix);

/** The part of a token shown afterwards to identify it. */
export const feedHint = (token: string): string => `${token.slice(0, prefix.length + 4)}…`;

/** The format of a token, for the description of the API. */
export const feedTokenPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength}}$`);
