import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const passes = (query: string, id = 25544) => server.get(`/api/v1/satellites/${id}/passes?${query}`);
const berlin = 'lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z';

describe('passes over a place', () => {
  test('have rise, culmination and set in order of time, within the window', async () => {
    const { status, body } = await passes(`${berlin}&days=2`);
    expect(status).toBe(200);
    const { data } = JSON.parse(body.toString());
    expect(data).toMatchObject({ norad_cat_id: 25544, state: 'rises_and_sets', time_uncertainty_s: null });
    expect(data.passes.length).toBeGreaterThan(4);
    let last = '2026-08-22T00:00:00Z';
    for (const { rise, culmination, set, duration_s } of data.passes) {
      for (const { at } of [rise, culmination, set]) {
        expect(at >= last).toBe(true);
        last = at;
      }
      expect(culmination.elevation_deg).toBeGreaterThanOrEqual(10);
      expect(duration_s).toBeLessThan(900);
    }
    expect(last < '2026-08-24T00:00:00Z').toBe(true);
  });

  test('are limited to visible ones with visible=true', async () => {
    // Over Berlin, none is visible in these days.
    const place = 'lat=40&lon=0&from=2026-08-22T00:00:00Z&days=10';
    const all = JSON.parse((await passes(place)).body.toString()).data.passes as { visible: unknown[] }[];
    const filtered = JSON.parse((await passes(`${place}&visible=true`)).body.toString()).data.passes;
    expect(filtered).toEqual(all.filter(({ visible }) => visible.length > 0));
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered.length).toBeLessThan(all.length);
  });

  test('return 400 for a missing or invalid place, and for an invalid window or one over ten days', async () => {
    for (const query of ['lon=13.4', 'lat=91&lon=0', 'lat=1&lon=1&days=11', 'lat=1&lon=1&from=tomorrow'])
      expect([query, (await passes(query)).status]).toEqual([query, 400]);
  });

  test('return 409 if the elements are too old for the window, unless allow_old is set', async () => {
    const late = 'lat=52.5&lon=13.4&from=2026-12-01T00:00:00Z&days=1';
    const refused = await passes(late);
    expect([refused.status, refused.json().code]).toEqual([409, 'elements_too_old']);
    expect((await passes(`${late}&allow_old=true`)).status).toBe(200);
  });

  test('return an error for an object without elements, and for an unknown one', async () => {
    for (const [id, code] of [
      [1, 'no_elements'],
      [999_999_999, 'not_found'],
    ] as const) {
      const { status, json } = await passes(berlin, id);
      expect([id, status, json().code]).toEqual([id, 404, code]);
    }
  });
});

