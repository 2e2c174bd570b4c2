import type { z } from '@hono/zod-openapi';

/**
 * A schema under a name of its own in the description of the API. Schemas of the house are made before the OpenAPI
 * extension of zod may be loaded: a copy has it.
 */
export function named<S extends z.ZodObject>(schema: S, name: string): S {
  return schema.clone().openapi(name) as S;
}
