import { z } from '@hono/zod-openapi';
import { changeIndex, changeSet } from '../../schema/changes/change-set.ts';
import { event } from '../../schema/changes/event.ts';
import { columns } from '../../schema/field.ts';
import { accuracy, regimeAccuracy } from '../../schema/objects/accuracy.ts';
import { elementSet } from '../../schema/objects/elements.ts';
import { group } from '../../schema/objects/group.ts';
import { launch } from '../../schema/objects/launch.ts';
import { reentryCoverage, reentryScore, upcomingReentry } from '../../schema/reentries/reentry.ts';
import { bulkTables, datasetColumns, slices } from '../../schema/release/dataset.ts';
import { population, populationSeries } from '../../schema/statistics/population.ts';
import { coverageShape } from './archive/coverage.ts';
import { enumOf, type Parameter, required, text } from './parameter.ts';
import { named, type RouteFacts } from './route.ts';

/** The documentation of a public route; its path and formats are in `publicRoutes`. */
type RouteDocs = Pick<RouteFacts, 'id' | 'summary' | 'description' | 'params' | 'headers'> & {
  readonly schema: z.ZodType;
};

/** `meta` of a public list: links to its neighbors, and more. */
const linked = (next: string, prev: string) =>
  z
    .looseObject({ next: z.string().nullable().describe(next), prev: z.string().nullable().describe(prev) })
    .describe('About the list');
const whole = linked('Null: the list is complete', 'Null: the list is complete');

const generatedAt = z.string().describe('Time of the release (UTC)');
const releaseMeta = whole.extend({
  generated_at: generatedAt,
  release: z.string().describe('The release'),
  total: z.int().describe('How many there are'),
});

/** Element sets as arrays of one length, one for each element. */
const elements = z
  .object(
    Object.fromEntries(
      columns(elementSet).map(({ name, json: written, meaning, unit }) => [
        name,
        z
          .array(written === 'number' ? z.number() : elementSet.shape[name as keyof typeof elementSet.shape])
          .describe(unit === undefined ? meaning : `${meaning} (${unit})`),
      ]),
    ),
  )
  .openapi('Elements');
const arraysMeta = z.looseObject({ count: z.int().describe('Length of each array'), generated_at: generatedAt });
const events = z.object({
  data: z.array(named(event, 'Event')).describe('Newest first'),
  meta: linked('Path of the newer events; null at the newest', 'Path of the older events; null at the oldest')
    .extend({
      coverage: coverageShape
        .optional()
        .describe('The time of these events, and the gaps in it without a release; absent in older releases'),
    })
    .describe('About the list'),
});
const cells = Object.fromEntries(
  datasetColumns.map(({ name, type, meaning }) => {
    const cell =
      type === 'number' || type === 'integer'
        ? z.number()
        : type === 'boolean'
          ? z.boolean()
          : type === 'array'
            ? z.array(z.looseObject({}))
            : z.string();
    return [name, cell.nullable().describe(meaning)];
  }),
);

const releaseParameter = required(
  text('The release', /^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'a release id from /api/v1/changes', '20260822T140000Z-9c698a0f'),
);

/** A delta of elements, with additional members of `meta`. */
const elementDelta = (more: z.ZodRawShape) =>
  z.object({
    data: elements,
    gone: z.array(z.int()).describe('Objects that no longer have elements'),
    meta: z
      .looseObject({
        from: z.string().describe('The release before'),
        to: z.string().describe('The release that has these elements'),
        at: z.string().describe('When it was made (UTC)'),
        count: z.int().describe('Length of each array'),
        gone: z.int().describe('Number of objects in `gone`'),
        ...more,
      })
      .describe('About the arrays'),
  });

