import { hash, randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for each other. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 24 characters of 31 are 118 bits, which need no slow hash (ASVS 5.0, 6.5.2: 112). */
const LENGTH = 24;
const GROUP = 4;
const RECOVERY_CODES = 10;

/** New recovery codes, such as `abcd-efgh-…`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: LENGTH },
      (_, at) => (at > 0 && at % GROUP === 0 ? '-' : '') + characters[randomInt(characters.length)],
    ).join(''),
  );

/** The stored hash of a code, however it is typed. */
export const recoveryHash = (code: string): string => hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''));
