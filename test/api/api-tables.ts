import { costs, passesCost } from '../../src/features/sky/http/cost.ts';
import { sqlLimits } from '../../src/features/sql/sql-message.ts';
import { allRoutes } from '../../src/http/api/openapi/openapi.ts';
import { headerComponents } from '../../src/http/api/openapi/openapi-headers.ts';
import type { Parameter } from '../../src/http/api/parameter.ts';
import type { RouteFacts } from '../../src/http/api/route.ts';
import { errors } from '../../src/http/errors.ts';
import { stages, synonyms } from '../../src/query/search/rewrites.ts';
import { sqlTables } from '../../src/schema/sql/sql-tables.ts';
import { confidences } from '../../src/schema/vocabulary.ts';
import { type Cell, code, list, table } from '../markdown.ts';

const shortPath = ({ path }: RouteFacts) => path.replace('/api/v1', '');

/** The values that a parameter accepts, as its 400 response lists them. */
function accepts({ allowed, json }: Parameter): string {
  const items = json.items as { readonly enum?: readonly string[] } | undefined;
  if (items?.enum && allowed.length > 20) return 'field names, separated by commas';
  if (items?.enum) return `${list(allowed)}; several separated by commas`;
  if (items && allowed.length > 1) return `${list(confidences)}, or \`field:LEVEL\`; several separated by commas`;
  const fixed = json.enum !== undefined || json.type === 'boolean';
  return fixed ? list(allowed) : allowed.join(', ');
}

/** One row per parameter: routes share it if its meaning and its allowed values are the same. */
function parameterRows(routes: readonly RouteFacts[], from: 'params' | 'query'): Cell[][] {
  const all = routes.flatMap((route) =>
    Object.entries(route[from]).map(([name, parameter]) => ({ name, parameter, route })),
  );
  const groups = Map.groupBy(all, ({ name, parameter }) =>
    JSON.stringify([name, parameter.meaning, accepts(parameter)]),
  );
  return [...groups.values()].map((uses) => {
    const { name, parameter } = uses[0]!;
    const { meaning, json, required } = parameter;
    const byDefault = required ? 'required' : json.default === undefined ? '' : code(String(json.default));
    return [
      code(name),
      accepts(parameter),
      byDefault,
      meaning,
      uses.map(({ route }) => code(shortPath(route))).join(', '),
    ];
  });
}

/** The tables of the API documentation, by the name in their marker. */
export const apiTables: Readonly<Record<string, () => string>> = {
  'api-routes': () =>
    table(
      ['GET', 'Returns', 'Key', 'Formats, default first'],
      allRoutes.map((route) => [
        code(route.path),
        route.summary,
        route.access === 'keyed' ? 'required' : 'no',
        route.responses.map(({ type }) => code(type.split(';')[0]!)).join(', '),
      ]),
    ),
  'api-path-parameters': () =>
    table(['Path parameter', 'Allowed values', 'Default', 'Meaning', 'Routes'], parameterRows(allRoutes, 'params')),
  'api-parameters': () =>
    table(['Parameter', 'Allowed values', 'Default', 'Meaning', 'Routes'], parameterRows(allRoutes, 'query')),
  'api-errors': () =>
    table(
      ['Status', 'Code', 'What happened', 'What to do'],
      Object.entries(errors)
        .map(([name, { status, error, hint }]) => [status, code(name), error, hint] as const)
        .sort(([one], [other]) => one - other),
    ),
  'api-headers': () =>
    table(
      ['Header', 'Meaning'],
      Object.entries(headerComponents).map(([name, { description }]) => [code(name), description]),
    ),
  'sql-limits': () =>
    table(
      ['What', 'Limit', 'Beyond it'],
      [
        ['Time', `${sqlLimits.milliseconds / 1000} s`, '408 `query_timeout`'],
        ['Rows of the result', sqlLimits.rows.toLocaleString('en'), '400 `invalid_query`: nothing is cut off silently'],
        ['Bytes of the result', `${sqlLimits.bytes / 2 ** 20} MB`, '400 `invalid_query`'],
        ['Memory', `${sqlLimits.memoryMegabytes} MB`, '400 `invalid_query`'],
        ['Length of the query', `${sqlLimits.queryLength.toLocaleString('en')} characters`, '400 `invalid_query`'],
        ['Queries of one key, running and waiting', '2', '429 `too_many_queries`'],
        ['Queries of all keys, waiting', '16', '503 `queries_busy`'],
        ['Quota', `counts as ${sqlLimits.requests} requests`, '429 `daily_quota_exceeded`'],
      ],
    ),
  'sql-tables': () =>
    table(
      ['Table', 'Rows', 'License'],
      sqlTables.map(({ name, meaning, license }) => [code(name), meaning, license]),
    ),
  'sql-columns': () =>
    table(
      ['Table', 'Column', 'Type', 'Meaning'],
      sqlTables.flatMap(({ name, columns }) =>
        columns.map(({ name: column, type, meaning, unit }) => [
          code(name),
          code(column),
          code(type),
          unit ? `${meaning} (${unit})` : meaning,
        ]),
      ),
    ),
  'sky-costs': () =>
    table(
      ['Route', 'Bound', 'Counts'],
      [
        [code('/satellites/{norad_cat_id}/position'), 'one time', 'one'],
        [
          code('/satellites/{norad_cat_id}/ephemeris'),
          '10,000 rows',
          `one for every ${costs.ephemerisRows.toLocaleString('en-US')} rows started`,
        ],
        [
          code('/satellites/{norad_cat_id}/passes'),
          '10 days; with `transmitter`, 10,000 rows of frequencies',
          `one; with \`transmitter\`, one for every ${costs.ephemerisRows.toLocaleString('en-US')} rows started`,
        ],
        [
          code('/passes'),
          '500 objects, 48 hours',
          `one for every ${costs.passObjectHours.toLocaleString('en-US')} objects × hours started: 500 objects for 48 hours count ${passesCost(500, 48)}`,
        ],
        [code('/above'), 'one time', 'one'],
        [
          code('/fov'),
          'one hour, 20,000 positions',
          `one for every ${costs.fieldSeconds} seconds of exposure started, and twice to ${costs.hemisphere} times as many for a radius of 42 to 90°`,
        ],
        [code('/identify'), '30 minutes before and after', `one for every ${costs.fieldSeconds} seconds searched`],
        [code('/sightings'), '30 minutes before and after', `one for every ${costs.fieldSeconds} seconds searched`],
      ],
    ),
  synonyms: () =>
    table(
      ['Typed', 'Also searched'],
      [...synonyms, ...stages].map(([typed, filed]) => [
        code(typed),
        filed === '' ? 'the rest without it' : code(filed),
      ]),
    ),
};
