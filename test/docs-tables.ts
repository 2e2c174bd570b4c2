import type { z } from 'zod';
import { UCS_ORBIT_TYPE } from '../pipeline/codes/orbit-type.ts';
import { campaignDays, longestGapDays, seedDays, thresholds } from '../pipeline/diff/thresholds.ts';
import { effort } from '../pipeline/publish/compress.ts';
import { expressions } from '../pipeline/publish/files/dataset.ts';
import { limits } from '../pipeline/publish/gates.ts';
import { currentBecause, sourceOrders, trustOf } from '../pipeline/resolve/confidence.ts';
import { catchUpDays, comparisons, elementsAfterDays } from '../pipeline/resolve/judge.ts';
import { lineages } from '../pipeline/resolve/lineage.ts';
import { implausible } from '../pipeline/resolve/plausible.ts';
import { followsName } from '../pipeline/resolve/resolve.ts';
import { accountSources, sources } from '../pipeline/sources/sources.ts';
import { keylessBurst, tiers } from '../src/accounts/keys/tier.ts';
import { readConfig, settingRules } from '../src/config.ts';
import { mcpLimit, mcpPath } from '../src/features/mcp/mcp-endpoint.ts';
import { answeringObjectives, freshnessObjectives } from '../src/http/ops/service-levels.ts';
import { pages } from '../src/http/page-routes.ts';
import { alpha5 } from '../src/orbit/formats/tle.ts';
import { event } from '../src/schema/changes/event.ts';
import { columns } from '../src/schema/field.ts';
import { glossary } from '../src/schema/glossary.ts';
import { claim, reject, verdict } from '../src/schema/objects/claim.ts';
import type { Comparison } from '../src/schema/objects/comparison.ts';
import { precedence, rules } from '../src/schema/objects/confidence.ts';
import { elementSet } from '../src/schema/objects/elements.ts';
import { groupDefinitions } from '../src/schema/objects/group.ts';
import { launch } from '../src/schema/objects/launch.ts';
import { operator } from '../src/schema/objects/operator.ts';
import { groupRecord } from '../src/schema/objects/record.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { radioBands } from '../src/schema/objects/transmitter.ts';
import { transmitterColumns } from '../src/schema/objects/transmitter-data.ts';
import { type DatasetColumn, datasetColumns, slices, sourceColumns } from '../src/schema/release/dataset.ts';
import { openColumns } from '../src/schema/release/open-data.ts';
import { publicRoutes } from '../src/schema/release/public-route.ts';
import { mirrorSetting, publishers } from '../src/schema/release/publishers.ts';
import { ownSource, source } from '../src/schema/release/source.ts';
import { stats } from '../src/schema/statistics/stats.ts';
import {
  activeStatuses,
  confidences,
  dispositions,
  eventTypes,
  objectClasses,
  orbitClasses,
  statuses,
} from '../src/schema/vocabulary.ts';
import { storedDataTable } from './accounts/stored-data.ts';
import { apiTables } from './api/api-tables.ts';
import { benchTables } from './bench-tables.ts';
import { cliTables } from './cli-tables.ts';
import { requestRows } from './fetch/month.ts';
import { type Cell, code, list, table } from './markdown.ts';
import { mcpTables } from './mcp-tables.ts';
import { webhookTables } from './webhooks/webhook-tables.ts';

const noRequests = { all: 0, good: 0 };
const thousands = (value: number) => value.toLocaleString('en-US');

/** A row for each upstream file and reason: its columns that are used, and those that are not, with why. */
function columnTable(): string {
  return table(
    ['Source', 'File', 'Columns', 'Use'],
    [...sources, ...accountSources].flatMap(({ short_name, files }) =>
      files.flatMap(({ path, row }) => {
        const uses = Map.groupBy(Object.entries(row.shape), ([, schema]) => {
          const because = (schema as z.ZodType).meta()?.['because'];
          return because === undefined ? 'used' : `not used: ${because}`;
        });
        const file = path.replace(/\?.*/, '').split('/').findLast(Boolean) ?? path;
        return [...uses].map(([use, entries]) => [short_name, code(file), list(entries.map(([name]) => name)), use]);
      }),
    ),
  );
}

