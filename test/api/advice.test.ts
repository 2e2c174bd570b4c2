import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

/** The hint of an error follows the kind of the parameter. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server.remove());

const passes = '/api/v1/satellites/25544/passes';
test.each([
  ['/api/v1/satellites?limit=500', 'limit must be a whole number from 1 to 100.'],
  ['/api/v1/satellites?offset=x', 'offset must be a whole number of 0 or more.'],
  ['/api/v1/satellites?min_perigee_km=x', /^min_perigee_km must be a number of -\d+ or more\.$/],
  ['/api/v1/satellites?active=maybe', 'active must be true or false.'],
  ['/api/v1/satellites?limit=1&limit=2', 'Give limit once.'],
  [`${passes}?lat=52`, 'Add lon, from -180 to 180.'],
  ['/api/v1/satellites/25544/position?lat=52', 'Add lon, from -180 to 180.'],
  ['/api/v1/search', /^Add q, 1 to 100 characters/],
  ['/api/v1/satellites?limt=5', /^Did you mean limit\? /],
  ['/api/v1/satellites?country=USA', 'Did you mean US (United States)? "allowed" has every code.'],
  ['/api/v1/satellites?country=DEU', 'Did you mean DE (Germany)? "allowed" has every code.'],
  ['/api/v1/satellites?country=FR,Deutschland', 'Did you mean DE (Germany)? "allowed" has every code.'],
  ['/api/v1/operators?country=FRA', 'Did you mean FR (France)? "allowed" has every code.'],
  ['/api/v1/satellites?country=XX', 'Use one of the values in "allowed".'],
  ['/api/v1/satellites?object_class=debris,rocket', 'Did you mean ROCKET_BODY? "allowed" has every value.'],
  ['/api/v1/satellites?status=operationl', /^Did you mean OPERATIONAL\? /],
  ['/api/v1/satellites?group=starlinks', 'Did you mean starlink? "allowed" has every value.'],
  ['/api/v1/satellites?foo=5', 'Omit it, or use one of the parameters in "allowed".'],
  [
    `${passes}?lat=52&lon=13&from=2026-08-22T14:00:00+02:00`,
    'A "+" in a URL stands for a space: send %2B, as in from=2026-08-22T14:00:00%2B02:00.',
  ],
])('%s: %s', async (path, hint) => {
  const response = await server.get(path);
  expect(response.status).toBe(400);
  expect(response.json().hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
});

test('an unknown parameter is named', async () => {
  expect((await server.get('/api/v1/satellites?foo=1')).json()).toMatchObject({
    error: 'Unknown parameter: foo.',
    parameter: 'foo',
  });
});
