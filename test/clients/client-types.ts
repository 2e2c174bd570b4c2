import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../../src/http/api/openapi/openapi.ts';

type Operation = { responses: Record<string, { headers?: unknown }> };

/** `clients/typescript/openapi.ts`: types of every route. Error responses become exceptions of one type. */
export async function clientTypes(): Promise<string> {
  const { components, ...document } = describeApi('/', '1', {}) as ReturnType<typeof describeApi> & {
    components: object;
  };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[])) {
    const ok = Object.entries(operation.responses).filter(([status]) => status < '300');
    operation.responses = Object.fromEntries(
      ok.map(([status, { headers: _headers, ...response }]) => [status, response]),
    );
  }
  const { headers: _headers, ...kept } = components as { headers?: unknown };
  const types = astToString(await openapiTS({ ...document, components: kept } as unknown as OpenAPI3))
    // The generator lists every absent part of an operation, and headers without any information.
    .replaceAll(/^ +\w+\?: never;\n/gm, '')
    .replaceAll(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
    .replaceAll(/^ +parameters: \{\n +\};\n/gm, '');
  return `// Generated from the OpenAPI document: npm run docs:update\n${types}`;
}
