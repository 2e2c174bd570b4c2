import type { Handler, MiddlewareHandler } from 'hono';
import type { HttpEnv, RequestContext, RouteName } from './request-context.ts';

/**
 * Whose limits count a request: `keyed` requires a key; `public` counts an IP address if there is no key; `none` counts a valid key
 * only; `open` counts nobody.
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
  /** Whether the limit per second applies: not to files of the release. */
  readonly burst: boolean | ((context: RequestContext) => boolean);
  /** The token in the path of a feed: it is metered as a key. */
  readonly feedToken?: (context: RequestContext) => string;
  /** Whether a request is for this route; if not, the next route of the path answers. Default: every one is. */
  readonly only?: (context: RequestContext) => boolean;
  /** The error for other methods, if it is not the default one. */
  readonly otherMethods?: { readonly error?: string; readonly hint: string };
  /** Headers that scripts of other sites usually send, besides those of every route; null: scripts of other sites may not use this route. */
  readonly corsHeaders?: readonly string[] | null;
  /** True if the method is answered only with the reason why it is not supported. */
  readonly unlisted?: true;
  /** Runs between the limits and the handler. */
  readonly stack?: readonly MiddlewareHandler<HttpEnv>[];
  readonly handle: Handler<HttpEnv>;
}

/** A path with its parameters in braces, as Hono's router writes it. */
export const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
