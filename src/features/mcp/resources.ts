import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import { event } from '../../schema/changes/event.ts';
import { type Column, columns } from '../../schema/field.ts';
import { elementSet } from '../../schema/objects/elements.ts';
import { satellite } from '../../schema/objects/satellite.ts';
import { sqlTables } from '../../schema/sql/sql-tables.ts';
import { type ApiCaller, FailedCall } from './api-caller.ts';

/** A resource, and the function that reads it. */
interface Resource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  read(api: ApiCaller): Promise<unknown>;
}

const facts = ({ name, meaning, unit, allowed, nullable, example }: Column) => ({
  field: name,
  meaning,
  ...(unit !== undefined && { unit }),
  ...(allowed && { allowed }),
  nullable,
  example,
});

/** The meaning of every field: made from the schema, the same for every release. */
const dictionary = () => ({
  object: columns(satellite).map(facts),
  elements: columns(elementSet).map(facts),
  event: columns(event).map(facts),
});

export const resources: readonly Resource[] = [
  {
    name: 'fields',
    uri: 'orbweaver://fields',
    title: 'Field dictionary',
    description:
      'The meaning, unit and allowed values of every field of objects, element sets and events. The same for every release; needs no key.',
    read: () => Promise.resolve(dictionary()),
  },
  {
    name: 'tables',
    uri: 'orbweaver://tables',
    title: 'Tables for SQL',
    description: 'The tables of run_sql: columns, types, meanings and units. The same for every release; needs no key.',
    read: () =>
      Promise.resolve(
        sqlTables.map(({ name, meaning, license, columns: all }) => ({ name, meaning, license, columns: all })),
      ),
  },
  {
    name: 'sources',
    uri: 'orbweaver://sources',
    title: 'Sources and licenses',
    description:
      'Who publishes the data, under which license, the attribution that must be given, and how fresh each source is now. Counts one request; needs a key.',
    read: async (api) => (await api('/api/v1/sources', { limit: 100 })).body,
  },
  {
    name: 'openapi',
    uri: 'orbweaver://openapi',
    title: 'OpenAPI document',
    description: 'Every route, parameter, response and error of the HTTP API (OpenAPI 3.1). Large; needs no key.',
    read: async (api) => (await api('/api/v1/openapi.json')).body,
  },
];

/** Adds the resources to a server. */
export function addResources(server: McpServer, api: ApiCaller): void {
  for (const { name, uri, title, description, read } of resources)
    server.registerResource(name, uri, { title, description, mimeType: 'application/json' }, async () => {
      const text = JSON.stringify(await read(api).catch(explain));
      return { contents: [{ uri, mimeType: 'application/json', text }] } satisfies ReadResourceResult;
    });
}

/** A resource can only fail with an error of the protocol, so its message includes the hint. */
function explain(error: unknown): never {
  if (!(error instanceof FailedCall)) throw error;
  const { code, error: what, hint } = error.body;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${String(code)}: ${String(what)} ${String(hint)}`);
}
