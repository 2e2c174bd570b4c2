import { z } from '@hono/zod-openapi';
import { coverageOf, coverageShape, untilNow } from '../../../http/api/archive/coverage.ts';
import { dateOrInstant, timeOf } from '../../../http/api/instant.ts';
import { badValue } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber, noSatellite } from '../../../http/api/satellites.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { gapsOf, isCovered, readPart } from '../../../orbit/coverage.ts';
import { isSgp4 } from '../../../orbit/element-orbit.ts';
import { findManeuvers, leastHistory } from '../../../orbit/maneuvers/find-maneuvers.ts';
import type { OrbitSample } from '../../../orbit/maneuvers/orbit-series.ts';
import { epochOf } from '../../../orbit/propagate.ts';
import type { ArchivedSet } from '../../../release/archived-sets.ts';

const DAY_MS = 86_400_000;
/** Number of days searched, by default and at most: some 2,000 sets, a tenth of a second. */
const DAYS = { usual: 365, longest: 1100 };
/** Number of sets searched at most, the newest: the searched range begins with the oldest of them. */
const MAX_SETS = 5000;

const maneuver = z
  .object({
    kind: z
      .enum(['maneuver', 'station_keeping', 'low_thrust'])
      .describe(
        'A burn or a few within a day; one that keeps a geosynchronous satellite in its place; days or weeks of thrust',
      ),
    from: z.iso
      .datetime()
      .describe(
        'It began after this epoch of an element set (UTC): one before the closest, whose fit may reach beyond',
      ),
    to: z.iso.datetime().describe('It had ended by this epoch of an element set (UTC), one after the closest'),
    across_gap: z
      .boolean()
      .describe(
        'Whether it is known only by the orbits before and after a gap without element sets, in which it happened',
      ),
    ongoing: z.boolean().describe('Whether it had not ended at the newest element set'),
    semi_major_axis_km: z.number().describe('Change in semi-major axis, km'),
    inclination_deg: z.number().describe('Change in inclination, degrees'),
    confidence: z
      .number()
      .nullable()
      .describe(
        'Share of such detections that were burns on satellites with known burns, from 0 to 1; null if no burns of this kind and orbit are known. Objects that cannot maneuver have false detections, too',
      ),
  })
  .openapi('Maneuver');

/** The elements of archived sets from which maneuvers are found. Sets that are not for SGP4 are left out: their theory is another one. */
export const samplesOf = (sets: readonly ArchivedSet[]): OrbitSample[] => sets.filter(isSgp4).map(sampleOf);

/** The orbit of an archived set. */
export const sampleOf = (set: ArchivedSet): OrbitSample => ({
  epoch: epochOf(set).getTime(),
  mean_motion: Number(set.mean_motion),
  eccentricity: Number(set.eccentricity),
  inclination: Number(set.inclination),
  ra_of_asc_node: Number(set.ra_of_asc_node),
  arg_of_pericenter: Number(set.arg_of_pericenter),
  mean_anomaly: Number(set.mean_anomaly),
});

export const maneuvers = route(
  {
    id: 'listManeuvers',
    path: '/api/v1/satellites/{norad_cat_id}/maneuvers',
    tag: 'Orbits',
    summary: 'List the maneuvers of an object',
    description: `Orbit changes that neither drag nor gravity explains, detected in the archived element sets of an object, newest first. Requires ${leastHistory.sets} sets over ${leastHistory.days} days; \`enough\` reports whether there are, over nine tenths of the range; orbits with a period above two days are not examined; \`coverage\` has the gaps, in which nothing was looked at. A maneuver is detected once two sets after it agree.`,
    access: 'keyed',
    ofNow: 'to',
    params: byNumber,
    query: {
      from: dateOrInstant('Only element sets from this time on. Default: a year before `to`', '2026-01-01'),
      to: dateOrInstant('Only element sets up to this time; a date is its end. Default: now', '2026-08-22'),
    },
    responses: responseForms(
      { json },
      z.object({
        data: z
          .object({
            norad_cat_id: z.int().describe('Catalog number'),
            from: z.iso.datetime().describe('Start of the searched range (UTC)'),
            to: z.iso.datetime().describe('End of the searched range (UTC)'),
            element_sets: z.int().describe('Number of element sets of the object in this range'),
            enough: z
              .boolean()
              .describe(
                'True if they are enough to detect maneuvers and cover at least nine tenths of the range; false also for a period above two days, whose orbits are not examined',
              ),
            coverage: coverageShape.describe('The searched range, and the gaps in it without element sets'),
            maneuvers: z.array(maneuver).describe('Newest first'),
          })
          .openapi('Maneuvers'),
      }),
    ),
    errors: ['not_found'],
  },
  async ({ context, from: release, params, query }) => {
    const id = params.norad_cat_id;
    const to = query.to === undefined ? untilNow(context.now) : timeOf(query.to, 'end');
    const from = query.from === undefined ? to - DAYS.usual * DAY_MS : timeOf(query.from);
    if (from > to)
      throw query.to === undefined
        ? badValue('from', ['a time before now'], 'from is in the future.')
        : badValue('to', ['a time that is not before "from"']);
    if (to - from > DAYS.longest * DAY_MS)
      throw badValue(
        'from',
        [`at most ${DAYS.longest} days before "to"`],
        `The range is longer than ${DAYS.longest} days: split it.`,
      );
    const { total, sets } = await context.archive.elements(id, { from, to, limit: MAX_SETS, offset: 0 });
    if (total === 0 && release.catalog.summary(id) === null) throw noSatellite(id);
    const samples = samplesOf(sets);
    const found = findManeuvers(samples);
    const epochs = samples.map(({ epoch }) => epoch);
    const read = sets.map((set) => epochOf(set).getTime());
    const range = readPart(read, total, { from, to });
    const coverage = coverageOf(epochs, range);
    const data = {
      norad_cat_id: id,
      from: coverage.from,
      to: coverage.to,
      element_sets: sets.length,
      enough: found !== null && isCovered(gapsOf(epochs, range), range),
      coverage,
      maneuvers: found?.reverse() ?? [],
    };
    return jsonResponse({ data });
  },
);
