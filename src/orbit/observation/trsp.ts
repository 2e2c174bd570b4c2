import type { Transmitter } from '../../schema/objects/transmitter.ts';
import type { RadioLink } from './doppler.ts';

/** The data of one transmitter in gpredict's file of an object. */
export type TrspTransmitter = Omit<RadioLink, 'downlink_drift_ppb' | 'uplink_drift_ppb'> &
  Pick<Transmitter, 'description' | 'mode' | 'baud'>;

/** The longest name that gpredict keeps for a transmitter that it downloads itself. */
const MAX_NAME = 79;

/**
 * gpredict's file of the transmitters of an object, `<catalog number>.trsp` in its folder `trsp`: a GLib key file with one
 * group each and frequencies in Hz, as gpredict 2.3 writes it (`src/trsp-update.c`). `comments` are its first lines. A group
 * is identified by its name, so equal names get a number, and characters that the format cannot hold are dropped.
 */
export function writeTrsp(transmitters: readonly TrspTransmitter[], comments: readonly string[]): string {
  const taken = new Set<string>();
  const groups = transmitters.map((one) => {
    const plain = namePart(one.description ?? 'Transmitter', MAX_NAME) || 'Transmitter';
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${namePart(plain, MAX_NAME - 5)} (${n})`;
    taken.add(name);
    const values = {
      UP_LOW: one.uplink_low_hz,
      UP_HIGH: one.uplink_high_hz,
      DOWN_LOW: one.downlink_low_hz,
      DOWN_HIGH: one.downlink_high_hz,
      MODE: valuePart(one.mode ?? ''),
      BAUD: one.baud && Math.round(one.baud),
      INVERT: one.inverting ? 'true' : null,
    };
    return [
      `[${name}]`,
      ...Object.entries(values).flatMap(([key, value]) => (value === null ? [] : `${key}=${value}`)),
    ];
  });
  const head = comments.map((comment) => `# ${valuePart(comment)}`);
  return `${[head, ...groups].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Text for a key file: one line, without the backslash that begins an escape there. */
const valuePart = (text: string) => text.replace(/[\p{Cc}\\\s]+/gu, ' ').trim();
/** The same for the name of a group; brackets would end the name, so they are removed. */
const namePart = (text: string, most: number) =>
  [...valuePart(text.replace(/[[\]]/g, ' '))].slice(0, most).join('').trim();
