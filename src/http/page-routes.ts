import type { AddressLimit } from './middleware/address-limit.ts';
import type { ServedRoute } from './served-route.ts';

/** Facts about the pages, feeds and files at some paths of the website. Astro defines the pages themselves. */
export interface PageFacts extends Pick<ServedRoute, 'paths'> {
  readonly kind: 'page' | 'feed' | 'file';
  /** Depends on the current time: never cached. */
  readonly momentary?: true;
  /** Streamed at the client's pace, and too large to be cached. */
  readonly streamed?: true;
  /** The page has a canonical URL, so that mirrors of the documentation are not indexed, too. */
  readonly canonical?: true;
  /** Examples on the page refer to a server on the reader's own machine, so their address is not replaced. */
  readonly isOfOwnServer?: true;
  readonly limit?: AddressLimit;
}

/** Names of files for programs; other names with an ending, such as scripts, are requested by pages. */
const file = ':file{.+\\.(?:json|csv|xml|tle|kvn)}';

/**
 * Pages by path, special ones first; the last one matches every other page. The limits are high enough for people;
 * crawlers should fetch a dataset instead.
 */
export const pages: readonly PageFacts[] = [
  { paths: ['/suggest'], kind: 'page', limit: { burst: 60, perSecond: 10, atOnce: 20 } },
  {
    paths: ['/satellites.csv', '/satellites.json'],
    kind: 'file',
    streamed: true,
    limit: { burst: 120, perSecond: 0.5, atOnce: 4 },
  },
  { paths: ['/status'], kind: 'page', momentary: true },
  // A new search of close approaches is published without a new release.
  { paths: ['/conjunctions.atom', '/conjunctions.json'], kind: 'file', momentary: true },
  { paths: ['/conjunctions', '/conjunctions/:id'], kind: 'page', momentary: true },
  { paths: ['/status.json'], kind: 'file', momentary: true },
  {
    paths: [
      '/:feed{.+\\.atom}',
      '/events.json',
      '/conflicts.json',
      '/satellites/:card{\\d+\\.png}',
      '/weeks/:card{[^/]+\\.png}',
      '/:list{(?:satellites|operators|groups|launches|reentries)}/:feed{[^/]+\\.json}',
    ],
    kind: 'feed',
  },
  { paths: ['/docs/self-host/*', '/docs/run/*'], kind: 'page', canonical: true, isOfOwnServer: true },
  { paths: ['/docs/*'], kind: 'page', canonical: true },
  { paths: [`/${file}`, '/NORAD/*', '/satcat/*', '/pub/*'], kind: 'file' },
  { paths: ['*'], kind: 'page' },
];
