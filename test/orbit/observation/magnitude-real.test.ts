import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type ObjectSize, standardMagnitude } from '../../../src/orbit/observation/magnitude.ts';

const upstream = join(import.meta.dirname, '../../../../shared/upstream');
const files = {
  list: join(upstream, 'groups-2026-04/qs.mag'),
  gcat: join(upstream, '2026-08-21T2241Z/gcat/satcat.tsv'),
  satcat: join(upstream, '2026-08-21T2241Z/celestrak/satcat.csv'),
};
const present = Object.values(files).every((file) => existsSync(file));

/** The list is for full phase; a diffuse sphere that is half lit is fainter by a factor of π. */
const HALF_LIT = 2.5 * Math.log10(Math.PI);

const rows = (file: string, more: Papa.ParseConfig) =>
  Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), { header: true, ...more }).data;
const size = (text: string | undefined) => {
  const value = Number.parseFloat(text ?? '');
  return value > 0 ? value : null;
};

test.skipIf(!present)('estimated magnitudes against the list of Mike McCants (needs ../shared/upstream)', () => {
  const sizes = new Map<number, ObjectSize>();
  for (const row of rows(files.gcat, { delimiter: '\t', quoteChar: '\0', transformHeader: (name) => name.trim() }))
    sizes.set(Number(row.Satcat), {
      length_m: size(row.Length),
      diameter_m: size(row.Diameter),
      span_m: size(row.Span),
      rcs_m2: null,
    });
  for (const { NORAD_CAT_ID, RCS } of rows(files.satcat, {})) {
    const known = sizes.get(Number(NORAD_CAT_ID));
    if (known) sizes.set(Number(NORAD_CAT_ID), { ...known, rcs_m2: size(RCS) });
  }
  const off = readFileSync(files.list, 'latin1')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [id, listed] = [Number(line.slice(0, 5)), Number.parseFloat(line.slice(33, 37))];
      const known = sizes.get(id);
      const estimate = known ? standardMagnitude(id, known) : null;
      return estimate === null || Number.isNaN(listed) ? [] : [estimate - (listed + HALF_LIT)];
    })
    .sort((a, b) => a - b);
  const absolute = off.map(Math.abs).sort((a, b) => a - b);
  const share = (part: number) => absolute[Math.floor(part * (absolute.length - 1))]!;
  const figures = {
    objects: off.length,
    median: off[Math.floor(off.length / 2)]!,
    within1: absolute.filter((value) => value <= 1).length / off.length,
    p95: share(0.95),
    largest: absolute.at(-1)!,
  };
  if (process.env.ORBWEAVER_FIGURES === '1') console.log(figures);
  expect(figures.objects).toBeGreaterThan(1300);
  expect(Math.abs(figures.median)).toBeLessThan(0.2);
  expect(figures.within1).toBeGreaterThan(0.75);
  expect(figures.p95).toBeLessThan(2);
});