describe('frequencies along a pass', () => {
  const window = 'lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z&days=2';
  const ao7 = 'transmitter=SMPLtransmitter0000004';
  interface Tuned {
    readonly at: string;
    readonly range_rate_km_s: number;
    readonly downlink_hz: number | null;
    readonly uplink_hz: number | null;
  }
  interface TunedPass {
    readonly rise: { readonly at: string };
    readonly culmination: { readonly at: string };
    readonly set: { readonly at: string };
    readonly frequency: Readonly<Record<'rise' | 'culmination' | 'set', Tuned>> & { readonly steps: readonly Tuned[] };
  }
  const tuned = async (query: string, id = 7530) => {
    const response = await passes(`${window}&${query}`, id);
    expect([query, response.status]).toEqual([query, 200]);
    expect(response.headers['x-service-license']).toBe('CC-BY-SA-4.0');
    return JSON.parse(response.body.toString()).data as {
      readonly transmitter: Record<string, unknown>;
      readonly passes: readonly TunedPass[];
    };
  };

  test('have both links of an inverting transponder at rise, culmination, set and every step', async () => {
    const { transmitter, passes: found } = await tuned(`${ao7}&step_s=120`);
    expect(transmitter).toMatchObject({
      uuid: 'SMPLtransmitter0000004',
      inverting: true,
      downlink_hz: 145_950_000,
      uplink_hz: 432_150_000,
      license: 'CC-BY-SA-4.0',
      attribution: expect.stringContaining('SatNOGS DB'),
    });
    expect(found.length).toBeGreaterThan(4);
    for (const { rise, culmination, set, frequency } of found) {
      for (const [name, moment] of Object.entries({ rise, culmination, set })) {
        const { at, range_rate_km_s: rate, downlink_hz, uplink_hz } = frequency[name as 'rise'];
        expect(at).toBe(moment.at);
        expect(Math.abs(downlink_hz! - 145_950_000 * (1 - rate / 299_792.458))).toBeLessThanOrEqual(0.6);
        expect(Math.abs(uplink_hz! * (1 - rate / 299_792.458) - 432_150_000)).toBeLessThanOrEqual(0.6);
      }
      // Approaching, the downlink is received high and the uplink sent low; receding, the reverse.
      expect(frequency.rise.downlink_hz).toBeGreaterThan(145_950_000);
      expect(frequency.rise.uplink_hz).toBeLessThan(432_150_000);
      expect(frequency.set.downlink_hz).toBeLessThan(145_950_000);
      const times = frequency.steps.map(({ at }) => Date.parse(at));
      expect(times[0]).toBe(Date.parse(rise.at));
      for (let n = 1; n < times.length; n++) expect(Math.abs(times[n]! - times[n - 1]! - 120_000)).toBeLessThan(101);
      expect(Date.parse(set.at) - times.at(-1)!).toBeLessThan(120_001);
    }
  });

  test('have a lower uplink for a higher downlink in an inverting passband', async () => {
    for (const [down, up] of [
      [145_925_000, 432_175_000],
      [145_975_000, 432_125_000],
    ] as const)
      expect((await tuned(`${ao7}&downlink_hz=${down}`)).transmitter).toMatchObject({
        downlink_hz: down,
        uplink_hz: up,
      });
  });

  test('have no uplink for a beacon, and include the drift of its oscillator', async () => {
    const { passes: found } = await tuned('transmitter=SMPLtransmitter0000005');
    for (const { range_rate_km_s: rate, downlink_hz, uplink_hz } of found.map(
      ({ frequency }) => frequency.culmination,
    )) {
      expect(uplink_hz).toBeNull();
      const transmitted = 145_972_000 * (1 - 2500e-9);
      expect(Math.abs(downlink_hz! - transmitted * (1 - rate / 299_792.458))).toBeLessThanOrEqual(0.6);
    }
  });

  test('are in CSV at rise, culmination and set, with the attribution', async () => {
    const text = (await passes(`${window}&${ao7}&format=csv`, 7530)).body.toString();
    const [head, first] = text.split('\r\n');
    expect(head).toMatch(
      /,magnitude,elements_epoch,age_days,time_uncertainty_s,position_uncertainty_km,rise_downlink_hz,rise_uplink_hz,culmination_downlink_hz,.*,attribution$/,
    );
    expect(first).toMatch(/,14595\d{4},43214\d{4},/);
    expect(first).toContain('SatNOGS DB');
    expect((await passes(`${window}&format=csv`, 7530)).body.toString()).not.toContain('downlink');
  });

  test('are in each event of a calendar, with the attribution', async () => {
    const { passes: found } = await tuned(ao7);
    const text = (await passes(`${window}&${ao7}&format=ics`, 7530)).body.toString().replace(/\r\n /g, '');
    const megahertz = (hz: number | null) => (hz! / 1e6).toFixed(4);
    const along = (link: 'downlink_hz' | 'uplink_hz', { rise, culmination, set }: TunedPass['frequency']) =>
      `${[rise, culmination, set].map((moment) => megahertz(moment[link])).join(' → ')} MHz`;
    const written = [
      ...text.matchAll(
        /^DESCRIPTION:.*\. (Listen .*) Elements of 2026-08-2\d \d\d:\d\d UTC\\, \d\.\d days (?:before|after): how far .*\r$/gm,
      ),
    ].map(([, words]) => words);
    expect(written).toEqual(
      found.map(
        ({ frequency }) =>
          `Listen at ${along('downlink_hz', frequency)}\\, send at ${along('uplink_hz', frequency)}. Mode B transponder\\, USB. Satellite data from SatNOGS DB (db.satnogs.org)\\, Libre Space Foundation and contributors\\, CC-BY-SA-4.0.`,
      ),
    );
    expect((await passes(`${window}&format=ics`, 7530)).body.toString()).not.toContain('MHz');
  });

  test('are absent without a transmitter, as is their license', async () => {
    const { headers, body } = await passes(window, 7530);
    expect(headers['x-service-license']).toBe('ODbL-1.0');
    expect(body.toString()).not.toContain('downlink');
  });

  test.each([
    ['transmitter=SMPLtransmitter0000001', 'transmitter', /has no transmitter SMPLtransmitter0000001/],
    ['transmitter=short', 'transmitter', /Invalid value/],
    ['step_s=10', 'step_s', /needs transmitter/],
    ['downlink_hz=145950000', 'downlink_hz', /needs transmitter/],
    [`${ao7}&downlink_hz=145975001`, 'downlink_hz', /does not send at that frequency/],
    [`${ao7}&step_s=0.5`, 'step_s', /Invalid value/],
  ])('return 400 with the reason for %s', async (query, parameter, error) => {
    const response = await passes(`${window}&${query}`, 7530);
    expect([response.status, response.json().parameter]).toEqual([400, parameter]);
    expect(response.json().error).toMatch(error);
  });

  test('return 400 for too many rows, with a step that fits', async () => {
    const query = 'lat=52.5&lon=13.4&from=2026-08-22T00:00:00Z&days=10&step_s=1&min_elevation_deg=0';
    const response = await passes(`${query}&${ao7}`, 7530);
    expect([response.status, response.json().parameter]).toEqual([400, 'step_s']);
    const step = /step_s=(\d+)/.exec(String(response.json().error))![1];
    expect((await passes(`${query.replace('step_s=1&', `step_s=${step}&`)}&${ao7}`, 7530)).status).toBe(200);
  });
});

