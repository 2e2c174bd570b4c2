import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feedOperation } from '../../src/features/feeds/feed-operation.ts';
import { webhookRoutes } from '../../src/features/webhooks/http/webhook-routes.ts';
import { allRoutes, describeApi } from '../../src/http/api/openapi/openapi.ts';
import type { RouteFacts } from '../../src/http/api/route.ts';
import { messageRoutes } from '../../src/http/api/routes.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { clientTypes } from '../clients/client-types.ts';
import { PUBLIC_URL, type SampleServer, serveSample } from './sample-server.ts';

/**
 * The OpenAPI document: linters report no problems, everything has a description, and the examples are real responses
 * of the sample. `npm run docs:update` writes the examples and the types of the TypeScript client.
 */
const update = import.meta.env.MODE === 'update';
const root = join(import.meta.dirname, '../..');
const file = join(root, 'src/http/api/openapi/examples.json');
const committed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: Readonly<Record<string, { schema: Schema; example?: unknown; examples?: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    name: string;
    description: string;
    schema: { type: string };
    example?: unknown;
  }[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: Operation;
        readonly post?: Operation;
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { description: string }>>;
  };
  readonly tags: readonly { name: string; description: string }[];
}

const document = describeApi(PUBLIC_URL, '1.0.0', committed) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => [path, operation] as const),
);

/** Queries with short responses, for the examples. */
const exampleQueries: Readonly<Record<string, string>> = {
  listPasses: '?lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z&days=1',
  getPosition: '?at=2026-08-22T18:00:00Z&lat=52.5&lon=13.4',
  getTrack: '?from=2026-08-22T18:00:00Z&hours=0.1',
  getEphemeris: '?from=2026-08-22T18:00:00Z&hours=1',
  listGroupPasses: '?ids=25544&lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z&hours=4',
  listAbove: '?lat=52.5&lon=13.4&at=2026-08-22T18:00:00Z',
  listFieldTracks: '?lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z&exposure_s=10&ra_deg=118.8&dec_deg=31.8&radius_deg=1',
  identifyStreak: '?lat=52.5&lon=13.4&t1=2026-08-22T18:00:00Z&t2=2026-08-22T18:00:02Z&ra1=200&dec1=60&ra2=201&dec2=61',
  explainSighting: '?lat=52.5&lon=13.4&at=2026-08-22T20:00:00Z&direction=SW&height=middle',
  listSatellites: '?limit=1',
  search: '?q=hubble&limit=1',
  listBreakups: '?limit=1',
  getBreakup: '?limit=1',
  listOperators: '?limit=2',
  getOperator: '?limit=1',
  listSources: '?limit=2',
  listReentries: '?limit=1',
  getLaunch: '?limit=1',
  listTransmitters: '?limit=1',
  listSatelliteTransmitters: '?limit=1',
  listConjunctions: '?limit=1',
  listSatelliteConjunctions: '?limit=1',
};
/** Objects that have data in the sample, for routes whose example parameter has none. */
const exampleNumbers: Readonly<Record<string, string>> = {
  listValueHistory: '190075',
  listSatelliteConjunctions: '190030',
};
const pathOf = ({ id, path, params }: RouteFacts, release: string) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'release' ? release : (exampleNumbers[id] ?? String(params[name]!.example)),
  );

/** Truncates lists: an example shows the structure of a response, not its size. */
function shortened(value: unknown): unknown {
  // Vectors of three numbers stay complete.
  const vector = Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number');
  if (vector) return value;
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

/** Replaces values that change with the pipeline: release ids, and hashes and sizes of files. */
const normalized = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, 'RELEASE')
      .replace(/[0-9a-f]{64}/g, 'HASH')
      .replace(/"bytes":\d+/g, '"bytes":0'),
  ) as unknown;

/** Fails with every problem in full: its rule and its place. */
const expectNone = (problems: readonly string[]) => expect(problems, problems.join('\n')).toEqual([]);

