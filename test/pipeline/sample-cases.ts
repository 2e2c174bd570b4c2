import { describe, expect, test } from 'vitest';
import type { OpenedRelease } from './release/opened-release.ts';

interface SatelliteRow {
  norad_cat_id: number;
  [field: string]: unknown;
}

const statuses: Record<string, number[]> = {
  OPERATIONAL: [190001, 25544],
  PARTIALLY_OPERATIONAL: [190008, 7530],
  STANDBY: [190016, 41866],
  SPARE: [190024],
  EXTENDED_MISSION: [190032],
  NONOPERATIONAL: [190040, 27386, 190074, 190075],
  UNKNOWN: [37372, 190142, 190901],
  DECAYED: [16609, 1, 2, 190076, 190217, 190240],
};
const activeStatuses = ['OPERATIONAL', 'PARTIALLY_OPERATIONAL', 'STANDBY', 'SPARE', 'EXTENDED_MISSION'];

const values: Record<string, Record<string, number[]>> = {
  operational_status: statuses,
  object_class: {
    PAYLOAD: [190001, 25544, 190173],
    ROCKET_BODY: [190122, 1],
    DEBRIS: [190142, 33757],
    UNKNOWN: [190179, 270101],
  },
  orbit_class: {
    LEO: [190001, 25544, 190078],
    MEO: [190106, 24876, 190249],
    GEO: [190090, 36516],
    HEO: [190114, 25867],
    DEEP_SPACE: [50463, 10321, 35315, 28788, 37773, 43205, 190180, 190181, 190182, 190183, 190184, 190185, 190186],
    UNKNOWN: [190179],
  },
  disposition: {
    IN_ORBIT: [25544, 190001, 190198, 190199],
    REENTERED: [190076, 190190],
    DEORBITED: [190191],
    LANDED: [190192],
    ESCAPED: [190201],
    LOST: [190188],
  },
  country: { US: [190001, 20580], GB: [190062] },
};

const confidences: Record<string, [number, string][]> = {
  CONFIRMED: [
    [190001, 'launch_date'],
    [25544, 'launch_date'],
    [190243, 'operator'],
    // The date of SATCAT, confirmed by that of its launch.
    [190244, 'launch_date'],
  ],
  HIGH: [
    [190251, 'launch_date'],
    [190001, 'norad_cat_id'],
  ],
  MEDIUM: [
    // GCAT marks it as estimated (E).
    [190061, 'launch_mass_kg'],
    [190062, 'website'],
    [20580, 'image'],
  ],
  LOW: [
    [190090, 'geo_longitude_deg'],
    [190001, 'orbit_class'],
  ],
  CONFLICTING: [
    [190240, 'decay_date'],
    [190241, 'launch_mass_kg'],
  ],
};

const rejects = [
  ['celestrak/satcat.csv', 'OPS_STATUS_CODE', 'Q', 'unknown_code', 'value'],
  ['celestrak/satcat.csv', 'DECAY_DATE', '2026-02-30', 'bad_date', 'value'],
  ['celestrak/satcat.csv', 'NORAD_CAT_ID', '19O903', 'bad_catalogue_number', 'row'],
  ['celestrak/gp-active.csv', 'ECCENTRICITY', '1.5', 'out_of_range', 'row'],
  ['gcat/satcat100k.tsv', 'Status', 'ZZ', 'unknown_code', 'value'],
  ['gcat/psatcat100k.tsv', 'Remark2', null, 'unknown_column', 'file'],
  ['gcat/satcat100k.tsv', 'Type', 'X', 'spurious_object', 'row'],
  ['gcat/satcat100k.tsv', 'Type', 'Z', 'spurious_object', 'row'],
  ['gcat/satcat100k.tsv', 'Satcat', '190250', 'part_of_numbered_object', 'row'],
  ['gcat/satcat100k.tsv', 'Satcat', 'NNA', 'no_catalogue_number', 'row'],
  ['satnogs/satellites.json', 'norad_cat_id', '98999', 'temporary_catalogue_number', 'row'],
  ['satnogs/satellites.json', 'norad_cat_id', '', 'no_catalogue_number', 'row'],
] as const;

