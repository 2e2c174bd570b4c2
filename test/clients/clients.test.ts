import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eciToEcf, geodeticToEcf, gstime, json2satrec, type OMMJsonObject, propagate } from 'satellite.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { installedModules, PYTHON, testWithModule } from './python.ts';

const XMLLINT = '/usr/bin/xmllint';
const run = promisify(execFile);

const modules = installedModules('skyfield', 'sgp4', 'pyorbital', 'ephem', 'pandas', 'pyarrow', 'fastparquet');

type Vector = { x: number; y: number; z: number };
/** The position of the ISS in the form that a program reports it, or the elements that it read. */
type Position =
  | { teme: [number, number, number] }
  | { earthFixed: [number, number, number] }
  | { latitude: number; longitude: number; km: number }
  | { omm: OMMJsonObject };
/** The objects that a program loaded from one source. */
interface Loaded {
  readonly how: string;
  readonly numbers: number[];
  readonly iss: Position;
}

/** Third-party programs load a group from a local server, and compute the same position of the ISS as our own OMM. */
describe('clients', () => {
  let server: SampleServer;
  let folder: string;
  let omm: OMMJsonObject;
  let instant: Date;
  /** Catalog numbers of the whole group, of the objects that fit in Alpha-5, and of those that fit in five digits. */
  let every: number[];
  let alpha5: number[];
  let fiveDigit: number[];

  beforeAll(async () => {
    server = await serveSample(null);
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-clients-'));
    omm = JSON.parse((await server.get('/api/v1/satellites/25544/omm')).body.toString()).data;
    instant = new Date(Math.ceil(Date.parse(`${omm.EPOCH.replace(/Z?$/, 'Z')}`) / 1000) * 1000 + 3 * 3_600_000);
    const { data } = JSON.parse((await server.get('/api/v1/elements/active')).body.toString());
    every = data.norad_cat_id;
    alpha5 = every.filter((number) => number < 340_000);
    fiveDigit = every.filter((number) => number < 100_000);
  });
  afterAll(async () => {
    await server?.remove();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const earthFixed = (elements: OMMJsonObject) => {
    const state = propagate(json2satrec(elements), instant);
    if (!state) throw new Error('the elements cannot be propagated');
    return eciToEcf(state.position, gstime(instant));
  };
  const positionOf = (position: Position): Vector => {
    if ('omm' in position) return earthFixed(position.omm);
    if ('earthFixed' in position) {
      const [x, y, z] = position.earthFixed;
      return { x, y, z };
    }
    if ('teme' in position) {
      const [x, y, z] = position.teme;
      return eciToEcf({ x, y, z }, gstime(instant));
    }
    const { latitude, longitude, km } = position;
    return geodeticToEcf({ latitude: (latitude * Math.PI) / 180, longitude: (longitude * Math.PI) / 180, height: km });
  };
  const distanceKm = (position: Position) => {
    const [a, b] = [positionOf(position), earthFixed(omm)];
    return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
  };
  const isoInstant = () => instant.toISOString().replace('.000Z', '+00:00');
  const load = async (script: string, instantOrFormat = isoInstant(), set = 'active'): Promise<Loaded[]> => {
    const { stdout } = await run(PYTHON, [join(import.meta.dirname, script), server.base, set, instantOrFormat], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder },
      maxBuffer: 2 ** 26,
      timeout: 60_000,
    });
    return JSON.parse(stdout);
  };
  const expectAgreement = (loaded: readonly Loaded[], expected: Readonly<Record<string, number[]>>) => {
    expect(loaded.map(({ how }) => how)).toEqual(Object.keys(expected));
    for (const { how, numbers, iss } of loaded) {
      expect([how, numbers]).toEqual([how, expected[how]]);
      expect(distanceKm(iss), `${how}: km from our own OMM`).toBeLessThan(1);
    }
  };
  const withModule = (name: string, work: () => Promise<void>) =>
    testWithModule(modules, name, `${name} loads the group`, work);

  test('the group has catalog numbers of five digits, for Alpha-5, and beyond Alpha-5', () => {
    expect(fiveDigit.length).toBeGreaterThan(20);
    expect(alpha5.length).toBeGreaterThan(fiveDigit.length);
    expect(every.length).toBeGreaterThan(alpha5.length);
    expect(fiveDigit).toContain(25544);
  });

  withModule('skyfield', async () => {
    expectAgreement(await load('load-skyfield.py'), {
      'gp.php?FORMAT=tle': fiveDigit,
      '.tle': alpha5,
      'gp.php?FORMAT=csv': every,
    });
  });

  withModule('sgp4', async () => {
    const all = {
      '.csv': every,
      '.xml': every,
      'gp.php?FORMAT=csv': every,
      'gp.php?FORMAT=xml': every,
      '.tle': alpha5,
    };
    expectAgreement(await load('load-sgp4.py'), all);
  });

  withModule('pyorbital', async () => {
    expectAgreement(await load('load-pyorbital.py'), { Downloader: fiveDigit, 'Tle(tle_file)': fiveDigit });
  });

  withModule('ephem', async () => {
    // PyEphem reads every Alpha-5 number as 0, like gpredict; the documentation mentions both.
    const zeros = alpha5.map((number) => (number < 100_000 ? number : 0));
    expectAgreement(await load('load-ephem.py'), { 'gp.php?FORMAT=tle': fiveDigit, '.tle': zeros });
  });

  withModule('pandas', async () => {
    expectAgreement(await load('load-pandas.py', 'csv'), { csv: every });
  });

  // The whole catalog has objects without a designator or a name: parse_xml of sgp4 fails unless the file says UNKNOWN.
  describe('load every element set of the catalog:', () => {
    let numbers: number[];
    let narrow: number[];
    let five: number[];
    beforeAll(async () => {
      numbers = JSON.parse((await server.get('/api/v1/elements/all')).body.toString()).data.norad_cat_id;
      narrow = numbers.filter((number) => number < 340_000);
      five = numbers.filter((number) => number < 100_000);
    });
    const loadAll = (script: string, instantOrFormat = isoInstant()) => load(script, instantOrFormat, 'all');
    const withAll = (name: string, work: () => Promise<void>) => testWithModule(modules, name, name, work);

    withAll('sgp4', async () => {
      expectAgreement(await loadAll('load-sgp4.py'), { '.csv': numbers, '.xml': numbers, '.tle': narrow });
    });
    withAll('skyfield', async () => {
      expectAgreement(await loadAll('load-skyfield.py'), { '.tle': narrow, '.csv': numbers });
    });
    withAll('pyorbital', async () => {
      expectAgreement(await loadAll('load-pyorbital.py'), { Downloader: five, 'Tle(tle_file)': five });
    });
    withAll('ephem', async () => {
      const zeros = narrow.map((number) => (number < 100_000 ? number : 0));
      expectAgreement(await loadAll('load-ephem.py'), { '.5-digit.tle': five, '.tle': zeros });
    });
    withAll('pandas', async () => {
      expectAgreement(await loadAll('load-pandas.py', 'csv'), { csv: numbers });
    });
    test('satellite.js', async () => {
      const objects: OMMJsonObject[] = await (await fetch(`${server.base}/api/v1/elements/all.omm.json`)).json();
      const records = objects.map((one) => json2satrec(one));
      expect(records.map(({ satnum }) => Number(satnum))).toEqual(numbers);
    });
  });

  const engine = modules.has('pyarrow') || modules.has('fastparquet');
  test.skipIf(!modules.has('pandas') || !engine)(
    `pandas loads the group as Parquet${engine ? '' : ' (skipped: no pyarrow and no fastparquet)'}`,
    async () => {
      expectAgreement(await load('load-pandas.py', 'parquet'), { parquet: every });
    },
  );

  test('satellite.js loads the group', async () => {
    for (const path of ['/api/v1/elements/active.omm.json', '/NORAD/elements/gp.php?GROUP=active&FORMAT=json']) {
      const objects: OMMJsonObject[] = await (await fetch(server.base + path)).json();
      const records = objects.map((one) => json2satrec(one));
      expect(records.map(({ satnum }) => Number(satnum))).toEqual(every);
      expect(records.filter(({ error }) => error !== 0)).toEqual([]);
      const iss = objects.find(({ NORAD_CAT_ID }) => Number(NORAD_CAT_ID) === 25544)!;
      expect(distanceKm({ omm: iss })).toBeLessThan(1);
    }
  });

  test.skipIf(!existsSync(XMLLINT))(
    `xmllint parses the group${existsSync(XMLLINT) ? '' : ' (skipped: no xmllint; apt-get install libxml2-utils)'}`,
    async () => {
      const file = join(folder, 'group.xml');
      for (const path of ['/api/v1/elements/active.xml', '/NORAD/elements/gp.php?GROUP=active&FORMAT=xml']) {
        await writeFile(file, Buffer.from(await (await fetch(server.base + path)).arrayBuffer()));
        await run(XMLLINT, ['--noout', file]);
        const { stdout } = await run(XMLLINT, ['--xpath', 'count(//NORAD_CAT_ID)', file]);
        expect(Number(stdout)).toBe(every.length);
      }
    },
  );
});
