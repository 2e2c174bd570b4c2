import { refuseKeyInQuery, unknownParameter } from '../api/parameter.ts';

/** Refuses keys in the query of any path of the API, and the name of the prototype, which no parameter has. */
export function checkQuery(query: string): void {
  if (query === '') return;
  const given = new URLSearchParams(query);
  refuseKeyInQuery(given);
  if (given.has('__proto__')) throw unknownParameter('__proto__', []);
}
