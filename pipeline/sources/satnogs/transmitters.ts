import { z } from 'zod';
import { parsedJson } from '../../../src/schema/json-text.ts';
import { catalogNumberIn } from '../../../src/schema/objects/catalog-number.ts';
import {
  iaruCoordinations,
  type ListedTransmitter,
  MAX_HZ,
  radioServices,
  transmitterStatuses,
  transmitterTypes,
} from '../../../src/schema/objects/transmitter.ts';
import { coded, instantOrNone, number, text, unread, webAddress } from '../cells.ts';
import { type Cells, type ClaimWriter, type Lookup, sourceFile } from '../source.ts';

/** SatNOGS numbers objects without a catalog number from this block, which the catalog itself skipped in July 2026. */
const TEMPORARY = { from: 90_000, to: 99_999 };

/** True for a number that SatNOGS DB assigned itself, to an object that has no catalog number yet. */
const isTemporaryNumber = (cell: string): boolean =>
  /^\d{5}$/.test(cell) && Number(cell) >= TEMPORARY.from && Number(cell) <= TEMPORARY.to;

/** The catalog number of a row of SatNOGS DB. Rejects the row and returns null if the catalog did not assign the number. */
export function catalogedNumber(cell: string, writer: ClaimWriter): number | null {
  const number = catalogNumberIn(cell);
  if (number === null) {
    writer.reject('no_catalogue_number', 'norad_cat_id', cell);
    return null;
  }
  if (isTemporaryNumber(cell)) {
    writer.reject('temporary_catalogue_number', 'norad_cat_id', cell);
    return null;
  }
  return number;
}

/** The names of satellites by `sat_id`. */
export const satnogsNames: Lookup<string> = { name: 'satnogs name' };
const seenTransmitters: Lookup<true> = { name: 'transmitters' };

/** A code that is one of these words, in either case; words in `none` mean that there is no value. */
const oneOf = <const V extends string>(words: readonly V[], none: readonly string[] = ['']) =>
  coded((code): V | null | undefined =>
    none.includes(code) ? null : words.find((word) => word.toLowerCase() === code.toLowerCase()),
  );

/** A whole number between bounds; blank is null. */
const wholeOrNone = (least: number, most: number) =>
  number(least, most).refine((cell) => cell === null || Number.isSafeInteger(cell.value), 'not_a_number');

const hertz = wholeOrNone(1, MAX_HZ);
/** Parts per billion: a hundred times the error of a crystal oscillator. */
const drift = wholeOrNone(-10_000_000, 10_000_000);

const flag = coded((code) => ({ true: true, false: false, '': null })[code]);

const row = z.object({
  uuid: z.string().regex(/^[0-9A-Za-z]{22}$/, 'bad_id'),
  description: text,
  alive: flag,
  type: oneOf(transmitterTypes),
  uplink_low: hertz,
  uplink_high: hertz,
  uplink_drift: drift,
  downlink_low: hertz,
  downlink_high: hertz,
  downlink_drift: drift,
  mode: text,
  uplink_mode: text,
  invert: flag,
  /** Zero is not a valid rate: it is rejected. */
  baud: number(0.001, MAX_HZ),
  sat_id: text,
  norad_cat_id: z.string(),
  norad_follow_id: wholeOrNone(0, 999_999_999),
  status: oneOf(transmitterStatuses),
  updated: instantOrNone,
  citation: text,
  service: oneOf(radioServices, ['', 'Unknown']),
  iaru_coordination: oneOf(iaruCoordinations, ['', 'N/A']),
  iaru_coordination_url: webAddress,
  /** The coordination in older files. */
  coordination: oneOf(iaruCoordinations, ['', 'N/A']),
  coordination_url: webAddress,
  itu_notification: z.string().default(''),
  frequency_violation: flag,
  unconfirmed: flag,
  ...unread('mode_id', 'the number of mode'),
});

