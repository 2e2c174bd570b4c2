import { isSecret, newSecret, secretLength } from '../keys/key.ts';

/** It begins as a key does, so that whatever hides keys in logs hides tokens too; it is longer, so no token is ever a key. */
const prefix = 'ow_feed';

/** A new token: the secret part of the address of a feed. */
export const newFeedToken = (): string => newSecret(prefix);

/** True if a text has the format and the checksum of a feed token. The token may be revoked or unknown. */
export const isFeedToken = (text: string): boolean => isSecret(text, prefix);

/** The part of a token shown afterwards to identify it. */
export const feedHint = (token: string): string => `${token.slice(0, prefix.length + 4)}…`;

/** The format of a token, for the description of the API. */
export const feedTokenPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength}}$`);
