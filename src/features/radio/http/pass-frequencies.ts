import { z } from '@hono/zod-openapi';
import { badValue, decimal, hertz, text } from '../../../http/api/parameter.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import { frequencyPair, type RadioLink, wholeFrequencies } from '../../../orbit/observation/doppler.ts';
import type { Pass, PassMoment, PassSearch } from '../../../orbit/observation/passes.ts';
import { Observer, Satellite } from '../../../orbit/observer.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { Transmitter } from '../../../schema/objects/transmitter.ts';
import { transmitterTerms } from '../../../schema/objects/transmitter-data.ts';
import { timeOf } from '../../sky/http/pass-record.ts';
import type { Positionable } from '../../sky/http/sky-elements.ts';

/** Maximum number of frequencies of all passes of a response, besides those at rise, highest point and set. */
const MAX_ROWS = 10_000;
const DEFAULT_STEP_S = 60;

/** The parameters of frequencies. The last two require a transmitter. */
export const frequencyParameters = {
  transmitter: text(
    'The `uuid` of a transmitter of the object: adds `frequency` to each pass, with the frequencies to receive and transmit',
    /^[0-9A-Za-z]{22}$/,
    'the uuid of a transmitter of the object, 22 letters and digits',
    // A transmitter of the ISS in the sample.
    'SMPLtransmitter0000001',
  ),
  step_s: decimal('With `transmitter`: seconds between the frequencies of a pass. Default: 60', 1, 3600, 60),
  downlink_hz: hertz(
    'With `transmitter`: the frequency in the passband of a transponder, as the satellite sends it, Hz. Default: the middle',
    437_800_000,
  ),
};

const hertzOrNull = (meaning: string) => z.int().nullable().describe(meaning);
const moment = z
  .object({
    at: z.string().describe('Time (ISO 8601, UTC, to 0.1 s)'),
    azimuth_deg: z.number().describe('Azimuth, degrees from north through east'),
    elevation_deg: z.number().describe('Elevation, degrees'),
    range_rate_km_s: z.number().describe('Range rate, km/s; positive if the object recedes'),
    downlink_hz: hertzOrNull('Frequency to listen at, Hz; null if the transmitter has no downlink'),
    uplink_hz: hertzOrNull('Frequency to send at, Hz; null if the transmitter has no uplink'),
  })
  .openapi('TunedMoment');

/** `frequency` of a pass. */
export const passFrequency = z
  .object({
    rise: moment,
    culmination: moment,
    set: moment,
    steps: z.array(moment).describe('From the rise on, every `step_s` until the set'),
  })
  .openapi('PassFrequency');

/** The transmitter of a response's frequencies. */
export const tunedTransmitter = z
  .object({
    uuid: z.string().describe('Id in SatNOGS DB'),
    description: z.string().nullable().describe('Description'),
    mode: z.string().nullable().describe('Modulation or protocol of the downlink'),
    alive: z.boolean().describe('Whether SatNOGS DB lists it as in use'),
    inverting: z.boolean().describe('Whether it is an inverting transponder'),
    downlink_hz: hertzOrNull('Frequency that the satellite transmits, without drift and Doppler shift, Hz'),
    uplink_hz: hertzOrNull('Frequency that the satellite receives, without drift and Doppler shift, Hz'),
    license: z.string().describe('License of the frequencies'),
    attribution: z.string().describe('Attribution to give if you use them'),
  })
  .openapi('TunedTransmitter');

export interface Tuning {
  readonly transmitter: Transmitter;
  readonly downlink_hz: number | null;
  readonly uplink_hz: number | null;
  readonly stepMs: number;
}

interface TuningQuery {
  readonly transmitter?: string | undefined;
  readonly step_s?: number | undefined;
  readonly downlink_hz?: number | undefined;
}

/**
 * The transmitter and frequency of a query; null if it names no transmitter. Throws 400 if the object does not have that
 * transmitter, or the transmitter does not have that frequency.
 */
