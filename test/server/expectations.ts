import { expect } from 'vitest';
import { expectedServiceHeaders } from './release-folder.ts';
import type { Answer } from './running-server.ts';

/** Checks the headers of every response served from the first release, and the request id. */
export function expectServiceHeaders(response: Answer) {
  for (const [name, value] of Object.entries(expectedServiceHeaders(1)))
    expect(response.headers[name.toLowerCase()]).toBe(value);
  expect(response.headers['x-request-id']).toMatch(/^request-\d+$/);
}

/** Checks the status, the code and the parts that all error responses share. */
export function expectError(response: Answer, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.json()).toMatchObject({
    code,
    error: expect.stringMatching(/\.$/),
    hint: expect.stringMatching(/\w/),
  });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(response.headers.vary).toBe('Authorization, X-API-Key');
  expect(response.headers.etag).toBeUndefined();
  expectServiceHeaders(response);
}