/** The transmitters of SatNOGS DB: they are stored in a separate table, and make no claims. */
export const transmitters = sourceFile({
  matches: /^transmitters\.json$/,
  path: '/api/transmitters/?format=json',
  format: 'json',
  row,
  key: ['uuid', 'norad_cat_id'],
  observed: 'updated',
  expected: 2_000,
  read,
});

function read(cells: Cells<typeof row, 'uuid' | 'norad_cat_id'>, writer: ClaimWriter): void {
  // Objects without a catalog number are listed without one, under their name in SatNOGS DB.
  const isUncataloged = cells.norad_cat_id === '' || isTemporaryNumber(cells.norad_cat_id);
  const norad_cat_id = isUncataloged ? null : catalogedNumber(cells.norad_cat_id, writer);
  if (norad_cat_id === null && !isUncataloged) return;
  if (writer.lookup(seenTransmitters).has(cells.uuid)) {
    writer.reject('repeated_id', 'uuid', cells.uuid);
    return;
  }
  writer.setLookup(seenTransmitters, cells.uuid, true);
  const status = cells.status?.value ?? null;
  // Zero means none.
  const followed = cells.norad_follow_id?.value || null;
  const transmitter: ListedTransmitter = {
    uuid: cells.uuid,
    norad_cat_id,
    follows_norad_cat_id: followed === norad_cat_id ? null : followed,
    satnogs_id: cells.sat_id,
    object_name: (cells.sat_id && writer.lookup(satnogsNames).get(cells.sat_id)) ?? null,
    description: cells.description,
    type: cells.type?.value ?? null,
    alive: cells.alive?.value ?? status === 'ACTIVE',
    status,
    ...link('downlink', cells.downlink_low, cells.downlink_high, writer),
    downlink_drift_ppb: cells.downlink_drift?.value ?? null,
    ...link('uplink', cells.uplink_low, cells.uplink_high, writer),
    uplink_drift_ppb: cells.uplink_drift?.value ?? null,
    inverting: cells.invert?.value ?? false,
    mode: cells.mode,
    uplink_mode: cells.uplink_mode,
    baud: cells.baud?.value ?? null,
    service: cells.service?.value ?? null,
    iaru_coordination: (cells.iaru_coordination ?? cells.coordination)?.value ?? null,
    iaru_coordination_url: cells.iaru_coordination_url ?? cells.coordination_url ?? null,
    itu_notification_urls: notifications(cells.itu_notification, writer),
    frequency_violation: cells.frequency_violation?.value ?? false,
    unconfirmed: cells.unconfirmed?.value ?? false,
    citation: cells.citation,
    updated_at: cells.updated ? `${cells.updated.slice(0, 19)}Z` : null,
  };
  writer.transmitter(transmitter);
}

type Frequency = { readonly value: number } | null | undefined;

/** The lower and upper frequency of a link; an upper one below the lower one is rejected. */
function link<Name extends 'downlink' | 'uplink'>(name: Name, low: Frequency, high: Frequency, writer: ClaimWriter) {
  const isReversed = low != null && high != null && high.value < low.value;
  if (isReversed) writer.reject('out_of_order', `${name}_high`, String(high.value), 'value');
  return {
    [`${name}_low_hz`]: low?.value ?? null,
    [`${name}_high_hz`]: isReversed ? null : (high?.value ?? null),
  } as Record<`${Name}_low_hz` | `${Name}_high_hz`, number | null>;
}

/** The URLs of `{"urls": […]}`; invalid ones are rejected. */
function notifications(cell: string, writer: ClaimWriter): string[] {
  if (cell === '') return [];
  const read = z.object({ urls: z.array(z.string()) }).safeParse(parsedJson(cell));
  if (!read.success) {
    writer.reject('bad_url', 'itu_notification', cell, 'value');
    return [];
  }
  return read.data.urls.filter((url) => {
    if (webAddress.safeParse(url).data) return true;
    if (url !== '') writer.reject('bad_url', 'itu_notification', url, 'value');
    return false;
  });
}
