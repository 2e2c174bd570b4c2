import type { AddressLimit } from '../middleware/address-limit.ts';

/** The path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** What an MCP client sends besides calls with a key: it begins with three messages. */
export const mcpLimit: AddressLimit = { burst: 120, perSecond: 10, atOnce: 20 };
