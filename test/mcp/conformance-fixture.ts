import { setTimeout as pause } from 'node:timers/promises';
import { completable, fromJsonSchema, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = (value: string) => ({ type: 'text', text: value }) as const;
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
} as const;

/**
 * The tools, resources, and prompts that the official conformance suite calls by name. Its scenarios for every kind of result
 * need them, and a real server does not have them.
 */
export function conformanceFixture(): McpServer {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  server.registerTool('test_simple_text', { description: 'Called by the suite' }, () => ({
    content: [text('This is a simple text response for testing.')],
  }));
  server.registerTool('test_image_content', { description: 'Called by the suite' }, () => ({ content: [image] }));
  server.registerTool('test_audio_content', { description: 'Called by the suite' }, () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', { description: 'Called by the suite' }, () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  server.registerTool('test_multiple_content_types', { description: 'Called by the suite' }, () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }));
  server.registerTool('test_tool_with_logging', { description: 'Called by the suite' }, async (ctx) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause(20);
    }
    return { content: [text('Logged three messages.')] };
  });
  server.registerTool('test_error_handling', { description: 'Called by the suite' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'Called by the suite' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await pause(20);
    }
    return { content: [text('Reported progress.')] };
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Listed by the suite', inputSchema: fromJsonSchema(jsonSchema) },
    () => ({ content: [] }),
  );
  server.registerResource('text', 'test://static-text', { mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  const user = <Content>(content: Content) => ({ role: 'user', content }) as const;
  server.registerPrompt('test_simple_prompt', { description: 'Read by the suite' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  const argument = completable(z.string(), (prefix) =>
    ['paris', 'park', 'party'].filter((one) => one.startsWith(prefix)),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Read by the suite', argsSchema: z.object({ arg1: argument, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Read by the suite', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource' as const,
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Read by the suite' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  return server;
}
