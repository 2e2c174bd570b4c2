/** Speed of light, km/s. */
const LIGHT_KM_S = 299_792.458;

/** A linear transponder: the edges of its bands, Hz; an inverting one turns the band over. */
export interface Transponder {
  readonly uplink_low_hz: number;
  readonly uplink_high_hz: number;
  readonly downlink_low_hz: number;
  readonly downlink_high_hz: number;
  readonly inverting: boolean;
}

/** What a receiver on the ground hears of a transmitter at a frequency, Hz; the range rate is positive where it goes away. */
export const receivedFrequency = (sent_hz: number, range_rate_km_s: number): number =>
  sent_hz * (1 - range_rate_km_s / LIGHT_KM_S);

/** What the ground has to send so that the satellite hears a frequency, Hz. */
export const uplinkFrequency = (heard_hz: number, range_rate_km_s: number): number =>
  heard_hz / (1 - range_rate_km_s / LIGHT_KM_S);

/** What a transponder sends of what it hears, Hz. Throws RangeError outside of its uplink band. */
export function transponded(transponder: Transponder, heard_hz: number): number {
  const { uplink_low_hz, uplink_high_hz, downlink_low_hz, downlink_high_hz, inverting } = transponder;
  if (heard_hz < uplink_low_hz || heard_hz > uplink_high_hz) throw new RangeError('outside of the uplink band');
  const into = heard_hz - uplink_low_hz;
  return inverting ? downlink_high_hz - into : downlink_low_hz + into;
}

/** The frequency that a transponder has to hear to send one, Hz. Throws RangeError outside of its downlink band. */
export function transponderInput(transponder: Transponder, sent_hz: number): number {
  const { uplink_low_hz, uplink_high_hz, downlink_low_hz, downlink_high_hz, inverting } = transponder;
  if (sent_hz < downlink_low_hz || sent_hz > downlink_high_hz) throw new RangeError('outside of the downlink band');
  const into = sent_hz - downlink_low_hz;
  return inverting ? uplink_high_hz - into : uplink_low_hz + into;
}

/**
 * Where to send and listen for a contact at one place in the downlink band (Hz, as the satellite sends it): both ends
 * corrected by first-order Doppler, which leaves 0.2 Hz at 435 MHz and 4 Hz at 10 GHz. `drift_ppb` is how far the satellite's oscillator is off.
 */
export function contactFrequencies(
  transponder: Transponder,
  sent_hz: number,
  range_rate_km_s: number,
  drift_ppb = 0,
): { readonly uplink_hz: number; readonly downlink_hz: number } {
  return {
    uplink_hz: uplinkFrequency(transponderInput(transponder, sent_hz), range_rate_km_s),
    downlink_hz: receivedFrequency(sent_hz * (1 + drift_ppb / 1e9), range_rate_km_s),
  };
}
