import type { Handler, HonoRequest, MiddlewareHandler } from 'hono';
import type { HttpEnv, RequestContext, RouteName } from './request-context.ts';

/**
 * How a request is metered: `keyed` requires a key; `public` counts against an IP address if there is no key; `none`
 * counts only a valid key; `open` is not metered.
 */
type Access = 'keyed' | 'public' | 'none' | 'open';

/** A route of this server: its facts and its handler. Methods, preflights, limits, metrics and errors follow from the facts. */
export interface ServedRoute extends RouteName {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** The route's paths as Hono's router writes them. */
  readonly paths: readonly string[];
  readonly access: Access;
  /** Whether it only reads the catalog: an operator may open such a keyed route to requests without a key. */
  readonly readsCatalog?: true;
  /** Whether the limit per second applies; it does not for files of the release. */
  readonly burst: boolean | ((context: RequestContext) => boolean);
  /** The token that the path of a feed has; it is metered like a key. */
  readonly feedToken?: (request: HonoRequest) => string;
  /** Whether a request is for this route; if not, the next route of the path answers. Default: every one is. */
  readonly only?: (context: RequestContext) => boolean;
  /** The error for other methods, if it is not the default one. */
  readonly otherMethods?: { readonly error?: string; readonly hint: string };
  /**
   * Headers that scripts of other sites usually send, besides those of every route; null: scripts of other sites may not use this route.
   */
  readonly corsHeaders?: readonly string[] | null;
  /** True if the method only gets an error that explains why it is not supported. */
  readonly unlisted?: true;
  /** Runs between the limits and the handler. */
  readonly stack?: readonly MiddlewareHandler<HttpEnv>[];
  readonly handle: Handler<HttpEnv>;
}

/** A path with its parameters in braces, as Hono's router writes it. */
export const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
