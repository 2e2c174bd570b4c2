import { z } from '@hono/zod-openapi';
import { changeIndex, changeSet } from '../../schema/changes/change-set.ts';
import { event } from '../../schema/changes/event.ts';
import { columns } from '../../schema/field.ts';
import { accuracy, regimeAccuracy } from '../../schema/objects/accuracy.ts';
import { elementSet } from '../../schema/objects/elements.ts';
import { group } from '../../schema/objects/group.ts';
import { launch } from '../../schema/objects/launch.ts';
import { reentryCoverage, reentryPrediction, reentryScore } from '../../schema/objects/reentry.ts';
import { bulkTables, datasetColumns, slices } from '../../schema/release/dataset.ts';
import { oneOf, type Parameter, required, text } from './parameter.ts';
import { named, type RouteFacts } from './route.ts';

/** What a public route says of itself besides its path and forms. */
type RouteDocs = Pick<RouteFacts, 'id' | 'summary' | 'description' | 'params'> & { readonly schema: z.ZodType };

/** `meta` of a public list: links to its neighbors, and more. */
const linked = (next: string, prev: string) =>
  z
    .looseObject({ next: z.string().nullable().describe(next), prev: z.string().nullable().describe(prev) })
    .describe('About the list');
const whole = linked('Null: all of it is here', 'Null: all of it is here');

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
const arraysMeta = z.looseObject({ count: z.int().describe('How long each array is'), generated_at: generatedAt });
const events = z.object({
  data: z.array(named(event, 'Event')).describe('Newest first'),
  meta: linked('Path of what is newer; null at the newest', 'Path of the archive before; null at the oldest'),
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

/** A delta of elements, with what its `meta` has more. */
const elementDelta = (more: z.ZodRawShape) =>
  z.object({
    data: elements,
    gone: z.array(z.int()).describe('Objects that have no elements any more'),
    meta: z
      .looseObject({
        from: z.string().describe('The release before'),
        to: z.string().describe('The release that has these elements'),
        at: z.string().describe('When it was made (UTC)'),
        count: z.int().describe('How long each array is'),
        gone: z.int().describe('How many have none any more'),
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
      'Arrays of one length, one for each element, by catalog number: the smallest form that a program can propagate all of. Numbers have every digit that upstream gave. Active objects without elements are named in `meta.omitted`.',
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
      'Every element set of a set: `all`, `active`, a group such as `stations`, `payloads`, `rocket-bodies`, `debris`, an orbit class in lower case, or `launched-2026`. The ending of the path names the form: `.tle` (names padded to 24 columns, CRLF, Alpha-5 from 100,000), `.5-digit.tle` (without those), `.2le`, `.csv`, `.omm.json`, `.xml`, `.kvn` as CelesTrak writes them, `.parquet`; `.json` is the columnar form of `/elements`. `X-Elements-Omitted` counts what a form has no room for.',
    params: { set: required(text('Name of the set', /^[A-Za-z0-9-]+$/, 'a set such as stations', 'all')) },
    schema: z.object({
      data: elements,
      meta: arraysMeta.describe('About the arrays'),
    }),
  },
  '/api/v1/groups': {
    id: 'listGroups',
    summary: 'List groups',
    description:
      'Groups of objects as CelesTrak publishes them: how many objects each has, whether a source lists its members or a rule finds them, and its element files.',
    params: {},
    schema: z.object({
      data: z
        .array(
          named(group, 'Group').extend({
            files: z
              .array(
                z.looseObject({
                  format: z.string().describe('Its form, as in the ending of its path'),
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
      'New objects, reentries, significant orbit changes, and changes of status, name, operator, owner and decay date of the last 30 days, newest first; `meta.prev` leads to the archive of the month before. Also as Atom. With `type`, `since` or a parameter of pages it is a query of all events that the release knows, newest first, and needs a key; without them it is a public file.',
    params: {},
    schema: events,
  },
  '/api/v1/events/{month}': {
    id: 'listEventsOfMonth',
    summary: 'List events by month',
    description:
      'Every event of a month. The archives that there are follow each other by `meta.prev` and `meta.next`.',
    params: { month: required(text('The month', /^\d{4}-\d{2}$/, 'a month such as 2026-08', '2026-08')) },
    schema: events,
  },
  '/api/v1/changes': {
    id: 'listChanges',
    summary: 'List change sets',
    description:
      'The releases that lead to the newest one, newest first, each with its change set and its delta of elements against the one before: counts, paths, sizes and hashes. `meta.groups` has the paths of the deltas of groups. With `since` it is a query that merges what changed since a release, and needs a key; without it, it is a public file.',
    params: {},
    schema: changeIndex,
  },
  '/api/v1/changes/{release}': {
    id: 'getChanges',
    summary: 'Get the changes of a release',
    description:
      'What changed from the release before: objects added and removed, values changed with confidence and sources before and after, claims added and withdrawn. What follows from the elements is left out where an object has some: see the delta of elements.',
    params: { release: releaseParameter },
    schema: changeSet,
  },
  '/api/v1/elements/changes/{release}': {
    id: 'getElementChanges',
    summary: 'Get the elements that changed in a release',
    description:
      'Element sets that are new or other than in the release before, as the arrays of `/elements`, and in `gone` the objects that have none any more. Replace the sets of these objects, remove those that are gone, and you have `/elements/all` of the release.',
    params: { release: releaseParameter },
    schema: elementDelta({}),
  },
  '/api/v1/elements/{set}/changes/{release}': {
    id: 'getGroupElementChanges',
    summary: 'Get the elements of a group that changed in a release',
    description:
      'What `/elements/changes/{release}` is for all objects, for the file of one group: an object that entered the group is among the new sets, one that left it is in `gone`. Where `meta.from` of the `newest` one is not the release that you have, get that of `meta.from` too, and apply it first. Those of the last eight releases are kept: more are larger together than the whole file.',
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
      objects: z.int().describe('How many element sets the file of the group has in that release'),
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
      'Objects whose rate of fall, from their element sets of the last days, ends in a reentry within 60 days, the next one first: the median, and a window that is meant to hold four of five reentries. What thrusts, climbs, or falls unsteadily is left out. For a single object, an object’s page shows its prediction. Not for safety: the window is days wide until the last day.',
    params: {},
    schema: z.object({
      data: z.array(named(reentryPrediction, 'ReentryPrediction')).describe('By median'),
      meta: releaseMeta.describe('About the list'),
    }),
  },
  '/api/v1/reentries/scores': {
    id: 'listReentryScores',
    summary: 'List scores of reentry predictions',
    description:
      'Every prediction whose case is closed, the newest first: the last one made at least 1, 2, 5, 10, 20 and 30 days before the reentry, the day that the catalog gives, and whether the window holds it. An object that newer elements show in orbit after its window counts as missed. `meta.coverage` sums up by lead.',
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
      'How far positions from elements of 1, 3, 7, 14 and 30 days are off along the orbit, for each kind of orbit, as measured from the archive at the time of the release: SGP4 carries an older element set of an object to the epoch of a newer one. `meta.sql` finds the pairs in the archive’s files. A kind of orbit without enough pairs has no `ages`.',
    params: {},
    schema: accuracy.extend({
      data: z.array(named(regimeAccuracy, 'RegimeAccuracy')).describe('Kinds of orbit, the lowest first'),
    }),
  },
  '/api/v1/dataset': {
    id: 'listDatasets',
    summary: 'List datasets',
    description: 'Each slice with its rows, and the size and SHA-256 of each of its files.',
    params: {},
    schema: z.object({
      data: z
        .array(
          z.looseObject({
            slice: z.string().describe('Its name, as in its path'),
            title: z.string().describe('What it holds'),
            rows: z.int().describe('Objects in it'),
            license: z.string().describe('License of the file as a whole'),
            files: z
              .array(
                z.looseObject({
                  format: z.string().describe('json, csv or parquet; of the transmitters also trsp.tar'),
                  media_type: z.string().describe('Its media type'),
                  url: z.string().describe('Path of the file'),
                  bytes: z.int().describe('Its size, not compressed'),
                  sha256: z.string().describe('SHA-256 of those bytes'),
                }),
              )
              .describe('The slice in each of its forms'),
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
      'With the column names of the UCS Satellite Database, spelt exactly, then Orbweaver’s own. `.json`, `.csv` and `.parquet` at the end of the path name the form too, and byte ranges are answered. `transmitters` is also there as `.trsp.tar`, for gpredict.',
    params: {
      slice: required(
        oneOf('The slice', [...slices.map(({ name }) => name), ...Object.keys(bulkTables)], 'active') as Parameter<
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
