import { z } from '@hono/zod-openapi';
import { NotArchived } from '../../query/past-catalog.ts';
import { stats as record } from '../../schema/statistics/stats.ts';
import { json } from '../respond.ts';
import { asOfParameter, notKept } from './archive/as-of.ts';
import { named, responseForms, route } from './route.ts';

const answered = record.extend({
  releases: z
    .object({
      current: z.string().describe('The release of this response'),
      generated_at: z.iso.datetime().describe('When it was made (UTC)'),
      previous: z.string().nullable().describe('Id of the release before it; null for the first'),
    })
    .describe('The release, and the one before it'),
});

export const stats = route(
  {
    id: 'getStats',
    path: '/api/v1/stats',
    tag: 'Catalog',
    summary: 'Get statistics',
    description:
      'Objects by class, status, orbit class, country, and decade of launch; the number of objects with elements and the age of those; and, for each field, the number of objects with a value and its confidence.',
    access: 'keyed',
    params: {},
    query: { as_of: asOfParameter },
    fromArchive: 'catalog',
    responses: responseForms({ json }, z.object({ data: named(answered, 'Stats') })),
    errors: [],
  },
  async ({ from, asOf }) => {
    const { id, generated_at, previous } = from.release.manifest;
    const releases = JSON.stringify({ current: id, generated_at, previous });
    const text = await from.catalog.stats().catch((error: unknown) => {
      throw error instanceof NotArchived && asOf ? notKept(asOf) : error;
    });
    return { type: json, body: `{"data":${text.slice(0, -1)},"releases":${releases}}}\n` };
  },
);
