import { omm } from '../../../http/api/omm.ts';
import { enumOf } from '../../../http/api/parameter.ts';
import { tle } from '../../../http/api/tle.ts';
import { recordOf } from '../../../http/pages/page-object.ts';
import { withZone } from '../../../schema/epoch-text.ts';
import { ageDays, factOf, timeOf } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';

export const getElements: Tool = {
  name: 'get_elements',
  title: 'Get the orbital elements of an object',
  description: describe({
    about:
      'The newest element set of an object, or the one that was current at `as_of`: as the keywords of a CCSDS OMM (`format: "omm"`, the default, every digit) or as the two lines of a TLE (`format: "tle"`). Mean elements for SGP4, in TEME, UTC; do not propagate them by hand, use find_passes or list_above. Returns epoch, age, source, and confidence, and a `stale_warning` if the elements are older than three days.',
    from: 'elements',
    errors: ['not_found', 'no_elements', 'tle_not_expressible'],
  }),
  input: inputOf(omm, ['norad_cat_id', 'as_of'], {
    format: enumOf('The format of the elements. Default: omm', ['omm', 'tle'], 'omm'),
  }),
  async respond({ norad_cat_id, as_of, format = 'omm' }, { api, context, releaseOf }) {
    const id = Number(norad_cat_id);
    const path = (format === 'tle' ? tle.path : omm.path).replace('{norad_cat_id}', String(id));
    const response = await api(path as `/api/v1/${string}`, { as_of, format: 'json' });
    const { data } = response.body as { data: Readonly<Record<string, unknown>> };
    const epoch = String(data.epoch ?? data.EPOCH);
    const at = timeOf(response, context.now);
    const record = recordOf((await releaseOf(response)).catalog, id);
    const fact = record && factOf(record, 'elements_epoch', at);
    // The record describes the newest set of its release; if the response has another one from the archive, its file is
    // in its history.
    const current = fact !== null && String(fact.value).startsWith(epoch.replace(/Z$/, ''));
    const archived = current ? null : await archivedSource(context.archive, id, epoch);
    const source = current ? fact.source : (archived?.split('/')[0] ?? null);
    return {
      response,
      data: {
        norad_cat_id: id,
        name: data.name ?? data.OBJECT_NAME,
        epoch,
        age_days: ageDays(epoch, at),
        source,
        source_record: archived,
        confidence: current ? fact.confidence : null,
        stale_warning: response.headers.get('X-Stale-Warning') ?? data.stale_warning ?? null,
        elements: data,
      },
      sources: source === null ? [] : [source],
    };
  },
};

type Archive = Parameters<Tool['respond']>[1]['context']['archive'];

/** The upstream file of an archived element set; null if it is not known. */
async function archivedSource(archive: Archive, id: number, epoch: string): Promise<string | null> {
  const time = Date.parse(withZone(epoch));
  const { sets } = await archive.elements(id, { from: time, to: time + 1, limit: 1, offset: 0 });
  return sets[0]?.source ?? null;
}
