import type { Handler } from 'hono';
import type { HttpEnv } from '../../http/request-context.ts';
import type { ServedRoute } from '../../http/served-route.ts';
import { type McpDeps, mcpPath } from './mcp-endpoint.ts';

/**
 * The endpoint of the Model Context Protocol. Its code is loaded with the first message, because loading the SDK would
 * take a twentieth of every start.
 */
export function mcpRoute(deps: McpDeps): ServedRoute {
  let endpoint: Handler<HttpEnv> | undefined;
  return {
    method: 'post',
    name: mcpPath,
    paths: [mcpPath],
    access: 'open',
    kind: 'page',
    burst: true,
    otherMethods: {
      error: 'MCP messages are sent with POST; this server keeps no sessions and opens no streams.',
      hint: 'Add this URL to an MCP client, as /docs/mcp shows.',
    },
    corsHeaders: ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
    async handle(c, next) {
      const { mcpEndpoint } = await import('./mcp-endpoint.ts');
      endpoint ??= mcpEndpoint(deps);
      return endpoint(c, next);
    },
  };
}