/** One row per field: name, type, unit, meaning, and example, from the schema. */
function fieldTable(record: z.ZodObject): string {
  return table(
    ['Field', 'Type', 'Unit', 'Meaning', 'Example'],
    columns(record).map(({ name, sql, json, nullable, unit, meaning, allowed, example }) => [
      code(name),
      `${json ? 'decimal text, a number in JSON' : sql.replace('[]', ' list')}${nullable ? ', or null' : ''}`,
      unit,
      `${meaning}${allowed ? ` (${allowed.map(code).join(', ')})` : ''}`,
      code(JSON.stringify(example)),
    ]),
  );
}

function statsTable(): string {
  const rows = (shape: object, prefix: string): Cell[][] =>
    Object.entries(shape).flatMap(([name, schema]: [string, z.ZodType & { shape?: object }]) =>
      schema.shape
        ? rows(schema.shape, `${prefix}${name}.`)
        : [[code(prefix + name), schema.description ?? `Objects by ${name.replaceAll('_', ' ')}`]],
    );
  return table(['Field', 'Meaning'], rows(stats.shape, ''));
}

function compared(comparison: Comparison, window: number | null): string {
  const words = {
    keys: () => 'they share a key',
    days: () =>
      comparison.how === 'days' && comparison.slack > 0
        ? `the dates they allow are at most ${comparison.slack} days apart`
        : 'the dates they allow overlap',
    number: () =>
      comparison.how === 'number'
        ? `they differ by at most ${comparison.absolute}${comparison.relative > 0 ? ` or ${comparison.relative * 100} %, whichever is larger` : ''}`
        : '',
    never: () => 'never: not compared',
  }[comparison.how]();
  return window === null ? words : `${words}; only claims observed within ${window} days of each other are compared`;
}

function comparisonTable(): string {
  const groups = Map.groupBy(Object.entries(comparisons), ([, { comparison, window, because }]) =>
    JSON.stringify([comparison, window, because]),
  );
  return table(
    ['Fields', 'Two claims agree if', 'Reason or method'],
    [...groups.values()].map((entries) => [
      list(entries.map(([field]) => field)),
      compared(entries[0]![1].comparison, entries[0]![1].window),
      entries[0]![1].because,
    ]),
  );
}

const columnRows = (chosen: readonly DatasetColumn[]) =>
  chosen.map(({ name, type, meaning }) => [code(name), type, meaning]);
/** The record's fields that a UCS column is computed from, parsed from the pipeline’s expressions. */
function fieldsOf(name: string): string {
  const sql = expressions[name] ?? '';
  const ownFields = [...sql.matchAll(/\bs\.(\w+)/g)].map(([, field]) => code(field!));
  const joined: readonly (readonly [RegExp, string])[] = [
    [/\bm\.name/, `name of ${code('manufacturer_country')}`],
    [/\bu\.name/, 'its name'],
    [/\bx\./, `${code('provenance')}: fields that are ${code('CONFLICTING')}`],
    [/\bo\./, `the selected claim for ${code('apogee_km')}`],
  ];
  const fromJoins = joined.filter(([pattern]) => pattern.test(sql)).map(([, words]) => words);
  return [...new Set(ownFields), ...fromJoins].join(', ') || 'nothing';
}

const firstSource = datasetColumns.indexOf(sourceColumns[0]!);