describe('the OpenAPI document', () => {
  test('passes Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    expectNone(problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`));
  });

  test('passes Spectral’s rules for OpenAPI', async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
    const problems = await spectral.run(JSON.stringify(document));
    expectNone(problems.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`));
  });

  test('is the same at every base URL except for its links', () => {
    const at = (base: string) => JSON.stringify(describeApi(base, '1.0.0', committed));
    expect(at('https://example.org').replaceAll('https://example.org', PUBLIC_URL)).toBe(at(PUBLIC_URL));
    expect(JSON.parse(at('/')).servers).toMatchObject([{ url: '/' }]);
  });

  test('requires no property of listed satellites, because `fields` can leave them out', () => {
    const { SatelliteItem: item, SatelliteSummary: summary } = document.components.schemas as unknown as Record<
      string,
      { required?: string[]; properties: object }
    >;
    expect(item?.required).toBeUndefined();
    expect(Object.keys(item!.properties)).toEqual(Object.keys(satellite.shape));
    expect(summary!.required!.length).toBeGreaterThan(20);
  });

  test('has a unique id, a summary and a description for every operation', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(
      [...allRoutes, ...messageRoutes, ...webhookRoutes, feedOperation]
        .map(({ id }) => id)
        .concat('runSql')
        .sort(),
    );
    for (const [path, { summary, description }] of operations) {
      expect(summary, path).toMatch(/^[A-Z][^.]{5,80}$/);
      expect(description, path).toMatch(/^[A-Z].{20,}\.$/s);
    }
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(/\S{3}/);
  });

  test('describes every parameter and header, and constrains what parameters accept', () => {
    for (const [path, { parameters }] of operations)
      for (const { name, description, schema, example } of parameters ?? []) {
        expect(description, `${path} ${name}`).toMatch(/^[A-Z].{7,}/s);
        const unconstrained = schema.type !== 'boolean' && Object.keys(schema).length < 2;
        expect(unconstrained, `${path} ${name} has no constraint`).toBe(false);
        expect(example, `${path} ${name}`).toBeDefined();
      }
    for (const [name, { description }] of Object.entries(document.components.headers))
      expect(description, name).toMatch(/^[A-Z].{7,}/s);
  });

  test('describes every property of every schema', () => {
    const undescribed: string[] = [];
    const visit = (schema: Schema, at: string): void => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const description = property.description ?? property.allOf?.find((part) => part.description)?.description;
        if (property.$ref === undefined && !description) undescribed.push(`${at}.${name}`);
        visit(property, `${at}.${name}`);
      }
      if (schema.items) visit(schema.items, `${at}[]`);
      if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${at}{}`);
      for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(part, at);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name);
    for (const [path, { responses }] of operations)
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const [type, { schema }] of Object.entries(content)) visit(schema, `${path} ${status} ${type}`);
    expect(undescribed).toEqual([]);
  });

  test('describes exactly the headers that its responses have', () => {
    const used = new Set(
      operations.flatMap(([, { responses }]) =>
        Object.values(responses).flatMap(({ headers = {} }) =>
          Object.entries(headers).map(([name, { $ref }]) => {
            expect($ref).toBe(`#/components/headers/${name}`);
            return name;
          }),
        ),
      ),
    );
    expect([...used].sort()).toEqual(Object.keys(document.components.headers).sort());
  });

  test('has types of the TypeScript client that are up to date', async () => {
    const types = join(root, 'clients/typescript/openapi.ts');
    const now = await clientTypes();
    if (update) writeFileSync(types, now);
    expect(readFileSync(types, 'utf8') === now, 'clients/typescript/openapi.ts is outdated: npm run docs:update').toBe(
      true,
    );
  });

  test('has an example for every error', () => {
    for (const [path, { responses }] of operations)
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) >= 400)
          expect(Object.keys(content?.['application/json']?.examples ?? {}), `${path} ${status}`).not.toEqual([]);
  });
});

describe('the examples', () => {
  let server: SampleServer;
  const responses: Record<string, unknown> = {};
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);

  beforeAll(async () => {
    server = await serveSample();
    for (const route of allRoutes) {
      const response = await server.get(`${pathOf(route, server.served.id!)}${exampleQueries[route.id] ?? ''}`);
      expect(response.status, route.path).toBe(200);
      responses[route.id] = /^application\/(geo\+)?json/.test(route.responses[0].type)
        ? shortened(response.json())
        : response.body.toString();
    }
    ajv.addSchema({ $id: 'https://api/', ...document });
  });
  afterAll(() => server?.remove());

  test('are up to date', () => {
    if (update) {
      // One line per route, so that a changed example is one line of a diff.
      const lines = Object.entries(responses).map(
        ([id, response]) => `${JSON.stringify(id)}: ${JSON.stringify(response)}`,
      );
      writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
    } else
      for (const { id, path } of allRoutes)
        expect(normalized(committed[id]), `the example of ${path} is outdated: npm run docs:update`).toEqual(
          normalized(responses[id]),
        );
  });

  test.each(allRoutes.map((route) => [route.path, route] as const))(
    '%s has a real response of the sample',
    (path, route) => {
      const example = committed[route.id];
      const type = route.responses[0].type.split(';')[0]!;
      const content = document.paths[path]!.get.responses[200]!.content![type]!;
      expect(content.example).toEqual(example);
      const pointer = ['paths', path, 'get', 'responses', '200', 'content', type, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const validate = ajv.compile({ $ref: `https://api/#/${pointer}` });
      expect(validate(example), ajv.errorsText(validate.errors)).toBe(true);
    },
  );

  test('and every response to a documented value of a parameter have the documented form', async () => {
    const problems: string[] = [];
    let validated = 0;
    for (const route of allRoutes) {
      const path = pathOf(route, server.served.id!);
      const usual = new URLSearchParams(exampleQueries[route.id] ?? '');
      for (const [name, { json, example }] of Object.entries({ ...route.query, ...route.keyedQuery })) {
        if (name === 'release') continue;
        const { enum: values = (json.items as { enum?: string[] })?.enum } = json as { enum?: string[] };
        // A release that is no longer kept is an error of its own.
        const since = path.endsWith('/changes') ? server.served.id! : example;
        const given = values ?? (json.type === 'boolean' ? ['true', 'false'] : [name === 'since' ? since : example]);
        for (const value of given) {
          const query = new URLSearchParams(usual);
          query.set(name, String(value));
          const response = await server.get(`${path}?${query}`);
          const type = String(response.headers['content-type']).split(';')[0]!;
          const content = document.paths[route.path]!.get.responses[response.status]?.content?.[type];
          const what = `${route.path}?${query}: ${response.status} ${type}`;
          if (!content) problems.push(`${what} is not documented`);
          if (!content || type !== 'application/json') continue;
          const pointer = ['paths', route.path, 'get', 'responses', String(response.status), 'content', type, 'schema']
            .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
            .join('/');
          const validate = ajv.compile({ $ref: `https://api/#/${pointer}` });
          if (!validate(response.json())) problems.push(`${what} ${ajv.errorsText(validate.errors).slice(0, 300)}`);
          validated += 1;
        }
      }
    }
    expectNone(problems);
    expect(validated).toBeGreaterThan(300);
  });

  test('exist for every route and no other, and are small', () => {
    expect(Object.keys(committed).sort()).toEqual(allRoutes.map(({ id }) => id).sort());
    expect(JSON.stringify(committed).length / allRoutes.length).toBeLessThan(1200);
  });
});
