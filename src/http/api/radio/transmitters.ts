import { z } from '@hono/zod-openapi';
import { writeTrsp } from '../../../orbit/observation/trsp.ts';
import { licensedAs } from '../../../schema/public-route.ts';
import {
  MAX_HZ,
  radioBands,
  radioServices,
  transmitter as transmitterRecord,
  transmitterTypes,
} from '../../../schema/transmitter.ts';
import { transmitterTerms } from '../../../schema/transmitter-data.ts';
import { chooseForm } from '../../negotiate.ts';
import { json } from '../../respond.ts';
import { codes, patterned } from '../lists/comma-list.ts';
import { dataOf, listAnswer, listOfRecords, pageMeta, paging } from '../paging.ts';
import { badValue, flag, format, oneOf } from '../parameter.ts';
import { named, route } from '../route.ts';
import { byNumber, noSatellite } from '../satellites.ts';
import { hertz } from './hertz.ts';

/** The forms of the transmitters of one object: `?format=` and media types, the default first. */
const forms = { json, trsp: 'text/plain; charset=utf-8' } as const;

const record = named(transmitterRecord, 'Transmitter');

const meta = pageMeta
  .extend({
    license: z.string().openapi({ description: 'License of the list' }),
    attribution: z.string().openapi({ description: 'What to cite where it is used' }),
  })
  .openapi('TransmitterListMeta');
const schema = listOfRecords(record).extend({ meta });

const filters = {
  min_hz: hertz('Only those with a downlink or uplink at this frequency or above, Hz', 145_800_000),
  max_hz: hertz('Only those with a downlink or uplink at this frequency or below, Hz', 146_000_000),
  band: oneOf(
    'Only those with a downlink or uplink in this band (IEEE 521: UHF is 300 to 1,000 MHz)',
    Object.keys(radioBands),
    'VHF',
  ),
  mode: patterned(
    'Only these modes of the downlink or uplink, as SatNOGS DB writes them',
    /^[A-Za-z0-9][A-Za-z0-9 ./+_-]{0,49}$/,
    'a mode such as FM; several with commas between',
    'FM',
  ),
  service: codes('Only these radio services', radioServices, 'Amateur'),
  type: codes('Only transmitters of these types', transmitterTypes, 'TRANSPONDER'),
  alive: flag('Only those that SatNOGS DB lists as in use (`true`), or as no longer in use (`false`)'),
};

export const transmitters = route(
  {
    id: 'listTransmitters',
    path: '/api/v1/transmitters',
    tag: 'Radio',
    summary: 'List transmitters',
    description:
      'Transmitters of cataloged objects from SatNOGS DB, by frequency of the downlink. `min_hz`, `max_hz` and `band` leave those whose downlink or uplink has a frequency within all of them. Filters combine with AND. The list is under CC BY-SA 4.0: `X-Service-License`, `meta.license` and `meta.attribution` state it.',
    access: 'keyed',
    params: {},
    query: { ...filters, ...paging },
    answers: [{ type: json, schema }],
    errors: [],
  },
  async (asked) => {
    const { min_hz, max_hz, band, mode, service, type, alive, limit, offset } = asked.query;
    if (min_hz !== undefined && max_hz !== undefined && min_hz > max_hz)
      throw badValue('max_hz', [`${min_hz}..${MAX_HZ}`], 'max_hz is lower than min_hz.');
    const { texts, total } = await asked.from.catalog.transmitters.list(
      { range: rangeOf(min_hz, max_hz, band), modes: mode, services: service, types: type, alive },
      { limit, offset },
    );
    return listAnswer(asked, total, dataOf(texts), { terms: transmitterTerms });
  },
);

/** The frequencies that all three leave; undefined where none is given. One that is empty has its end before its beginning. */
function rangeOf(min: number | undefined, max: number | undefined, band: string | undefined) {
  if (min === undefined && max === undefined && band === undefined) return undefined;
  const [from, to] = band === undefined ? [1, MAX_HZ + 1] : radioBands[band]!;
  return { from: Math.max(min ?? 1, from), to: Math.min(max ?? MAX_HZ, to - 1) };
}

export const satelliteTransmitters = route(
  {
    id: 'listSatelliteTransmitters',
    path: '/api/v1/satellites/{norad_cat_id}/transmitters',
    tag: 'Radio',
    summary: 'List the transmitters of an object',
    description:
      'Its transmitters from SatNOGS DB, by frequency of the downlink; empty where SatNOGS DB has none. With `format=trsp` those in use, all of them, as the file that gpredict reads. The list is under CC BY-SA 4.0: `X-Service-License`, `meta.license` and `meta.attribution` state it.',
    access: 'keyed',
    params: byNumber,
    query: { ...paging, format: format(forms) },
    answers: [
      { type: forms.json, schema },
      { type: forms.trsp, schema: z.string(), text: true },
    ],
    errors: ['not_found'],
  },
  async (asked) => {
    const { norad_cat_id } = asked.params;
    const { catalog } = asked.from;
    const form = chooseForm(forms, asked.query.format, asked.context.request.headers);
    if (catalog.summary(norad_cat_id) === null) throw noSatellite(norad_cat_id);
    if (form === 'trsp') {
      const inUse = (await catalog.transmitters.of(norad_cat_id)).filter(({ alive }) => alive);
      return {
        type: forms.trsp,
        body: writeTrsp(inUse, [transmitterTerms.attribution]),
        negotiated: true,
        headers: {
          ...licensedAs(transmitterTerms.license),
          'Content-Disposition': `attachment; filename="${norad_cat_id}.trsp"`,
        },
      };
    }
    const { limit, offset } = asked.query;
    const { texts, total } = await catalog.transmitters.list({ norad_cat_id }, { limit, offset });
    return { ...listAnswer(asked, total, dataOf(texts), { terms: transmitterTerms }), negotiated: true };
  },
);