/** By path. */
export const routeDocs: Readonly<Record<string, RouteDocs>> = {
  '/api/v1/elements': {
    id: 'listElements',
    summary: 'Download the elements of all active objects',
    description:
      'Parallel arrays of equal length, ordered by catalog number: the most compact format for propagating all active objects. Numbers have all digits of the source. `meta.omitted` lists active objects without elements.',
    params: {},
    schema: z.object({
      data: elements,
      meta: arraysMeta
        .extend({
          units: z.record(z.string(), z.string()).describe('Unit of each array that has one'),
          omitted: z
            .object({
              count: z.int().describe('How many there are'),
              norad_cat_id: z.array(z.int()).describe('Their catalog numbers'),
            })
            .describe('Active objects without elements'),
        })
        .describe('About the arrays'),
    }),
  },
  '/api/v1/elements/{set}': {
    id: 'getElementSet',
    summary: 'Download elements in bulk',
    description:
      'Every element set of a set: `all`, `active`, a group such as `stations`, `payloads`, `rocket-bodies`, `debris`, an orbit class in lower case, or `launched-2026`. The ending of the path selects the format, or `format` without the dot: `.tle` (names padded to 24 columns, CRLF, Alpha-5 from 100,000), `.5-digit.tle` (without those), `.2le`, `.csv`, `.omm.json`, `.xml`, and `.kvn` as CelesTrak writes them, or `.parquet`; `.json` has the parallel arrays of `/elements`. Groups of up to 500 objects have `.czml`, too: positions for 24 hours from the time of the release, for Cesium. `X-Elements-Omitted` counts the element sets that the format cannot express.',
    params: { set: required(text('Name of the set', /^[A-Za-z0-9-]+$/, 'a set such as stations', 'all')) },
    headers: ['X-Elements-Omitted'],
    schema: z.object({
      data: elements,
      meta: arraysMeta.describe('About the arrays'),
    }),
  },
  '/api/v1/groups': {
    id: 'listGroups',
    summary: 'List groups',
    description:
      'Groups of objects as CelesTrak publishes them: the number of objects in each, whether a source lists its members or a rule derives them, and its element files.',
    params: {},
    schema: z.object({
      data: z
        .array(
          named(group, 'Group').extend({
            files: z
              .array(
                z.looseObject({
                  format: z.string().describe('Its format, as in the ending of its path'),
                  url: z.string().describe('Path of the file'),
                }),
              )
              .describe('Its element files'),
          }),
        )
        .describe('In the order of CelesTrak’s index'),
      meta: whole,
    }),
  },
  '/api/v1/events': {
    id: 'listEvents',
    summary: 'List recent events',
    description:
      'New objects, reentries, significant orbit changes, and changes of status, name, operator, owner, and decay date of the last 30 days, newest first. `meta.prev` links to the events of the previous month. Also available as Atom. With `type`, `since`, or pagination parameters, this queries all events of the release, newest first, and requires a key. Without them, it is a public file.',
    params: {},
    schema: events,
  },
  '/api/v1/events/{month}': {
    id: 'listEventsOfMonth',
    summary: 'List events by month',
    description: 'Every event of a month. `meta.prev` and `meta.next` link to the months before and after.',
    params: { month: required(text('The month', /^\d{4}-\d{2}$/, 'a month such as 2026-08', '2026-08')) },
    schema: events,
  },
  '/api/v1/changes': {
    id: 'listChanges',
    summary: 'List change sets',
    description:
      'The latest releases, newest first, each with its change set and its delta of elements relative to the previous release: counts, paths, sizes, and hashes. `meta.groups` has the paths of the deltas of groups. With `since`, this merges the changes since a release, and requires a key. Without it, it is a public file.',
    params: {},
    schema: changeIndex,
  },
  '/api/v1/changes/{release}': {
    id: 'getChanges',
    summary: 'Get the changes of a release',
    description:
      'Changes since the previous release: objects added and removed, changed values with confidence and sources before and after, and claims added and withdrawn. Values derived from elements are not included for objects that have elements: see the delta of elements.',
    params: { release: releaseParameter },
    schema: changeSet,
  },
  '/api/v1/elements/changes/{release}': {
    id: 'getElementChanges',
    summary: 'Get the elements that changed in a release',
    description:
      'Element sets that are new or different from those of the previous release, as the arrays of `/elements`, and in `gone` the objects that no longer have elements. Replace the sets of these objects, and remove those in `gone`, to get `/elements/all` of the release.',
    params: { release: releaseParameter },
    schema: elementDelta({}),
  },
  '/api/v1/elements/{set}/changes/{release}': {
    id: 'getGroupElementChanges',
    summary: 'Get the elements of a group that changed in a release',
    description:
      'The delta of elements for one group. Objects that joined the group are among the new sets, and objects that left it are in `gone`. If `meta.from` of the `newest` delta is not the release that you have, request the delta of `meta.from` as well, and apply it first. Deltas of the last eight releases are kept: more would be larger than the whole file.',
    params: {
      set: required(
        text(
          'The set of a group',
          /^[A-Za-z0-9-]+$/,
          'a group such as stations; `group-geo` is the group geo',
          'stations',
        ),
      ),
      release: required(
        text('A release, or `newest`', /^(newest|\d{8}T\d{6}Z-[0-9a-f]{8})$/, 'a release id, or newest', 'newest'),
      ),
    },
    schema: elementDelta({
      set: z.string().describe('The set'),
      objects: z.int().describe('Number of element sets of the group in that release'),
    }),
  },
  '/api/v1/launches': {
    id: 'listLaunches',
    summary: 'List launches',
    description: 'Launches grouped from the COSPAR designators of cataloged objects, newest first.',
    params: {},
    schema: z.object({ data: z.array(named(launch, 'Launch')).describe('Newest first'), meta: whole }),
  },
  '/api/v1/reentries/upcoming': {
    id: 'listUpcomingReentries',
    summary: 'List upcoming reentries',
    description:
      'Objects predicted to reenter within 60 days from the decay rate of their latest element sets, earliest first, with a median and an 80 % window. Objects that thrust, climb, or decay irregularly are excluded. Do not use this for safety: the window is days wide until the last day.',
    params: {},
    schema: z.object({
      data: z.array(named(upcomingReentry, 'UpcomingReentry')).describe('By median'),
      meta: releaseMeta
        .extend({
          examined: z
            .int()
            .optional()
            .describe(
              'Objects in orbits low enough for a prediction that have recent elements; absent in older releases',
            ),
          not_examined: z
            .int()
            .optional()
            .describe('Such objects without elements of the last seven days: that they are not listed says nothing'),
        })
        .describe('About the list'),
    }),
  },
  '/api/v1/reentries/scores': {
    id: 'listReentryScores',
    summary: 'List scores of reentry predictions',
    description:
      'Predictions whose outcome is known, newest first: the last ones made at least 1, 2, 5, 10, 20, and 30 days before the reentry, the decay date in the catalog, and whether it is inside the window. An object that newer elements show in orbit after its window counts as outside. `meta.coverage` summarizes the results by lead time.',
    params: {},
    schema: z.object({
      data: z.array(named(reentryScore, 'ReentryScore')).describe('Newest first'),
      meta: releaseMeta
        .extend({
          coverage: z.array(named(reentryCoverage, 'ReentryCoverage')).describe('By lead'),
          pending: z.int().describe('Objects whose window is over, with neither a decay date nor newer elements'),
        })
        .describe('About the list'),
    }),
  },
  '/api/v1/accuracy': {
    id: 'getAccuracy',
    summary: 'Get the accuracy of old elements',
    description:
      'The along-track error of positions from elements that are half a day to 30 days old, for each kind of orbit, constellation, and for satellites with and without thrust; `objects` has a factor for each object with enough earlier element sets. It is measured from the archive when the release is built: SGP4 propagates an older element set of an object to the epoch of a newer one. `meta.sql` selects the pairs from the archive’s files. A kind of orbit with too few pairs has no `ages`.',
    params: {},
    schema: accuracy.extend({
      data: z.array(named(regimeAccuracy, 'RegimeAccuracy')).describe('Kinds of orbit, the lowest first'),
    }),
  },
  '/api/v1/population': {
    id: 'getPopulation',
    summary: 'Get the objects in orbit at the end of each year',
    description:
      'The numbers of objects in orbit about the Earth at the end of each year, by class, owner, operator, class of orbit, and purpose, and the known launch mass of payloads. Payloads, rocket bodies, and objects of unknown class count from the year of their launch, debris from its separation, all of them until the year of their decay. Owner, operator, class of orbit, and purpose are those of the newest record, also for earlier years. Only payloads have operators and purposes. `meta.left_out` counts the objects without the dates that this needs. The last year ends with the release. `.csv` has a row for each series and year.',
    params: {},
    schema: population.extend({
      data: z
        .array(named(populationSeries, 'PopulationSeries'))
        .describe('Each value and object class, most objects first'),
    }),
  },
  '/api/v1/dataset': {
    id: 'listDatasets',
    summary: 'List datasets',
    description: 'Every slice with its number of rows, and the size and SHA-256 of each of its files.',
    params: {},
    schema: z.object({
      data: z
        .array(
          z.looseObject({
            slice: z.string().describe('Its name, as in its path'),
            title: z.string().describe('Its contents'),
            rows: z.int().describe('Objects in it'),
            license: z.string().describe('License of the file as a whole'),
            files: z
              .array(
                z.looseObject({
                  format: z.string().describe('json, csv, or parquet; for transmitters also trsp.tar'),
                  media_type: z.string().describe('Its media type'),
                  url: z.string().describe('Path of the file'),
                  bytes: z.int().describe('Its uncompressed size'),
                  sha256: z.string().describe('SHA-256 of those bytes'),
                }),
              )
              .describe('The slice in each of its formats'),
          }),
        )
        .describe('One entry for each slice'),
      meta: whole,
    }),
  },
  '/api/v1/dataset/{slice}': {
    id: 'getDataset',
    summary: 'Download a dataset',
    description:
      'The columns of the UCS Satellite Database, with the exact names, followed by Orbweaver’s own. The endings `.json`, `.csv`, and `.parquet` of the path also select the format. Byte ranges are supported. `transmitters` is also available as `.trsp.tar` for gpredict.',
    params: {
      slice: required(
        enumOf('The slice', [...slices.map(({ name }) => name), ...Object.keys(bulkTables)], 'active') as Parameter<
          string | undefined
        >,
      ),
    },
    schema: z.object({
      data: z.array(z.object(cells).openapi('DatasetRow')).describe('One row for each object, by catalog number'),
      meta: z
        .looseObject({
          slice: z.string().describe('The slice'),
          rows: z.int().describe('Objects in it'),
          generated_at: generatedAt,
          license: z.string().describe('License of the file as a whole'),
        })
        .describe('About the file'),
    }),
  },
  '/api/v1/datapackage': {
    id: 'getDataPackage',
    summary: 'Get the Frictionless data package',
    description: 'Every slice with the meaning and type of each column, for tools that read Frictionless packages.',
    params: {},
    schema: z.looseObject({
      name: z.string().describe('Name of the package'),
      resources: z
        .array(
          z.looseObject({
            name: z.string().describe('The slice'),
            path: z.string().describe('Path of its CSV'),
            schema: z.looseObject({}).describe('Its columns, as a Frictionless table schema'),
          }),
        )
        .describe('One for each slice'),
    }),
  },
};