describe('passes by radio and purpose', () => {
  const list = async (query: string) => {
    const response = await server.get(`/api/v1/passes?${berlin}&hours=48&${query}`);
    expect([query, response.status]).toEqual([query, 200]);
    const { objects } = response.json().data as { objects: { norad_cat_id: number }[] };
    return objects.map(({ norad_cat_id }) => norad_cat_id);
  };

  test.each([
    ['purpose=communications&band=VHF', [7530]],
    // The station is one of them, and no weather satellite.
    ['frequency=145.8-146&audible=true', [7530, 25_544]],
    ['purpose=weather&frequency=145.8-146&audible=true', []],
    ['band=VHF&audible=true', [7530, 25_544]],
    ['band=uhf&audible=true', [25_544]],
    // As an uplink too.
    ['band=UHF', [7530, 25_544]],
    ['ids=7530,20580&band=VHF', [7530]],
    // Its slow scan television is no longer in use.
    ['mode=SSTV', [25_544]],
    ['mode=SSTV&audible=true', []],
    ['mode=Nothing', []],
    ['purpose=Nothing', []],
    ['purpose=weather&mode=FM', []],
  ])('%s lists what matches in one transmitter', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  test('of one object are none unless it matches', async () => {
    const count = async (query: string) =>
      (JSON.parse((await passes(`${berlin}&days=2&${query}`)).body.toString()).data.passes as unknown[]).length;
    const all = await count('min_elevation_deg=10');
    expect(all).toBeGreaterThan(4);
    expect(await count('mode=fm&band=UHF&audible=true')).toBe(all);
    expect(await count('mode=SSTV&audible=true')).toBe(0);
    expect(await count('purpose=weather')).toBe(0);
  });

  test('closed lists return 400 with their values', async () => {
    for (const path of [`/api/v1/passes?${berlin}`, `/api/v1/satellites/25544/passes?${berlin}`])
      for (const [parameter, value, allowed] of [
        ['band', 'Q', 'VHF'],
        ['audible', 'yes', 'true'],
        ['frequency', 'loud', null],
      ] as const) {
        const { status, json } = await server.get(`${path}&${parameter}=${value}`);
        expect([parameter, status, json().parameter]).toEqual([parameter, 400, parameter]);
        if (allowed) expect(json().allowed).toContain(allowed);
      }
  });
});
