import { z } from '@hono/zod-openapi';
import { feedTokenPattern } from '../../accounts/feeds/feed-store.ts';
import { required, text } from '../../http/api/parameter.ts';
import type { Operation } from '../../http/api/route.ts';
import { forms } from '../../schema/release/public-route.ts';
import { omitted } from '../sky/http/many-passes.ts';
import { pass, passForms } from '../sky/http/pass-record.ts';
import { factFields } from '../sky/http/sky-elements.ts';

/** The formats of a feed: the ending of its address, and the media type. */
export const feedForms = { ...passForms, atom: forms.atom } as const;
export type FeedForm = keyof typeof feedForms;

const feedPass = pass
  .extend({
    id: z
      .string()
      .describe('Id of the pass: object, revolution, and location. It stays when newer elements move the pass'),
    norad_cat_id: z.int().describe('Catalog number'),
    name: z.string().describe('Name of the object'),
    ...factFields,
  })
  .openapi('FeedPass');

const answer = z
  .object({
    data: z.array(feedPass).describe('In order of time; the first ones may be over by up to an hour'),
    meta: z
      .object({
        name: z.string().describe('Name of the feed'),
        from: z.string().describe('Start of the window (ISO 8601, UTC): the hour'),
        to: z.string().describe('End of the window (ISO 8601, UTC)'),
        objects: z.int().describe('Number of objects that were searched'),
        omitted: z.array(omitted).describe('Objects without a position in this window'),
        release: z.string().describe('Id of the release'),
      })
      .describe('The scope of the feed'),
  })
  .openapi('Feed');

const tokenExample = 'ow_feed0000000000000000000000000000000000000000';

/** The only operation of feeds in the API's description: it has a path for each format. */
export const feedOperation: Operation = {
  id: 'getFeed',
  path: '/feeds/{token}.{format}',
  tag: 'Feeds',
  summary: 'Get a feed of passes',
  description:
    'Passes of the objects of a feed over its location, as iCalendar (`.ics`), JSON, CSV, or Atom. The token in the address stands for a key: signed-in users create and revoke feeds at `/account/feeds`, and requests count against their account. A response is the same for an hour, unless a release is published. Computing it costs as much as a request for `/api/v1/passes` of the same objects, once for each format, hour, and release (and server process); other requests cost one. The calendar and the Atom feed describe the objects that were searched, and those without a position, as `meta` does in JSON. An address that is unknown or was revoked gives 404.',
  access: 'public',
  params: {
    token: required(text('The token of the feed', feedTokenPattern, 'the token of a feed', tokenExample)),
    format: required(text('The form of the answer', /^(?:ics|json|csv|atom)$/, 'ics, json, csv, or atom', 'json')),
  },
  query: {},
  responses: [
    { type: feedForms.json, schema: answer },
    { type: feedForms.ics, schema: z.string() },
    { type: feedForms.csv, schema: z.string() },
    { type: feedForms.atom, schema: z.string() },
  ],
  errors: ['not_found', 'account_suspended', 'auth_misconfigured'],
};
