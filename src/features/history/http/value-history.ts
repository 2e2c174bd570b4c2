import { z } from '@hono/zod-openapi';
import { releaseTimes, untilNow } from '../../../http/api/archive/coverage.ts';
import { coveredMeta, listResponse, paging } from '../../../http/api/paging.ts';
import { enumOf } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber, noSatellite } from '../../../http/api/satellites.ts';
import { json } from '../../../http/respond.ts';
import { releaseCoverage } from '../../../orbit/coverage.ts';
import { columns } from '../../../schema/field.ts';
import { satellite } from '../../../schema/objects/satellite.ts';
import { sourceSlugs } from '../../../schema/release/source.ts';
import { confidences } from '../../../schema/vocabulary.ts';

const names = columns(satellite)
  .map(({ name }) => name)
  .filter((name) => name !== 'norad_cat_id' && name !== 'updated_at') as [string, ...string[]];

const value = z.unknown().nullable();
const change = z
  .object({
    release: z.string().describe('The release that has the new value'),
    at: z.iso.datetime().describe('When it was made (UTC)'),
    field: z.string().describe('The field of the record'),
    before: value.describe('Value in the previous release; null if it had none'),
    after: value.describe('New value; null if it no longer has one'),
    confidence_before: z.enum(confidences).nullable().describe('The confidence of the value before'),
    confidence_after: z.enum(confidences).nullable().describe('The confidence of the value after'),
    sources: z.array(z.enum(sourceSlugs)).describe('Sources with data for the field in the new release'),
    rolled_back: z.boolean().describe('Whether the release was rolled back; a later entry then has the current value'),
  })
  .openapi('ValueChange');

export const valueHistory = route(
  {
    id: 'listValueHistory',
    path: '/api/v1/satellites/{norad_cat_id}/history',
    tag: 'Satellites',
    summary: 'List changes of the values of an object',
    description:
      'Every change of a value, its confidence, or its sources between releases, newest first. `meta.coverage` begins with the first release, and has the gaps without a release. Values derived from elements are not included for objects that have elements: see its element sets.',
    access: 'keyed',
    params: byNumber,
    query: {
      field: enumOf('Only changes of this field', names, 'operational_status'),
      limit: paging.limit,
      offset: paging.offset,
    },
    responses: responseForms({ json }, z.object({ data: z.array(change).describe('Newest first'), meta: coveredMeta })),
    errors: ['not_found'],
  },
  async (request) => {
    const { context, from, params, query } = request;
    const id = params.norad_cat_id;
    const changes = await context.archive.changes(id, query.field);
    if (changes.length === 0 && from.catalog.summary(id) === null) throw noSatellite(id);
    const snapshots = (await context.archive.index())?.snapshots ?? [];
    const releases = new Map(snapshots.map((snapshot) => [snapshot.at, snapshot]));
    const data = changes.slice(query.offset, query.offset + query.limit).map((one) => {
      const snapshot = releases.get(one.at);
      return JSON.stringify({
        release: snapshot?.release ?? null,
        at: one.at,
        field: one.field,
        before: one.before === null ? null : JSON.parse(one.before),
        after: one.after === null ? null : JSON.parse(one.after),
        confidence_before: one.confidence_before,
        confidence_after: one.confidence_after,
        sources: one.sources ? one.sources.split(',') : [],
        rolled_back: snapshot?.rolled_back_at !== undefined,
      });
    });
    const times = await releaseTimes(context.archive, from.release.manifest.generated_at, true);
    const coverage = releaseCoverage(times, { from: times[0]!, to: untilNow(context.now) });
    return listResponse(request, changes.length, `{"data":[${data.join(',')}]}`, { pinned: false, coverage });
  },
);
