import { z } from 'zod';
import { field } from '../field.ts';
import { dispositions } from '../vocabulary.ts';

/** Kinds of transmitters: one sends only, one sends and receives, one relays received signals. */
export const transmitterTypes = ['TRANSMITTER', 'TRANSCEIVER', 'TRANSPONDER'] as const;
/** Whether SatNOGS DB lists it as in use. */
export const transmitterStatuses = ['ACTIVE', 'INACTIVE', 'INVALID'] as const;
/** The radio services of SatNOGS DB, as it writes them; `Unknown` is null here. */
export const radioServices = [
  'Aeronautical',
  'Amateur',
  'Broadcasting',
  'Earth Exploration',
  'Fixed',
  'Inter-satellite',
  'Maritime',
  'Meteorological',
  'Mobile',
  'Radiolocation',
  'Radionavigational',
  'Space Operation',
  'Space Research',
  'Standard Frequency and Time Signal',
] as const;
/** Frequency coordination by the International Amateur Radio Union, as SatNOGS DB writes it; `N/A` is null here. */
export const iaruCoordinations = ['IARU Coordinated', 'IARU Uncoordinated', 'IARU Declined'] as const;

const MHZ = 1_000_000;

/** Letters of frequency bands (IEEE 521-2019), in Hz: from the first frequency, up to and without the second. */
export const radioBands: Readonly<Record<string, readonly [from: number, to: number]>> = {
  HF: [3 * MHZ, 30 * MHZ],
  VHF: [30 * MHZ, 300 * MHZ],
  UHF: [300 * MHZ, 1000 * MHZ],
  L: [1000 * MHZ, 2000 * MHZ],
  S: [2000 * MHZ, 4000 * MHZ],
  C: [4000 * MHZ, 8000 * MHZ],
  X: [8000 * MHZ, 12_000 * MHZ],
  Ku: [12_000 * MHZ, 18_000 * MHZ],
  K: [18_000 * MHZ, 27_000 * MHZ],
  Ka: [27_000 * MHZ, 40_000 * MHZ],
  V: [40_000 * MHZ, 75_000 * MHZ],
  W: [75_000 * MHZ, 110_000 * MHZ],
};

/** The highest frequency that is accepted, Hz. */
export const MAX_HZ = 300_000 * MHZ;

const hertz = (meaning: string, example: number | null) =>
  field(z.int().positive().nullable(), meaning, example, { sql: 'BIGINT', unit: 'Hz' });
const drift = (meaning: string) => field(z.int().nullable(), meaning, null, { unit: 'parts per billion' });
const text = (meaning: string, example: string | null) => field(z.string().min(1).nullable(), meaning, example);
const flag = (meaning: string, example: boolean) => field(z.boolean(), meaning, example);

/**
 * A transmitter as listed by SatNOGS DB. Its values are under CC BY-SA 4.0, and are stored apart from the record of the
 * object for that reason.
 */
