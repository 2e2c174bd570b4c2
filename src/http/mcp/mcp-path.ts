/** The path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Headers that a client in a browser sends besides those of the API (CORS). */
export const mcpHeaders = ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'];
