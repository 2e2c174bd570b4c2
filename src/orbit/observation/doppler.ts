import type { Transmitter } from '../../schema/objects/transmitter.ts';

/** Speed of light, km/s. */
const LIGHT_KM_S = 299_792.458;

/** Fields that give a transmitter's frequencies (Hz, at the satellite) and the drift of its oscillators. */
export const linkNames = [
  'downlink_low_hz',
  'downlink_high_hz',
  'downlink_drift_ppb',
  'uplink_low_hz',
  'uplink_high_hz',
  'uplink_drift_ppb',
  'inverting',
] as const;
export type RadioLink = Pick<Transmitter, (typeof linkNames)[number]>;

/** A downlink frequency and the uplink frequency that is relayed to it, Hz; null if the transmitter has no such link. */
export interface FrequencyPair {
  readonly downlink_hz: number | null;
  readonly uplink_hz: number | null;
}

/** The frequency at which the ground receives a transmission, Hz; the range rate is positive if the satellite recedes. */
export const receivedFrequency = (sent_hz: number, range_rate_km_s: number): number =>
  sent_hz * (1 - range_rate_km_s / LIGHT_KM_S);

/** The frequency to send from the ground so that the satellite receives a given one, Hz. */
export const uplinkFrequency = (heard_hz: number, range_rate_km_s: number): number =>
  heard_hz / (1 - range_rate_km_s / LIGHT_KM_S);

/**
 * The nominal frequencies at one place in the passband: at a frequency of the downlink (Hz, as the satellite sends it),
 * or in its middle. A transponder shifts its band as a whole, so the middle of the uplink corresponds to the middle of
 * the downlink; an inverting one reverses it. Throws RangeError if the frequency is outside of the downlink, or if its
 * uplink frequency is outside of the uplink.
 */
export function frequencyPair(link: RadioLink, chosen_hz?: number): FrequencyPair {
  const downlink = bandOf(link.downlink_low_hz, link.downlink_high_hz);
  const uplink = bandOf(link.uplink_low_hz, link.uplink_high_hz);
  if (!downlink || (chosen_hz !== undefined && !within(downlink, chosen_hz))) {
    if (chosen_hz !== undefined) throw new RangeError('outside of the downlink band');
    return { downlink_hz: null, uplink_hz: uplink && middle(uplink) };
  }
  const sent = chosen_hz ?? middle(downlink);
  if (!uplink) return { downlink_hz: sent, uplink_hz: null };
  const offset = sent - middle(downlink);
  // A receiver with a single uplink frequency receives only that one, whatever the downlink frequency.
  const heard = uplink[0] === uplink[1] ? uplink[0] : middle(uplink) + (link.inverting ? -offset : offset);
  if (!within(uplink, heard)) throw new RangeError('outside of the uplink band');
  return { downlink_hz: sent, uplink_hz: heard };
}

/**
 * The frequencies to listen and send at on the ground for a pair of nominal ones: both corrected by first-order
 * Doppler, with a remaining error of 0.2 Hz at 435 MHz and 4 Hz at 10 GHz, and by the measured drift of the satellite's
 * oscillators.
 */
export function contactFrequencies(
  { downlink_hz, uplink_hz }: FrequencyPair,
  { downlink_drift_ppb, uplink_drift_ppb }: Pick<RadioLink, 'downlink_drift_ppb' | 'uplink_drift_ppb'>,
  range_rate_km_s: number,
): FrequencyPair {
  return {
    downlink_hz: downlink_hz && receivedFrequency(drifted(downlink_hz, downlink_drift_ppb), range_rate_km_s),
    uplink_hz: uplink_hz && uplinkFrequency(drifted(uplink_hz, uplink_drift_ppb), range_rate_km_s),
  };
}

/** `145.8036`: MHz to 100 Hz, the precision to which a receiver is tuned. */
export const megahertz = (hertz: number) => (hertz / 1e6).toFixed(4);

/** The frequencies to listen and send at, in whole hertz, by the moments of a pass. */
export type PassFrequencies = Readonly<Record<'rise' | 'culmination' | 'set', FrequencyPair>>;

type Moving = { readonly range_rate_km_s: number };

/** The frequencies of a pass at one place in the passband of a transmitter: in its middle if no pair is given. */
export function passFrequencies(
  link: RadioLink,
  { rise, culmination, set }: Readonly<Record<keyof PassFrequencies, Moving>>,
  pair = frequencyPair(link),
): PassFrequencies {
  const at = ({ range_rate_km_s }: Moving) => wholeFrequencies(pair, link, range_rate_km_s);
  return { rise: at(rise), culmination: at(culmination), set: at(set) };
}

/** `contactFrequencies` in whole hertz. */
export function wholeFrequencies(...of: Parameters<typeof contactFrequencies>): FrequencyPair {
  const { downlink_hz, uplink_hz } = contactFrequencies(...of);
  return { downlink_hz: downlink_hz && Math.round(downlink_hz), uplink_hz: uplink_hz && Math.round(uplink_hz) };
}

type Band = readonly [low: number, high: number];

/** The edges of a link: one frequency is a band without width. */
function bandOf(low: number | null, high: number | null): Band | null {
  const first = low ?? high;
  return first === null ? null : [first, high ?? first];
}

const middle = ([low, high]: Band) => (low + high) / 2;
const within = ([low, high]: Band, hz: number) => hz >= low && hz <= high;
const drifted = (hz: number, ppb: number | null) => hz * (1 + (ppb ?? 0) / 1e9);
