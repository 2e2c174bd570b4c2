import { addressBlock } from '../limits/address.ts';

/** Where better-auth answers; the public API has /api to itself. */
export const authPath = '/account/auth';

/** Headers that only we set: where the visitor comes from, and where links in letters lead. */
export const addressHeader = 'x-orbweaver-address';
export const linksHeader = 'x-orbweaver-links';

/** The address as better-auth counts by; one that is none counts as unknown. */
export const countedAddress = (address: string): string => addressBlock(address).replace(/::\/64$/, '::1');