export async function tuningOf(catalog: Catalog, id: number, query: TuningQuery): Promise<Tuning | null> {
  const { transmitter: uuid, step_s, downlink_hz } = query;
  if (uuid === undefined) {
    const alone = (['step_s', 'downlink_hz'] as const).find((name) => query[name] !== undefined);
    if (alone) throw badValue(alone, ['with transmitter'], `${alone} needs transmitter too.`);
    return null;
  }
  const all = await catalog.transmitters.of(id);
  const transmitter = all.find((one) => one.uuid === uuid);
  if (!transmitter)
    throw badValue(
      'transmitter',
      all.map((one) => one.uuid),
      `Object ${id} has no transmitter ${uuid}${all.length === 0 ? ', and no other one' : ''}: /api/v1/satellites/${id}/transmitters lists what it has.`,
    );
  return { transmitter, ...pairOf(transmitter, downlink_hz), stepMs: (step_s ?? DEFAULT_STEP_S) * 1000 };
}

function pairOf(transmitter: Transmitter, chosen: number | undefined) {
  try {
    return frequencyPair(transmitter, chosen);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { downlink_low_hz: low, downlink_high_hz: high } = transmitter;
    throw badValue(
      'downlink_hz',
      low === null ? [] : [high === null ? String(low) : `${low}..${high}`],
      low === null ? 'This transmitter has no downlink.' : 'This transmitter does not send at that frequency.',
    );
  }
}

/** Number of rows that the frequencies of passes take. Throws 400 with a step that would fit if they are too many. */
export function frequencyRows(passes: readonly Pass[], { stepMs }: Tuning): number {
  const rows = passes.reduce((sum, { rise, set }) => sum + 3 + Math.floor((set.at - rise.at) / stepMs) + 1, 0);
  if (rows <= MAX_ROWS) return rows;
  const seconds = passes.reduce((sum, { rise, set }) => sum + (set.at - rise.at) / 1000, 0);
  const fits = Math.ceil(seconds / (MAX_ROWS - 5 * passes.length));
  throw badValue(
    'step_s',
    [`${fits} or more for this window`],
    `The passes of this window have ${rows} rows of frequencies; one request has ${MAX_ROWS} at most. Use step_s=${fits}, or a shorter window.`,
  );
}

/** `transmitter` of a response. */
export const transmitterRecord = ({ transmitter, downlink_hz, uplink_hz }: Tuning) => ({
  uuid: transmitter.uuid,
  description: transmitter.description,
  mode: transmitter.mode,
  alive: transmitter.alive,
  inverting: transmitter.inverting,
  downlink_hz: whole(downlink_hz),
  uplink_hz: whole(uplink_hz),
  license: transmitterTerms.license,
  attribution: transmitterTerms.attribution,
});

/** Returns the function that computes `frequency` of the passes of an object. */
export function frequenciesOf({ elements, limits }: Positionable, { observer }: PassSearch, tuning: Tuning) {
  const [satellite, here] = [new Satellite(elements, limits), new Observer(observer)];
  const tuned = (one: PassMoment) => tunedMoment(one, tuning, tuning.transmitter);
  return ({ rise, culmination, set }: Pass) => {
    const steps: ReturnType<typeof tuned>[] = [];
    for (let at = rise.at; at <= set.at; at += tuning.stepMs)
      steps.push(tuned({ at, ...here.lookAngles(satellite.itrf(at)) }));
    return { rise: tuned(rise), culmination: tuned(culmination), set: tuned(set), steps };
  };
}

function tunedMoment(
  { at, azimuth_deg, elevation_deg, range_rate_km_s }: PassMoment,
  pair: Pick<Tuning, 'downlink_hz' | 'uplink_hz'>,
  link: RadioLink,
) {
  return {
    at: timeOf(at),
    azimuth_deg: roundedTurn(azimuth_deg, 2),
    elevation_deg: rounded(elevation_deg, 2),
    range_rate_km_s: rounded(range_rate_km_s, 6),
    ...wholeFrequencies(pair, link, range_rate_km_s),
  };
}

const whole = (hz: number | null) => hz && Math.round(hz);
