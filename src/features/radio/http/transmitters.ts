import { z } from '@hono/zod-openapi';
import { codes, patterned, texts } from '../../../http/api/lists/comma-list.ts';
import { textsOf } from '../../../http/api/lists/release-values.ts';
import { dataOf, listOfRecords, listResponse, pageMeta, paging } from '../../../http/api/paging.ts';
import {
  badValue,
  boolean,
  enumOf,
  format,
  hertz,
  optional,
  parameter,
  type Values,
} from '../../../http/api/parameter.ts';
import { named, responseForms, route } from '../../../http/api/route.ts';
import { byNumber, noSatellite } from '../../../http/api/satellites.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { json } from '../../../http/respond.ts';
import { writeTrsp } from '../../../orbit/observation/trsp.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { TransmitterFilter } from '../../../query/transmitters.ts';
import { type FrequencyRange, frequencyPattern, frequencyRange } from '../../../schema/frequency-text.ts';
import {
  MAX_HZ,
  radioBands,
  radioServices,
  transmitter as transmitterRecord,
  transmitterTypes,
} from '../../../schema/objects/transmitter.ts';
import { termsLines, transmitterTerms } from '../../../schema/objects/transmitter-data.ts';
import { licensedAs } from '../../../schema/release/public-route.ts';

/** The filter by purpose of lists of transmitters and of passes. */
const purpose = texts(
  'Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology',
  'Meteorology',
);

/** Common names of purposes, with the catalog's own name of each. */
const purposeAliases: Readonly<Record<string, string>> = { weather: 'Meteorology' };

/** The catalog numbers of the objects with given purposes, in order. Throws 400 for an empty one. */
async function objectsOfPurpose(catalog: Catalog, given: string): Promise<Int32Array> {
  const wanted = given
    .split(',')
    .map((text) => purposeAliases[text.trim().toLowerCase()] ?? text)
    .join(',');
  const columns = await Promise.all([catalog.values('purpose'), catalog.values('detailed_purpose')]);
  return catalog.withPurpose(columns.flatMap((values) => textsOf('purpose', values, wanted)));
}

/** The forms of the transmitters of one object: `?format=` and media types, the default first. */
const forms = { json, trsp: 'text/plain; charset=utf-8' } as const;

const record = named(transmitterRecord, 'Transmitter');

const meta = pageMeta
  .extend({
    license: z.string().describe('License of the list'),
    attribution: z.string().describe('Attribution to give if you use it'),
  })
  .openapi('TransmitterListMeta');
const schema = listOfRecords(record).extend({ meta });

/** Filters of transmitter lists, shared by the API and the website. */
export const transmitterFilters = {
  frequency: optional(
    parameter<string, FrequencyRange>(
      z.string(),
      z.string().max(40).regex(frequencyPattern),
      {
        meaning:
          'Only those with a downlink or uplink at this frequency, in MHz or with a unit (everything that rounds to it, and at least the range of the Doppler shift), or in a range of two frequencies separated by a dash',
        spelling: 'a frequency such as 145.8, 145.800 MHz, 2.2875 GHz or 435.6-435.7',
        example: '145.8',
      },
      (text) => frequencyRange(text) ?? undefined,
    ),
  ),
  frequency_hz: hertz(
    'The same in Hz: only those with a downlink or uplink at this frequency, or within the Doppler shift of it',
    145_800_000,
  ),
  min_hz: hertz('Only those with a downlink or uplink at this frequency or above, Hz', 145_800_000),
  max_hz: hertz('Only those with a downlink or uplink at this frequency or below, Hz', 146_000_000),
  band: enumOf(
    'Only those with a downlink or uplink in this band (IEEE 521: UHF is 300 to 1,000 MHz)',
    Object.keys(radioBands),
    'VHF',
  ),
  mode: patterned(
    'Only these modes of the downlink or uplink, as SatNOGS DB writes them',
    /^[A-Za-z0-9][A-Za-z0-9 ./+_-]{0,49}$/,
    'a mode such as FM; several separated by commas',
    'FM',
  ),
  service: codes('Only these radio services', radioServices, 'Amateur'),
  purpose,
  type: codes('Only transmitters of these types', transmitterTypes, 'TRANSPONDER'),
  alive: boolean('Only those that SatNOGS DB lists as in use (`true`), or as no longer in use (`false`)'),
  audible: boolean(
    'Only those that SatNOGS DB lists as in use and whose object is in orbit by the catalog (`true`), or the others (`false`). With `true`, frequencies and modes are those of the downlink',
  ),
};

