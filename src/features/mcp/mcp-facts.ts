import type { AddressLimit } from '../../http/middleware/address-limit.ts';

/** The path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Limit of messages other than calls with a key: an MCP client begins with three of them. */
export const mcpLimit: AddressLimit = { burst: 120, perSecond: 10, atOnce: 20 };