/** Every table of the documentation that is generated from the code, by the name in its marker. */
export const tables: Readonly<Record<string, () => string>> = {
  ...apiTables,
  ...cliTables,
  ...mcpTables,
  ...benchTables,
  'stored-data': storedDataTable,
  ...webhookTables,
  trust: () =>
    table(
      ['Source', 'Slug', 'Trust', 'Terms', 'Update schedule'],
      [
        ...publishers.map(({ name, slug, url, license, license_url, refresh }) => [
          `[${name}](${url})`,
          code(slug),
          trustOf(slug),
          `[${license}](${license_url})`,
          refresh,
        ]),
        [
          'Orbweaver itself',
          code(ownSource.slug),
          'that of its inputs',
          ownSource.license,
          'computed from other values in every release',
        ],
      ],
    ),
  attribution: () =>
    table(
      ['Source', 'Attribution'],
      publishers.map(({ name, attribution }) => [name, attribution]),
    ),
  terms: () =>
    table(
      ['Source', 'Terms'],
      publishers.map(({ short_name, terms }) => [short_name, terms]),
    ),
  mirrors: () =>
    table(
      ['Setting', 'Default'],
      publishers.map(({ slug, base }) => [code(mirrorSetting(slug)), code(base)]),
    ),
  'upstream-columns': columnTable,
  lineage: () =>
    table(
      ['Fields', 'Counted as one source', 'Reason'],
      lineages.map(({ fields, sources: together, because }) => [list(fields), list(together), because]),
    ),
  comparison: comparisonTable,
  catchup: () =>
    table(
      ['Constant', 'Value'],
      [
        ['Days that a catalog may take to record a change', catchUpDays],
        [
          'Days after a reported reentry from which new elements show that the object is still in orbit',
          elementsAfterDays,
        ],
      ],
    ),
  precedence: () =>
    Object.values(precedence)
      .map((reason, index) => `${index + 1}. ${reason}`)
      .join('\n'),
  'source-orders': () =>
    table(
      ['Fields', 'Order', 'Can two others outvote the first?', 'Reason'],
      sourceOrders.map(({ fields, order, outvotable, because }) => [
        list(fields),
        order.map(code).join(', then '),
        outvotable ? 'yes' : 'no',
        because,
      ]),
    ),
  'present-dates': () =>
    table(
      ['Source', 'A statement about the present is of'],
      publishers.map(({ name, slug }) => {
        const because = currentBecause(slug);
        return [
          name,
          because === null
            ? 'the date of its entry; without one it is not compared'
            : `the day of the release: ${because}`,
        ];
      }),
    ),
  follows: () => list(followsName),
  implausible: () =>
    table(
      ['Value', 'Result', 'Reason'],
      implausible.map(({ what, outcome, because }) => [
        what,
        'heldOut' in outcome ? `rejected as ${code(outcome.heldOut)}` : `CONFLICTING by ${code(outcome.conflicting)}`,
        because,
      ]),
    ),
  confidence: () =>
    table(
      ['Rule', 'Confidence', 'Sentence'],
      Object.entries(rules).map(([rule, { confidence, sentence }]) => [code(rule), code(confidence), sentence]),
    ),
  vocabulary: () =>
    table(
      ['Enumeration', 'Values'],
      Object.entries({
        object_class: objectClasses,
        operational_status: statuses,
        'counted as active': activeStatuses,
        orbit_class: orbitClasses,
        disposition: dispositions,
        confidence: confidences,
        'type of event': eventTypes,
      }).map(([name, values]) => [name, list(values)]),
    ),
  group: () => fieldTable(groupRecord),
  glossary: () =>
    table(
      ['Word', 'Meaning'],
      Object.entries(glossary).map(([word, { title, meaning }]) => [`<span id="${word}">${title}</span>`, meaning]),
    ),
  satellite: () => fieldTable(satellite),
  claim: () => fieldTable(claim),
  verdict: () => fieldTable(verdict),
  elements: () => fieldTable(elementSet),
  event: () => fieldTable(event),
  launch: () => fieldTable(launch),
  operator: () => fieldTable(operator),
  source: () => fieldTable(source),
  reject: () => fieldTable(reject),
  stats: statsTable,
  slices: () =>
    table(
      ['Slice', 'Contents'],
      slices.map(({ name, title }) => [code(name), title]),
    ),
  'radio-bands': () =>
    table(
      ['`band`', 'From (MHz)', 'To, not included (MHz)'],
      Object.entries(radioBands).map(([name, [from, to]]) => [code(name), String(from / 1e6), String(to / 1e6)]),
    ),
  'transmitter-columns': () => table(['Column', 'Type', 'Contents'], columnRows(transmitterColumns)),
  'open-columns': () => table(['Column', 'Type', 'Holds'], columnRows(openColumns)),
  'ucs-columns': () =>
    table(
      ['Column', 'Type', 'Contents', 'From'],
      datasetColumns.slice(0, firstSource).map((column) => [...columnRows([column])[0]!, fieldsOf(column.name)]),
    ),
  'own-columns': () =>
    table(['Column', 'Type', 'Contents'], columnRows(datasetColumns.slice(firstSource + sourceColumns.length))),
  'source-columns': () =>
    table(
      ['In CSV', 'In JSON and Parquet'],
      sourceColumns.map(({ name }) => [code('Source'), code(name)]),
    ),
  'orbit-types': () =>
    table(
      [code('orbit_type'), 'Type of Orbit'],
      Object.entries(UCS_ORBIT_TYPE).map(([type, word]) => [code(type), word ?? 'empty: UCS has no equivalent']),
    ),
  routes: () =>
    table(
      ['Path', '`format`, default first', 'Shared cache lifetime (s)'],
      publicRoutes.map(({ path, forms, sharedMaxAge }) => [code(path), forms.join(', '), thousands(sharedMaxAge)]),
    ),
  tiers: () =>
    table(
      ['', 'Requests per day', 'Requests per second', 'Active keys', 'Webhooks'],
      [
        ...Object.entries(tiers).map(([name, { daily, burst, keys, webhooks }]) => [
          name === 'enterprise' ? 'Enterprise, until custom limits are set' : name[0]!.toUpperCase() + name.slice(1),
          thousands(daily),
          burst,
          keys,
          webhooks,
        ]),
        ['Without a key, per IP address', readConfig({}, '/nowhere').anonymousDailyQuota, keylessBurst, 'none', 'none'],
      ],
    ),
  'page-limits': () =>
    table(
      ['Path', 'Burst', 'Then per second', 'Concurrent'],
      [...pages, { paths: [mcpPath], limit: mcpLimit }].flatMap(({ paths, limit }) =>
        limit ? [[list(paths), limit.burst, limit.perSecond, limit.atOnce]] : [],
      ),
    ),
  schedule: () =>
    table(
      ['Source', 'Update schedule'],
      publishers.map(({ name, refresh }) => [name, refresh]),
    ),
  objectives: () =>
    table(
      ['Objective', 'Target'],
      [
        ...answeringObjectives({ answers: noRequests, api: noRequests, pages: noRequests }),
        ...freshnessObjectives(null, new Date(0)),
      ].map(({ name, objective }) => [name, objective]),
    ),
  alpha5: () => {
    const letters = Array.from({ length: 24 }, (_, index) => [alpha5((index + 10) * 10_000)![0]!, index + 10] as const);
    const rows = [letters.slice(0, 12), letters.slice(12)];
    return rows
      .map((row) =>
        table(
          row.map(([letter]) => code(letter)),
          [row.map(([, digits]) => digits)],
        ),
      )
      .join('\n\n');
  },
  settings: () =>
    table(
      ['Setting', 'Allowed values'],
      settingRules().map(({ name, expected }) => [code(name), expected]),
    ),
  thresholds: () =>
    table(
      ['Orbit class', 'Semi-major axis (km)', 'Inclination (degrees)', 'Eccentricity'],
      Object.entries(thresholds).map(([orbit, limit]) => [
        orbit,
        limit.semi_major_axis_km,
        limit.inclination_deg,
        limit.eccentricity,
      ]),
    ),
  'event-days': () =>
    table(
      ['Limit', 'Days'],
      [
        ['Longest gap between two element sets that are compared', longestGapDays],
        ['A change this soon after the object’s last one continues it and is not reported again', campaignDays],
        ['Before the first release: launches and decays that are its first events', seedDays],
      ],
    ),
  requests: () =>
    table(
      ['Publisher', 'Files', 'Requests', 'Most per day for one file', 'Shortest interval', 'Publisher’s policy'],
      requestRows(),
    ),
  groups: () =>
    table(
      ['Group', 'Contents', 'If CelesTrak’s list is missing'],
      groupDefinitions.map(({ slug, title, rule }) => [code(slug), title, rule?.words ?? 'absent']),
    ),
  'group-errors': () =>
    table(
      ['Group', 'CelesTrak’s list of', 'Objects of it in the release', 'Missed by the rule', 'Other matches'],
      groupDefinitions.flatMap(({ slug, rule }) => {
        if (!rule?.error) return [];
        const { list, listed, missed, others } = rule.error;
        return [[code(slug), list, ...[listed, missed, others].map((count) => count.toLocaleString('en-US'))]];
      }),
    ),
  gates: () =>
    table(
      ['Compared with the release before', 'At most'],
      [
        ['Objects lost', `${limits.lostObjects * 100} %`],
        ['Values lost in one column', `${limits.lostValues * 100} %, or ${limits.lostValuesFloor} if that is more`],
      ],
    ),
  effort: () =>
    table(
      ['File', 'brotli', 'gzip', 'zstd'],
      (
        [
          ['elements, any size', 1, true],
          ['under 256 KiB', 1, false],
          ['under 4 MiB', 2 ** 18, false],
          ['4 MiB and more', 2 ** 22, false],
        ] as const
      ).map(([what, bytes, often]) => {
        const { brotli, gzip, zstd } = effort(bytes, often);
        return [what, brotli, gzip, zstd];
      }),
    ),
};
