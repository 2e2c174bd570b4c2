import { questions as prompts } from '../src/http/mcp/prompts.ts';
import { resources } from '../src/http/mcp/resources.ts';
import { tools } from '../src/http/mcp/tools/tools.ts';
import { code, list, table } from './markdown.ts';

/** Tables of the MCP tools, resources, and prompts. */
export const mcpTables: Readonly<Record<string, () => string>> = {
  'mcp-tools': () =>
    table(
      ['Tool', 'What it does', 'Arguments'],
      tools.map(({ name, description, input }) => [code(name), description.split('\n\n')[0], list(Object.keys(input))]),
    ),
  'mcp-resources': () =>
    table(
      ['Resource', 'Contents'],
      resources.map(({ uri, description }) => [code(uri), description]),
    ),
  'mcp-prompts': () =>
    table(
      ['Prompt', 'Contents', 'Arguments'],
      prompts.map(({ name, description, args }) => [code(name), description, list(Object.keys(args))]),
    ),
};
