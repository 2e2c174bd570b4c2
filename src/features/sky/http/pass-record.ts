import { z } from '@hono/zod-openapi';
import type { OpenedRelease } from '../../../http/opened-release.ts';
import { json } from '../../../http/respond.ts';
import { rounded, roundedTurn } from '../../../orbit/formats/decimal.ts';
import type { PassFrequencies } from '../../../orbit/observation/doppler.ts';
import type { ElementFacts } from '../../../orbit/observation/element-facts.ts';
import { type CalendarPass, passCalendar, radioWords } from '../../../orbit/observation/pass-calendar.ts';
import type { Interval, Pass, PassMoment, PassSearch } from '../../../orbit/observation/passes.ts';
import { elementsWords } from '../../../orbit/position-error.ts';
import type { Sgp4Elements } from '../../../orbit/sgp4-record.ts';
import { csvRow } from '../../../schema/escaped-text.ts';
import type { Transmitter } from '../../../schema/objects/transmitter.ts';
import { frequencySource, transmitterTerms } from '../../../schema/objects/transmitter-data.ts';
import { factColumns } from './sky-elements.ts';

/** To 0.1 s, the best accuracy that elements one hour old can have. */
export const timeOf = (time: number): string => `${new Date(Math.round(time / 100) * 100).toISOString().slice(0, -3)}Z`;

const instant = (meaning: string) => z.string().describe(`${meaning} (ISO 8601, UTC, to 0.1 s)`);
const moment = (what: string) =>
  z
    .object({
      at: instant(`Time of the ${what}`),
      azimuth_deg: z.number().describe('Azimuth, degrees from north through east'),
      elevation_deg: z.number().describe('Elevation, degrees'),
      range_km: z.number().describe('Range, km'),
    })
    .describe(`The ${what}, or the edge of the window if the pass is in progress`);
const intervals = (meaning: string) =>
  z.array(z.object({ from: instant('Start'), to: instant('End') })).describe(meaning);

export const pass = z
  .object({
    rise: moment('rise above the elevation'),
    culmination: moment('highest point'),
    culminations: z
      .array(moment('highest point'))
      .optional()
      .describe('If the pass has more than one maximum: every highest point, in order'),
    set: moment('set below the elevation'),
    duration_s: z.number().describe('Seconds from rise to set'),
    in_progress: z.boolean().describe('Whether the pass continues beyond the start or end of the window'),
    time_uncertainty_s: z
      .number()
      .nullable()
      .describe(
        'Error of these times, seconds, by the age of the elements at the highest point: two of three are closer. Null if it is not measured',
      ),
    visible: intervals('When the object is sunlit and the Sun is 6° or more below the horizon'),
    eclipse: intervals('When the object is in the shadow of the Earth: from the middle of the penumbra on'),
    magnitude: z
      .number()
      .nullable()
      .describe(
        'Brightest magnitude while visible, estimated from the size of the object: of the estimates that were checked, 80 % were within 1 magnitude and the worst was 3 off. Null if it is never visible or its size is unknown',
      ),
  })
  .openapi('Pass');

const momentOf = ({ at, azimuth_deg, elevation_deg, range_km }: PassMoment) => ({
  at: timeOf(at),
  azimuth_deg: roundedTurn(azimuth_deg, 2),
  elevation_deg: rounded(elevation_deg, 2),
  range_km: rounded(range_km, 1),
});
const intervalOf = ({ from, to }: Interval) => ({ from: timeOf(from), to: timeOf(to) });

/** A pass as responses have it. */
export const passRecord = ({ pass: one, facts, frequency }: Omit<ObjectPass, 'id' | 'name' | 'elements'>) => ({
  rise: momentOf(one.rise),
  culmination: momentOf(one.culmination),
  ...(one.culminations.length > 1 && { culminations: one.culminations.map(momentOf) }),
  set: momentOf(one.set),
  duration_s: Math.round((one.set.at - one.rise.at) / 100) / 10,
  in_progress: one.in_progress,
  time_uncertainty_s: facts.time_uncertainty_s,
  visible: one.visible.map(intervalOf),
  eclipse: one.eclipse.map(intervalOf),
  magnitude: one.magnitude,
  ...(frequency && { frequency }),
});