/** Checks the published release for the cases that the sample's README lists. */
export function describeCases(release: () => OpenedRelease): void {
  const one = async (id: number) =>
    (await release().rows<SatelliteRow>(`SELECT * FROM satellites WHERE norad_cat_id = ${id}`))[0];
  const verdict = async (id: number, field: string) =>
    (
      await release().rows<{ confidence: string; sources: string[] }>(
        `SELECT confidence, sources FROM provenance WHERE norad_cat_id = ${id} AND field = '${field}'`,
      )
    )[0];

  describe.each(Object.entries(values))('%s', (field, cases) => {
    test.each(Object.entries(cases))('%s', async (value, ids) => {
      for (const id of ids) expect([id, (await one(id))?.[field]]).toEqual([id, value]);
    });
  });

  test('a status that SATCAT codes as unknown is a claim, used only if no other source has a status', async () => {
    const claims = await release().rows<{ norad_cat_id: number; value_text: string; selected: boolean }>(
      "SELECT norad_cat_id, value_text, selected FROM claims WHERE field = 'operational_status' AND source = 'celestrak' AND raw = '?'",
    );
    expect(claims).toContainEqual({ norad_cat_id: 190048, value_text: 'UNKNOWN', selected: false });
    expect(await one(190048)).toMatchObject({ operational_status: 'OPERATIONAL' });
  });

  test('active is true exactly for the five active statuses', async () => {
    for (const { operational_status, active } of await release().rows('SELECT * FROM satellites'))
      expect(active).toBe(activeStatuses.includes(operational_status as string));
  });

  test('only DECAYED objects have a decay date', async () => {
    expect(
      await release().rows(
        "SELECT norad_cat_id FROM satellites WHERE decay_date IS NOT NULL AND operational_status <> 'DECAYED'",
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(confidences))('confidence %s', async (level, cases) => {
    for (const [id, field] of cases)
      expect([id, field, (await verdict(id, field))?.confidence]).toEqual([id, field, level]);
  });

  test('a conflict is decided by trust, then by date', async () => {
    expect((await one(190240))?.decay_date).toBe('2026-05-01');
    expect((await one(190241))?.launch_mass_kg).toBe(1200);
  });

  test('no object has a value or a verdict for power', async () => {
    expect(await release().rows('SELECT 1 FROM satellites WHERE power_w IS NOT NULL')).toEqual([]);
    expect(await release().rows("SELECT 1 FROM provenance WHERE field = 'power_w'")).toEqual([]);
  });

  test.each(rejects)('%s: rejects %s %s with %s', async (file, column, value, reason, scope) => {
    const found = await release().rows<{ line: number; scope: string }>(
      `SELECT line, scope FROM rejects WHERE source || '/' || file = '${file}' AND column_name = '${column}'
        AND value IS NOT DISTINCT FROM ${value === null ? 'NULL' : `'${value}'`} AND reason = '${reason}'`,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) {
      expect(row.scope).toBe(scope);
      expect(row.line).toBeGreaterThan(scope === 'file' ? 0 : 1);
    }
  });

  test('rejects a row with too few cells, and keeps its text', async () => {
    const [row] = await release().rows<{ value: string }>(
      "SELECT value FROM rejects WHERE reason = 'wrong_cell_count'",
    );
    expect(row?.value).toContain('190904');
  });

  test('omits the invalid values of a row, and keeps the rest of it', async () => {
    expect(await one(190901)).toMatchObject({ object_class: 'PAYLOAD', cospar_id: expect.any(String) });
    expect(await one(190902)).toMatchObject({ decay_date: null });
    expect(await one(190903)).toBeUndefined();
    expect(await one(190904)).toBeUndefined();
    expect(await one(190905)).toMatchObject({ active: true, elements_epoch: null });
    expect(await one(190906)).toBeDefined();
  });

  test('one operator has one slug, however it is spelled', async () => {
    const spellings = async (id: number, sources: string) =>
      (
        await release().rows<{ value_text: string }>(
          `SELECT DISTINCT value_text FROM claims WHERE norad_cat_id = ${id} AND field = 'operator' AND source IN (${sources})`,
        )
      ).map((row) => row.value_text);
    expect(await spellings(44713, "'satnogs', 'wikidata'")).toHaveLength(1);
    expect((await verdict(44713, 'operator'))?.confidence).not.toBe('CONFLICTING');
    expect(await spellings(190243, "'gcat', 'satnogs', 'wikidata'")).toHaveLength(1);
    const planet = await Promise.all([190065, 190066, 190067, 190079, 190080, 190081].map(one));
    expect(new Set(planet.map((row) => row?.operator_slug)).size).toBe(1);
  });

  test('reports maneuvers, but not drag or station-keeping', async () => {
    const report = await release().rows<{ norad_cat_id: number }>(
      "SELECT norad_cat_id FROM events WHERE type = 'orbit_change' ORDER BY 1",
    );
    expect(report.map((row) => row.norad_cat_id)).toEqual([190061, 190062, 190086, 190087]);
  });

  test('reports new objects and reentries between the snapshots', async () => {
    const report = async (type: string) =>
      (
        await release().rows<{ norad_cat_id: number }>(
          `SELECT norad_cat_id FROM events WHERE type = '${type}' AND detected_at = '2026-08-22 14:00:00' ORDER BY 1`,
        )
      ).map((row) => row.norad_cat_id);
    expect(await report('new_object')).toEqual([190231, 190232]);
    expect(await report('reentry')).toEqual([190076]);
  });

  test('the first release reports launches and reentries of the 90 days before it', async () => {
    const report = async (type: string) =>
      (
        await release().rows<{ norad_cat_id: number }>(
          `SELECT norad_cat_id FROM events WHERE type = '${type}' AND detected_at < '2026-08-22' ORDER BY 1`,
        )
      ).map((row) => row.norad_cat_id);
    expect(await report('new_object')).toEqual(
      expect.arrayContaining([190225, 190226, 190227, 190228, 190229, 190230]),
    );
    expect(await report('reentry')).toEqual(
      expect.arrayContaining([190217, 190218, 190219, 190220, 190221, 190222, 190223, 190224, 190214]),
    );
    const [{ outside } = { outside: -1 }] = await release().rows<{ outside: number }>(
      "SELECT count(*)::INTEGER AS outside FROM events WHERE detected_at < '2026-08-22' AND (occurred_at < '2026-05-23' OR occurred_at > '2026-08-21')",
    );
    expect(outside).toBe(0);
  });

  test('updated_at changes only if the record changed', async () => {
    const [counts] = await release().rows<{ kept: number; moved: number }>(
      `SELECT count(*) FILTER (WHERE updated_at = '2026-08-21 23:00:00')::INTEGER AS kept,
        count(*) FILTER (WHERE updated_at = '2026-08-22 14:00:00')::INTEGER AS moved FROM satellites`,
    );
    expect(counts!.kept).toBeGreaterThan(100);
    expect((await one(190075))?.updated_at).toBe('2026-08-22 14:00:00');
    expect((await one(1))?.updated_at).toBe('2026-08-21 23:00:00');
    expect(counts!.kept + counts!.moved).toBe(release().manifest.counts.satellites);
  });
}
