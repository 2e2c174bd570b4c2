import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../errors.ts';
import type { Forms } from '../negotiate.ts';
import type { OpenedRelease } from '../opened-release.ts';
import type { RequestContext } from '../request-context.ts';
import type { RouteResponse } from '../respond.ts';
import type { AsOf } from './archive/as-of.ts';
import type { Parameters, Values } from './parameter.ts';

/** The groups of operations in the documentation. */
export const tags = {
  Satellites: 'Objects, one by one or filtered, with the sources of each value',
  Orbits: 'Orbital elements of one object, as a TLE and as a CCSDS Orbit Mean-Elements Message',
  Radio: 'Transmitters of objects, from SatNOGS DB under CC BY-SA 4.0',
  Search: 'Objects by name, number, or designator',
  Operators: 'Operators of satellites',
  Catalog: 'The catalog as a whole: sources, statistics, reentries',
  'Close approaches': 'Predicted from public element sets; not for operations',
  SQL: 'Queries over the published tables',
  Feeds: 'Secret addresses for calendars, sensors, and spreadsheets, which cannot send a key',
  Webhooks: 'Signed messages to a URL of yours when the catalog changes',
  'Public files': 'Files of the release that need no key: elements, events, launches, datasets',
} as const;

/** One format of a route's response. */
export interface ResponseForm {
  /** Media type, with its charset. */
  readonly type: string;
  readonly schema: z.ZodType;
}

/** The formats of a 200, one per media type: the first with its schema, the others as text. */
export function responseForms(forms: Forms, schema: z.ZodType): readonly [ResponseForm, ...ResponseForm[]] {
  const [first, ...others] = new Set(Object.values(forms));
  return [{ type: first!, schema }, ...others.map((type) => ({ type, schema: z.string() }))];
}

/** The parameters, body and responses of an operation. Documentation and tests are generated from it. */
export interface Operation<P extends Parameters = Parameters, Q extends Parameters = Parameters> {
  /** Permanent identifier (OpenAPI's operationId). */
  readonly id: string;
  /** GET by default. */
  readonly method?: 'get' | 'post' | 'patch' | 'delete';
  /** Path with its parameters in braces. */
  readonly path: `/api/v1/${string}` | `/feeds/${string}`;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  readonly access: 'keyed' | 'public';
  readonly params: P;
  readonly query: Q;
  /** For a public file: parameters that turn a request for the same path into a query of the release, which requires a key. */
  readonly keyedQuery?: Parameters;
  /** The JSON that is sent. */
  readonly body?: z.ZodObject;
  /** Status of a success, 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Headers of some of its successes, besides those that every operation has. */
  readonly headers?: readonly ('X-Stale-Warning' | 'X-Elements-Omitted')[];
  /** The formats of a success, the default one first; empty if it has no body. */
  readonly responses: readonly ResponseForm[];
  /** Errors of its own, besides those that every operation has. */
  readonly errors: readonly ErrorCode[];
}

/** The facts of a route that reads the catalog. */
export interface RouteFacts<P extends Parameters = Parameters, Q extends Parameters = Parameters>
  extends Operation<P, Q> {
  readonly responses: readonly [ResponseForm, ...ResponseForm[]];
  /**
   * The store that the route reads if the release of a time is no longer kept: the archive (`archive`; `asOf.release` is
   * null), or a catalog rebuilt from it (`catalog`).
   */
  readonly fromArchive?: 'archive' | 'catalog';
  /**
   * The parameter without which the response depends on the time of the request, or `always`. An earlier copy then
   * counts as modified even if the release is the same.
   */
  readonly ofNow?: 'at' | 'from' | 'to' | 'always';
  /** Whether it is one of the `LargeResponses`. */
  readonly large?: true;
  /** Whether its handler computes for long, so that its requests are queued by client. */
  readonly computes?: true;
}

/** Arguments of a handler: typed values, and the release to read from. */
export interface RouteRequest<P extends Parameters, Q extends Parameters> {
  readonly context: RequestContext;
  /** The served release, or the one of the time that `as_of` names. */
  readonly from: OpenedRelease;
  /** The requested time; null if there is none. */
  readonly asOf: AsOf | null;
  readonly params: Values<P>;
  readonly query: Values<Q>;
}

/** A route: its facts, and its handler. */
export interface Route<P extends Parameters = Parameters, Q extends Parameters = Parameters> extends RouteFacts<P, Q> {
  /** Throws ApiError. */
  readonly handle: (request: RouteRequest<P, Q>) => RouteResponse | Promise<RouteResponse>;
}

/** Declares a route, so that its handler has the types of its parameters. */
export function route<P extends Parameters, Q extends Parameters>(
  facts: RouteFacts<P, Q>,
  handle: Route<P, Q>['handle'],
): Route {
  return { ...facts, handle } as unknown as Route;
}

/**
 * A schema under its own name in the description of the API. Returns a copy with the name, because schemas in
 * src/schema are created before zod's OpenAPI extension may be loaded.
 */
export function named<S extends z.ZodObject>(schema: S, name: string): S {
  return schema.clone().openapi(name) as S;
}