/** A pass of one object among those of others. */
export interface ObjectPass {
  readonly id: number;
  readonly name: string;
  readonly pass: Pass;
  /** The element set that the pass is computed from. */
  readonly elements: Sgp4Elements;
  /** Facts of the object's elements at the highest point of the pass. */
  readonly facts: ElementFacts;
  /** Frequencies to receive and to send on; undefined if no transmitter was requested. */
  frequency?: PassFrequencies;
}

/** The forms of passes: `?format=` and media types, the default first. */
export const passForms = {
  json,
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
} as const;

const moments = ['rise', 'culmination', 'set'] as const;
const columns = moments.flatMap((name) =>
  ['at', 'azimuth_deg', 'elevation_deg', 'range_km'].map((part) => `${name}_${part}`),
);

const factNames = Object.keys(factColumns) as (keyof ElementFacts)[];
const frequencyColumns = moments.flatMap((name) => [`${name}_downlink_hz`, `${name}_uplink_hz`]);

/**
 * RFC 4180; several intervals of a pass are one cell, as `from/to from/to`. If passes have frequencies, those are the last
 * columns, with the attribution in each row.
 */
function passesCsv(passes: readonly ObjectPass[], attribution?: string): string {
  const head = [
    'norad_cat_id',
    'name',
    ...columns,
    'duration_s',
    'in_progress',
    'visible',
    'eclipse',
    'magnitude',
    ...factNames,
  ];
  if (attribution !== undefined) head.push(...frequencyColumns, 'attribution');
  const rows = passes.map(({ id, name, elements: _elements, facts, ...one }) => {
    const { rise, culmination, set, duration_s, in_progress, visible, eclipse, magnitude, frequency } = passRecord({
      facts,
      ...one,
    });
    const joined = (all: readonly { from: string; to: string }[]) =>
      all.map(({ from, to }) => `${from}/${to}`).join(' ');
    return [
      id,
      name,
      ...[rise, culmination, set].flatMap((at) => [at.at, at.azimuth_deg, at.elevation_deg, at.range_km]),
      duration_s,
      in_progress,
      joined(visible),
      joined(eclipse),
      magnitude,
      ...factNames.map((name) => facts[name]),
      ...(frequency ? moments.flatMap((at) => [frequency[at].downlink_hz, frequency[at].uplink_hz]) : []),
      ...(attribution === undefined ? [] : [attribution]),
    ];
  });
  return [head, ...rows].map(csvRow).join('');
}

/** Passes as CSV or as an iCalendar file; with the attribution of the `transmitter` of their frequencies, if there is one. */
export function passesText(
  form: 'csv' | 'ics',
  rows: readonly ObjectPass[],
  search: PassSearch,
  { release }: OpenedRelease,
  transmitter?: Transmitter,
  named: { readonly title?: string; readonly about?: string } = {},
): string {
  if (form === 'csv') return passesCsv(rows, transmitter && transmitterTerms.attribution);
  const made = Date.parse(release.manifest.generated_at);
  return passCalendar(calendarPasses(rows, transmitter), search.observer, search, made, named);
}

/** The error of facts; null if it is not measured. */
const errorOf = ({ time_uncertainty_s: s, uncertainty_basis: basis, uncertainty_held: held }: ElementFacts) =>
  s === null || basis === null ? null : { s, basis, held: held ?? undefined };

/** Passes as a calendar shows them. */
export const calendarPasses = (rows: readonly ObjectPass[], transmitter?: Transmitter): CalendarPass[] =>
  rows.map(({ id, name, pass, elements, facts, frequency }) => ({
    ...pass,
    norad_cat_id: id,
    name,
    elements,
    visible: pass.visible.length > 0,
    notes: [
      ...(frequency ? [radioWords(frequency, frequencySource(transmitter!))] : []),
      elementsWords(facts.elements_epoch, facts.age_days, errorOf(facts)),
    ],
  }));