export const listedTransmitter = z.object({
  uuid: field(z.string(), 'Id in SatNOGS DB', 'SMPLAO7linearB00000001'),
  norad_cat_id: field(
    z.int().positive().nullable(),
    'The object that carries it; null if it has no catalog number yet',
    7530,
  ),
  satnogs_id: text('The object in SatNOGS DB', 'SMPL-0000-0000-0000-0001'),
  object_name: text('Name of the object in SatNOGS DB', 'OSCAR 7'),
  description: text('Description', 'Mode B transponder'),
  type: field(
    z.enum(transmitterTypes).nullable(),
    'Whether it only transmits, transmits and receives, or relays received signals',
    'TRANSPONDER',
  ),
  alive: flag('Whether SatNOGS DB lists it as in use', true),
  status: field(z.enum(transmitterStatuses).nullable(), 'Status in SatNOGS DB', 'ACTIVE'),
  downlink_low_hz: hertz('Downlink frequency; for a transponder, the lowest one', 145_925_000),
  downlink_high_hz: hertz('Highest downlink frequency; null if there is only one frequency', 145_975_000),
  downlink_drift_ppb: drift('Measured offset of the downlink from its nominal frequency'),
  uplink_low_hz: hertz('Uplink frequency; for a transponder, the lowest one', 432_125_000),
  uplink_high_hz: hertz('Highest uplink frequency; null if there is only one frequency', 432_175_000),
  uplink_drift_ppb: drift('Measured offset of the uplink from its nominal frequency'),
  inverting: flag('Whether a transponder is inverting: the lowest uplink corresponds to the highest downlink', true),
  mode: text('Modulation or protocol of the downlink', 'USB'),
  uplink_mode: text('Modulation or protocol of the uplink', 'LSB'),
  baud: field(z.number().positive().nullable(), 'Symbol rate', null, { unit: 'baud' }),
  service: field(z.enum(radioServices).nullable(), 'Radio service; null if unknown', 'Amateur'),
  iaru_coordination: field(
    z.enum(iaruCoordinations).nullable(),
    'Frequency coordination by the International Amateur Radio Union; null if not applicable',
    'IARU Coordinated',
  ),
  iaru_coordination_url: text('Page of the coordination', null),
  itu_notification_urls: field(z.array(z.string()), 'Pages of the notification to the ITU', []),
  frequency_violation: flag('Whether SatNOGS DB marks it as violating the frequency allocation', false),
  unconfirmed: flag('Whether SatNOGS DB marks it as unconfirmed', false),
  citation: text('Source of the information, as entered by contributors: a URL or text', 'Written for the sample'),
  updated_at: field(z.iso.datetime().nullable(), 'When SatNOGS DB last changed it (UTC)', '2026-02-08T12:00:00Z'),
  follows_norad_cat_id: field(
    z.int().positive().nullable(),
    'The object whose elements SatNOGS DB uses for it; null if it has its own',
    null,
  ),
});
export type ListedTransmitter = z.infer<typeof listedTransmitter>;

/** A listed transmitter, with facts of its object from the catalog. */
export const transmitter = z.object({
  ...listedTransmitter.shape,
  audible: field(
    z.boolean(),
    'Whether SatNOGS DB lists it as in use and, by the catalog, its object is in orbit',
    true,
  ),
  disposition: field(
    z.enum(dispositions).nullable(),
    'Whether the object is in orbit, by the catalog; null if it has no catalog number yet',
    'IN_ORBIT',
  ),
  decay_date: field(
    z.iso.date().nullable(),
    'Day the object reentered or landed (UTC), by the catalog; null if it is in orbit or the day is unknown',
    null,
  ),
  detailed_purpose: text('Detailed purpose of the object, by the catalog', 'Communications'),
});
export type Transmitter = z.infer<typeof transmitter>;

/**
 * The fields that the catalog adds to a transmitter of SatNOGS DB, in SQL over transmitters `t` and satellites `s`.
 * Only they decide whether a transmitter is audible: SatNOGS DB lists transmitters as in use whose objects have
 * reentered.
 */
export const objectFacts = {
  audible: "t.alive AND coalesce(s.disposition = 'IN_ORBIT' AND s.decay_date IS NULL, false)",
  disposition: 's.disposition',
  decay_date: 's.decay_date',
  detailed_purpose: 's.detailed_purpose',
} as const satisfies Partial<Record<keyof Transmitter, string>>;

/**
 * The status of a transmitter in words. A transmitter can be listed as in use although its object has reentered, or does not work by its
 * operational `status`.
 */
export function useWords(
  { alive, audible, unconfirmed, disposition, decay_date }: Transmitter,
  status: string | null,
): string {
  const listed = alive ? 'In use' : 'Not in use';
  const down = alive && !audible && disposition !== null && disposition !== 'IN_ORBIT';
  const fate = down ? ` by SatNOGS DB, but ${fates[disposition] ?? 'no longer in orbit'}` : '';
  if (alive && !down && status === 'NONOPERATIONAL')
    return `${listed} by SatNOGS DB; its object counts as not operational${unconfirmed ? '; unconfirmed' : ''}`;
  return `${listed}${fate}${down && decay_date !== null ? ` ${decay_date}` : ''}${unconfirmed ? ', unconfirmed' : ''}`;
}

const fates: Partial<Record<(typeof dispositions)[number], string>> = {
  REENTERED: 'reentered',
  DEORBITED: 'deorbited',
  LANDED: 'landed',
  ESCAPED: 'no longer in orbit about the Earth',
  LOST: 'lost',
  UNKNOWN: 'its fate is unknown',
};
