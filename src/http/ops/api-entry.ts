import type { Handler } from 'hono';
import { publicCacheControl } from '../../schema/release/public-route.ts';
import { describedOperations } from '../api/openapi/openapi.ts';
import { currentRelease, type HttpEnv } from '../request-context.ts';
import { jsonResponse, respond } from '../respond.ts';

const DAY_SECONDS = 86_400;

/** Sends the entry point of the API: its version, the address of its description, and its routes. */
export const apiEntry =
  (version: string): Handler<HttpEnv> =>
  ({ env: { context } }) => {
    const { base } = context;
    const routes = describedOperations.map(({ method = 'get', path, access, summary }) => ({
      method: method.toUpperCase(),
      path,
      access,
      summary,
    }));
    const data = {
      name: 'Orbweaver',
      version,
      documentation: `${base}/docs/api/`,
      openapi: `${base}/openapi.json`,
      sources: `${base}/api/v1/sources`,
      license: 'ODbL-1.0',
      routes,
    };
    const headers = { 'Cache-Control': publicCacheControl(DAY_SECONDS), Vary: 'Accept-Encoding' };
    return respond(context, currentRelease(context), { ...jsonResponse({ data }), headers });
  };