export const transmitters = route(
  {
    id: 'listTransmitters',
    path: '/api/v1/transmitters',
    tag: 'Radio',
    summary: 'List transmitters',
    description:
      'Transmitters from SatNOGS DB, by downlink frequency. For objects without a catalog number, `norad_cat_id` is null, and `satnogs_id` and `object_name` identify the object. `frequency`, `min_hz`, `max_hz`, and `band` match transmitters whose downlink or uplink has a frequency that satisfies all of them. Different filters must all match. `audible` is true for a transmitter that SatNOGS DB lists as in use while its object is in orbit by the catalog, not after a reentry. `purpose` leaves out transmitters of objects without a catalog number. The list is under CC BY-SA 4.0, as stated in `X-Service-License`, `meta.license`, and `meta.attribution`.',
    access: 'keyed',
    params: {},
    query: { ...transmitterFilters, ...paging },
    responses: responseForms({ json }, schema),
    errors: [],
  },
  async (request) => {
    const { limit, offset, ...query } = request.query;
    const { catalog } = request.from;
    const { texts, total } = await catalog.transmitters.list(await filterOf(catalog, query), { limit, offset });
    return listResponse(request, total, dataOf(texts), { terms: transmitterTerms });
  },
);

/** The transmitters that a query selects. Throws 400 if its highest frequency is below its lowest, or if its purpose is empty. */
export async function filterOf(
  catalog: Catalog,
  query: Partial<Values<typeof transmitterFilters>>,
): Promise<TransmitterFilter> {
  const { min_hz, max_hz, band, frequency, frequency_hz, mode, service, type, alive, audible } = query;
  if (min_hz !== undefined && max_hz !== undefined && min_hz > max_hz)
    throw badValue('max_hz', [`${min_hz}..${MAX_HZ}`], 'max_hz is lower than min_hz.');
  const ranges = [
    ...(min_hz === undefined && max_hz === undefined ? [] : [{ from: min_hz ?? 1, to: max_hz ?? MAX_HZ }]),
    ...(band === undefined ? [] : [{ from: radioBands[band]![0], to: radioBands[band]![1] - 1 }]),
    ...(frequency === undefined ? [] : [frequency]),
    ...(frequency_hz === undefined ? [] : [frequencyRange(`${frequency_hz} Hz`) ?? { from: frequency_hz, to: MAX_HZ }]),
  ];
  const of = query.purpose === undefined ? undefined : await objectsOfPurpose(catalog, query.purpose);
  return { of, range: common(ranges), modes: mode, services: service, types: type, alive, audible };
}

/** The intersection of all ranges; undefined if there are no ranges. If it is empty, its end is below its start. */
const common = (ranges: readonly FrequencyRange[]): FrequencyRange | undefined =>
  ranges.length === 0
    ? undefined
    : { from: Math.max(...ranges.map(({ from }) => from)), to: Math.min(...ranges.map(({ to }) => to)) };

export const satelliteTransmitters = route(
  {
    id: 'listSatelliteTransmitters',
    path: '/api/v1/satellites/{norad_cat_id}/transmitters',
    tag: 'Radio',
    summary: 'List the transmitters of an object',
    description:
      'The transmitters of an object from SatNOGS DB, by downlink frequency; empty if there are none. `format=trsp` returns all transmitters in use as a file for gpredict. The list is under CC BY-SA 4.0, as stated in `X-Service-License`, `meta.license`, and `meta.attribution`.',
    access: 'keyed',
    params: byNumber,
    query: { ...paging, format: format(forms) },
    responses: responseForms(forms, schema),
    errors: ['not_found'],
  },
  async (request) => {
    const { norad_cat_id } = request.params;
    const { catalog } = request.from;
    const form = chooseForm(forms, request.query.format, request.context.request.headers);
    if (catalog.summary(norad_cat_id) === null) throw noSatellite(norad_cat_id);
    if (form === 'trsp') {
      const inUse = (await catalog.transmitters.of(norad_cat_id)).filter(({ alive }) => alive);
      return {
        type: forms.trsp,
        body: writeTrsp(inUse, termsLines(transmitterTerms)),
        headers: {
          ...licensedAs(transmitterTerms.license),
          'Content-Disposition': `attachment; filename="${norad_cat_id}.trsp"`,
        },
      };
    }
    const { limit, offset } = request.query;
    const { texts, total } = await catalog.transmitters.list({ norad_cat_id }, { limit, offset });
    return listResponse(request, total, dataOf(texts), { terms: transmitterTerms });
  },
);

/** Filters of passes by object and transmitter. One transmitter must match all filters about transmitters. */
export const radioParameters = {
  mode: transmitterFilters.mode,
  band: transmitterFilters.band,
  frequency: transmitterFilters.frequency,
  audible: boolean(
    'Only objects with a transmitter that SatNOGS DB lists as in use, and in orbit by the catalog (`true`), or with another one (`false`). With `true`, `mode`, `band`, and `frequency` are those of its downlink',
  ),
  purpose,
};

/** The catalog numbers of the objects that a query selects by purpose and transmitter, in order; null if it selects by neither. */
export async function radioObjects(
  catalog: Catalog,
  query: Partial<Values<typeof radioParameters>>,
): Promise<readonly number[] | null> {
  const { purpose: given, ...radio } = query;
  if (Object.values(radio).some((value) => value !== undefined))
    return [...(await catalog.transmitters.objects(await filterOf(catalog, query)))];
  return given === undefined ? null : [...(await objectsOfPurpose(catalog, given))];
}
