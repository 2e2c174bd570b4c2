import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const gp = (query: string, headers: Record<string, string> = {}) =>
  server.get(`/NORAD/elements/gp.php?${query}`, headers);

describe('gp.php', () => {
  test('returns a group as TLE without a key, with names padded to 24 columns and CRLF', async () => {
    const { status, headers, body } = await gp('GROUP=stations&FORMAT=tle');
    const lines = body.toString().split('\r\n');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(lines.length % 3).toBe(1);
    expect(lines.slice(0, 3).map(({ length }) => length)).toEqual([24, 69, 69]);
    expect(lines.some((line) => line.startsWith('1 25544U 98067A'))).toBe(true);
  });

  test('returns CSV by default, for csv in either case, and for omm', async () => {
    const csv = (await gp('CATNR=25544')).body.toString();
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toMatch(/^OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,/);
    for (const format of ['csv', 'CSV', 'omm'])
      expect((await gp(`catnr=25544&format=${format}`)).body.toString()).toBe(csv);
  });

  test.each([
    ['JSON', 'application/json; charset=utf-8', /^\[\{"OBJECT_NAME":.*\}\]\r\n$/],
    ['JSON-PRETTY', 'application/json; charset=utf-8', /^\[\{\n {4}"OBJECT_NAME": /],
    ['XML', 'application/xml; charset=utf-8', /<omm id="CCSDS_OMM_VERS" version="2\.0">/],
    ['KVN', 'text/plain; charset=utf-8', /^CCSDS_OMM_VERS = 2\.0\r\n/],
    ['2LE', 'text/plain; charset=utf-8', /^1 25544U /],
    ['tlet', 'text/plain; charset=utf-8', /^[ -~]{24}\r\n1 25544U /],
  ])('returns %s', async (format, type, text) => {
    const { status, headers, body } = await gp(`CATNR=25544&FORMAT=${format}`);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(body.toString()).toMatch(text);
  });

  test('returns a group in the formats without a file: five-digit 2LE and indented JSON', async () => {
    const { body, headers } = await gp('GROUP=active&FORMAT=2LE');
    const lines = body.toString().trimEnd().split('\r\n');
    expect(lines.filter((line) => line.startsWith('1 ') && !/^1 \d{5}U /.test(line))).toEqual([]);
    expect(Number(headers['x-elements-omitted'])).toBeGreaterThan(0);
    expect((await gp('GROUP=active&FORMAT=2LE&ALPHA5=1')).body.toString()).toMatch(/\r\n1 [A-Z]\d{4}U /);
    const pretty = (await gp('GROUP=stations&FORMAT=JSON-PRETTY')).body.toString();
    expect(pretty).toMatch(/^\[\{\n {4}"OBJECT_NAME": /);
    expect(JSON.parse(pretty)).toEqual(JSON.parse((await gp('GROUP=stations&FORMAT=JSON')).body.toString()));
  });

  test('finds objects by designator, launch, year and part of a name', async () => {
    const rows = async (query: string) => (await gp(query)).body.toString().trimEnd().split('\r\n').slice(1);
    expect(await rows('INTDES=1998-067A')).toHaveLength(1);
    expect((await rows('INTDES=1998-067')).every((row) => row.includes(',1998-067'))).toBe(true);
    expect((await rows('INTDES=1998')).length).toBeGreaterThanOrEqual((await rows('INTDES=1998-067')).length);
    expect((await rows('NAME=zarya')).every((row) => row.startsWith('ISS (ZARYA)'))).toBe(true);
  });

  test('has the same element set under the number of an object as in a list', async () => {
    const rowsOf = async (query: string) => (await gp(query)).body.toString().split('\r\n').slice(1, -1);
    const listed = await rowsOf('NAME=1');
    expect(listed.length).toBeGreaterThan(20);
    for (const row of listed.slice(0, 40)) expect(await rowsOf(`CATNR=${row.split(',')[11]}`)).toEqual([row]);
  });

  test('omits objects above 99,999 from TLE and counts them, and includes them with ALPHA5=1', async () => {
    const { body, headers } = await gp('NAME=1&FORMAT=TLE');
    const alpha5 = await gp('NAME=1&FORMAT=TLE&ALPHA5=1');
    const omitted = Number(headers['x-elements-omitted']);
    expect(omitted).toBeGreaterThan(0);
    expect(alpha5.body.toString()).toMatch(/\r\n1 [A-Z]\d{4}U/);
    expect(body.toString()).not.toMatch(/\r\n1 [A-Z]\d{4}U/);
    const sets = (text: string) => (text.split('\r\n').length - 1) / 3;
    expect(sets(alpha5.body.toString()) - sets(body.toString())).toBe(
      omitted - Number(alpha5.headers['x-elements-omitted'] ?? 0),
    );
  });

  test('returns 404 if every set is omitted, and counts them in the header', async () => {
    const omitted = async (query: string) => {
      const { status, body, headers } = await gp(query);
      return [status, body.toString().slice(0, 16), headers['x-elements-omitted']];
    };
    expect(await omitted('CATNR=190061&FORMAT=TLE')).toEqual([404, 'No GP data found', '1']);
    expect(await omitted('CATNR=190061&FORMAT=TLE&ALPHA5=1')).toEqual([200, 'SAMPLE LEO PAYLO', undefined]);
    expect(await omitted('CATNR=345678&FORMAT=2LE&ALPHA5=1')).toEqual([404, 'No GP data found', '1']);
    expect(await omitted('CATNR=999999999')).toEqual([404, 'No GP data found', undefined]);
  });

  test('returns 404 if there is no data, with the 16 bytes that clients compare', async () => {
    for (const query of [
      'CATNR=999999999',
      'INTDES=1957-999',
      'NAME=no%20such%20name',
      'GROUP=musson',
      'SPECIAL=GPZ',
    ]) {
      const { status, body } = await gp(query);
      expect([query, status, body.toString()]).toEqual([query, 404, 'No GP data found']);
    }
    for (const query of ['CATNR=999999998', 'SPECIAL=GPZ'])
      expect((await server.get(`/NORAD/elements/gp-first.php?${query}`)).body.toString()).toBe('No GP data found');
    expect((await server.get('/NORAD/elements/gp-last.php?CATNR=25544')).status).toBe(200);
  });

  test('returns 400 as text for an invalid query', async () => {
    for (const query of ['', 'GROUP=nonsense', 'CATNR=x', 'CATNR=1&NAME=y', 'CATNR=1&FORMAT=pdf', 'CATNR=1&CATNR=2']) {
      const { status, headers, body } = await gp(query);
      expect([query, status, headers['content-type']]).toEqual([query, 400, 'text/plain; charset=utf-8']);
      expect(body.toString()).toMatch(/^invalid_parameter: .+\r\n.+\r\n$/);
    }
  });

  test.each(['/NORAD/elements/gp.php?CATNR=25544&', '/satcat/records.php?CATNR=25544&', '/pub/satcat.csv?'])(
    '%s returns 400 for a key in the URL, and names the header to use',
    async (path) => {
      for (const name of ['key', 'api_key', 'apiKey']) {
        const { status, body } = await server.get(`${path}${name}=ow_x`);
        expect([status, body.toString()]).toEqual([
          400,
          expect.stringMatching(/^invalid_parameter: API keys in URLs are not accepted, .+\r\n.+Authorization: Bearer/),
        ]);
      }
    },
  );

  test('returns 304 for repeated requests', async () => {
    for (const query of ['GROUP=stations&FORMAT=csv', 'CATNR=25544&FORMAT=JSON']) {
      const { headers } = await gp(query);
      const again = await gp(query, { 'If-None-Match': headers.etag! });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  });
});

describe('the addresses of lists before gp.php', () => {
  test('have the bytes of gp.php as TLE, under the old names of lists too', async () => {
    for (const [old, query] of [
      ['stations.txt', 'GROUP=stations'],
      ['stations.tle', 'GROUP=stations'],
      ['cosmos-2251-debris.txt', 'GROUP=cosmos-2251-debris'],
      ['tle-new.txt', 'GROUP=last-30-days'],
      ['1999-025.txt', 'GROUP=fengyun-1c-debris'],
      ['iridium-NEXT.txt', 'GROUP=iridium-NEXT'],
      ['2019-006.txt', 'INTDES=2019-006'],
      ['2012-044.txt', 'INTDES=2012-044'],
      ['molniya.txt', 'NAME=MOLNIYA'],
    ] as const) {
      const [one, other] = [await server.get(`/NORAD/elements/${old}`), await gp(`${query}&FORMAT=TLE`)];
      expect([old, one.status, one.body.toString()]).toEqual([old, other.status, other.body.toString()]);
      expect([one.headers['content-type'], one.headers.etag]).toEqual([
        'text/plain; charset=utf-8',
        other.headers.etag,
      ]);
    }
    expect((await server.get('/NORAD/elements/stations.txt')).status).toBe(200);
  });

  test('name what does not exist, as text', async () => {
    const nothing = await server.get('/NORAD/elements/nonsense.txt');
    expect([nothing.status, nothing.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(nothing.body.toString()).toBe(
      'not_found: There is no list nonsense.\r\nGET /api/v1/groups lists the groups.\r\n',
    );
    const { status, body } = await server.get('/NORAD/elements/stations.txt?FORMAT=csv');
    expect([status, body.toString()]).toEqual([
      400,
      'invalid_parameter: There is no parameter FORMAT.\r\nOmit it.\r\n',
    ]);
  });
});

describe('an object without a designator', () => {
  test('has UNKNOWN in XML and KVN files, and nothing in gp.php', async () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const file = async (ending: string) => (await server.get(`/api/v1/elements/analyst.${ending}`)).body.toString();
    const celestrak = async (format: string) => (await gp(`GROUP=analyst&FORMAT=${format}`)).body.toString();
    const objects = count(await file('csv'), /^UNKNOWN,,/gm);
    expect(objects).toBeGreaterThan(0);
    expect(count(await file('xml'), /<OBJECT_ID>UNKNOWN</g)).toBe(objects);
    expect(count(await file('kvn'), /^OBJECT_ID {6}= UNKNOWN\r$/gm)).toBe(objects);
    expect(count(await celestrak('xml'), /<OBJECT_ID></g)).toBe(objects);
    expect(count(await celestrak('kvn'), /^OBJECT_ID {6}= \r$/gm)).toBe(objects);
    expect(await celestrak('xml')).toBe((await file('xml')).replaceAll('<OBJECT_ID>UNKNOWN<', '<OBJECT_ID><'));
  });
});

describe('bulk files', () => {
  test('have the same bytes as gp.php for a group, with and without compression', async () => {
    const plain = await server.get('/api/v1/elements/stations.5-digit.tle');
    expect(plain.body.equals((await gp('GROUP=stations&FORMAT=tle')).body)).toBe(true);
    const compressed = await server.get('/api/v1/elements/stations.5-digit.tle', { 'Accept-Encoding': 'gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
    expect(plain.headers.etag).not.toBe(compressed.headers.etag);
  });

  test('have the columns of /elements by default, and other formats by parameter or extension', async () => {
    const { status, body } = await server.get('/api/v1/elements/all');
    expect([status, JSON.parse(body.toString()).meta.count]).toEqual([
      200,
      JSON.parse(body.toString()).data.epoch.length,
    ]);
    const csv = await server.get('/api/v1/elements/all?format=csv');
    expect(csv.body.equals((await server.get('/api/v1/elements/all.csv')).body)).toBe(true);
    expect((await server.get('/api/v1/elements/nonsense.tle')).status).toBe(404);
    expect((await server.get('/api/v1/elements/all.tle?limit=1')).status).toBe(400);
  });

  test('count objects with more than five digits in X-Elements-Omitted', async () => {
    const { headers } = await server.get('/api/v1/elements/all.5-digit.tle');
    expect(Number(headers['x-elements-omitted'])).toBeGreaterThan(0);
  });
});

describe('SATCAT', () => {
  test('records.php returns JSON or CSV, applies flags, and has a text for no records', async () => {
    const records = (query: string) => server.get(`/satcat/records.php?${query}`);
    const [row] = JSON.parse((await records('CATNR=25544')).body.toString()) as Record<string, unknown>[];
    expect(row).toMatchObject({ OBJECT_NAME: 'ISS (ZARYA)', NORAD_CAT_ID: 25544, OBJECT_TYPE: 'PAY' });
    expect((await records('CATNR=25544&FORMAT=CSV')).body.toString().split('\r\n')).toHaveLength(3);
    const all = JSON.parse((await records('INTDES=1998-067')).body.toString()) as Record<string, unknown>[];
    const payloads = JSON.parse((await records('INTDES=1998-067&PAYLOADS=1&MAX=1')).body.toString());
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(payloads).toHaveLength(1);
    const missing = await records('CATNR=999999');
    expect([missing.status, missing.body.toString()]).toEqual([200, 'No SATCAT records found']);
    expect((await records('CATNR=1&LIMIT=2')).status).toBe(400);
  });

  test('/pub/satcat.csv is the upstream file', async () => {
    const { status, headers, body } = await server.get('/pub/satcat.csv');
    expect((await server.get('/pub/satcat.csv?FORMAT=json')).status).toBe(400);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(body.toString()).toMatch(/^OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,/);
  });
});
