import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../server/running-server.ts';
import { serveDefaults } from '../default-server.ts';
import { keeptrack, look4sat, type ReadSet, satdump1, satdump2 } from './readers.ts';

const gp = (query: string) => `/NORAD/elements/gp.php?${query}`;

/**
 * Programs in no registry that the tests can use: the paths that their published source requests unless users change them, with this
 * server's host, and a reader that follows the rules of that source.
 */
const programs: readonly {
  readonly name: string;
  readonly read: (text: string) => ReadSet[];
  readonly paths: readonly string[];
  /** Numbers have five digits in the form that it requests. */
  readonly fiveDigits?: true;
}[] = [
  {
    name: 'Look4Sat',
    read: look4sat,
    // `Sources.kt` of 2026-09.
    paths: [
      ...[
        'active',
        'amateur',
        'visual',
        'cubesat',
        'education',
        'engineering',
        'geo',
        'globalstar',
        'gnss',
        'intelsat',
      ],
      ...['iridium-NEXT', 'military', 'last-30-days', 'oneweb', 'orbcomm', 'resource', 'satnogs', 'science', 'spire'],
      ...['starlink', 'swarm', 'weather', 'x-comm'],
    ].map((group) => gp(`GROUP=${group}&FORMAT=csv`)),
  },
  {
    name: 'SatDump 1',
    read: satdump1,
    // `satdump_cfg.json`: its list and its four objects, with the form that CelesTrak does not send by default any more; and the ISS.
    paths: [
      '/NORAD/elements/active.txt',
      ...[29_499, 35_865, 31_304, 56_211, 25_544].map((id) => gp(`CATNR=${id}&FORMAT=tle`)),
      gp('GROUP=active&FORMAT=tle'),
    ],
    fiveDigits: true,
  },
  { name: 'SatDump 2', read: satdump2, paths: [gp('GROUP=active&FORMAT=omm'), gp('CATNR=25544&FORMAT=omm')] },
  {
    name: 'KeepTrack',
    read: keeptrack,
    // Its addresses `?GROUP=`, `?CATNR=` and so on, of which one is opened at a time, and the setting `externalTLEs`.
    paths: [...['GROUP=active', 'GROUP=STARLINK', 'CATNR=25544', 'NAME=ISS', 'INTDES=1998-067A', 'SPECIAL=GPZ']].map(
      (query) => gp(`${query}&FORMAT=3LE`),
    ),
    fiveDigits: true,
  },
];

/** The element sets of the sample by number, from Orbweaver's own file. */
async function elements(base: string): Promise<Map<number, Record<string, string | number>>> {
  const { body } = await ask(base, '/api/v1/elements/all.omm.json');
  const sets = JSON.parse(body.toString()) as Record<string, string | number>[];
  return new Map(sets.map((set) => [Number(set.NORAD_CAT_ID), set]));
}

test.each(programs)(
  'a server on default settings answers $name so that its reader finds every object',
  async ({ read, paths, fiveDigits }) => {
    const server = await serveDefaults();
    onTestFinished(() => server.remove());
    const known = await elements(server.base);
    const active = new Set<number>();
    for (const path of paths) {
      const { status, headers, body } = await ask(server.base, path);
      // A browser of another origin may read it.
      expect(headers['access-control-allow-origin']).toBe('*');
      const text = body.toString();
      if (status === 404) {
        // The sample has few groups: the other lists are empty, but not unknown.
        expect([path, text]).toEqual([path, 'No GP data found']);
        continue;
      }
      expect([path, status]).toEqual([path, 200]);
      const sets = read(text);
      expect(sets.length).toBeGreaterThan(0);
      for (const set of sets) {
        const own = known.get(set.norad_cat_id)!;
        expect(own, `${path}: ${set.norad_cat_id}`).toBeDefined();
        if (path.includes('active')) active.add(set.norad_cat_id);
        // A TLE has the epoch to 1e-8 days, and seven digits of the eccentricity.
        expect(Math.abs(set.epoch - Date.parse(`${own.EPOCH}Z`))).toBeLessThan(1.5);
        expect(set.mean_motion).toBeCloseTo(Number(own.MEAN_MOTION), 7);
        expect(Math.abs(set.eccentricity - Number(own.ECCENTRICITY))).toBeLessThan(1e-7);
        expect(set.inclination).toBeCloseTo(Number(own.INCLINATION), 4);
        expect(set.mean_anomaly).toBeCloseTo(Number(own.MEAN_ANOMALY), 4);
      }
      if (path.includes('25544'))
        expect(sets.map((set) => [set.norad_cat_id, set.name])).toEqual([[25_544, 'ISS (ZARYA)']]);
    }
    const listed = JSON.parse((await ask(server.base, gp('GROUP=active&FORMAT=json'))).body.toString()) as {
      NORAD_CAT_ID: number;
      OBJECT_NAME: string;
    }[];
    const expected = listed
      // CelesTrak's CSV quotes nothing, so the reader splits a name with a comma. The sample has one; no list of CelesTrak has.
      .filter(({ OBJECT_NAME: name }) => fiveDigits || !name.includes(','))
      .map((set) => set.NORAD_CAT_ID)
      .filter((id) => !fiveDigits || id < 100_000);
    expect(expected.length).toBeGreaterThan(25);
    expect([...active].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
  },
);
