import { expect } from 'vitest';
import { expectedServiceHeaders } from './release-folder.ts';
import type { Answer } from './running-server.ts';

/** Every answer of the first release says so, and has an id. */
export function expectServiceHeaders(answer: Answer) {
  for (const [name, value] of Object.entries(expectedServiceHeaders(1)))
    expect(answer.headers[name.toLowerCase()]).toBe(value);
  expect(answer.headers['x-request-id']).toMatch(/^request-\d+$/);
}

/** The one shape of every error. */
export function expectError(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject({ code, error: expect.stringMatching(/\.$/), hint: expect.stringMatching(/\w/) });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers.vary).toBe('Authorization, X-API-Key');
  expect(answer.headers.etag).toBeUndefined();
  expectServiceHeaders(answer);
}
