import { z } from 'zod';
import { field } from '../field.ts';
import { type PublisherSlug, publishers } from './publishers.ts';

/** Every source of a claim, most trusted first. `derived` is the service itself. */
export const sourceSlugs = [...publishers.map(({ slug }) => slug), 'derived'] as const;
export type SourceSlug = PublisherSlug | 'derived';

const text = (meaning: string, example: string) => field(z.string().min(1), meaning, example);
const count = (meaning: string, example: number) => field(z.int().nonnegative(), meaning, example);

/** A publisher whose files the release is built from, with its terms and how fresh it is. */
export const source = z.object({
  slug: field(z.enum(sourceSlugs), 'Its name in claims', 'gcat'),
  name: text('Its name', 'GCAT'),
  url: text('Its website', 'https://planet4589.org/space/gcat'),
  license: text('Terms of its data', 'CC-BY-4.0'),
  license_url: text('URL of these terms', 'https://creativecommons.org/licenses/by/4.0/'),
  attribution: text(
    'Attribution to give when using its data',
    'data from GCAT (J. McDowell, planet4589.org/space/gcat)',
  ),
  records: count('Rows read from it', 34119),
  claims: count('Claims extracted from them', 512000),
  fetched_at: field(z.iso.datetime().nullable(), 'When its newest file was fetched (UTC)', '2026-08-21T23:00:00Z'),
  snapshot_sha256: field(z.string().nullable(), 'Hash over the hashes of its files', 'a0c1…'),
  refresh: text('Update schedule', 'daily at 06:15 UTC'),
  next_refresh_at: field(z.iso.datetime().nullable(), 'Next scheduled update (UTC)', '2026-08-22T06:15:00Z'),
  status: field(z.enum(['fresh', 'stale', 'failed']), 'Whether its newest file is in this release', 'fresh'),
  problem: field(z.string().nullable(), 'Why it is not fresh; null if it is', null),
});
export type Source = z.infer<typeof source>;

/** Orbweaver itself, as the source of claims that it derives from others. */
export const ownSource = { slug: 'derived', name: 'Orbweaver', license: 'ODbL-1.0' } as const;
