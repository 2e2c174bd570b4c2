import { expect, test } from 'vitest';
import { exportStream } from '../../../src/http/pages/page-export.ts';
import { cleanQuery } from '../../../src/http/pages/page-list.ts';

const names: Record<number, string> = { 1: '=HYPERLINK("x")', 2: 'A, "B"', 3: '-5 DEG' };
const catalog = {
  summary: (id: number) =>
    names[id] ? JSON.stringify({ norad_cat_id: id, name: names[id], alt_names: ['X', 'Y'], perigee_km: -12.5 }) : null,
};
const source = () => ({
  catalog,
  release: '20260822T140000Z-9c698a0f',
  sources: ['celestrak'],
});

test('CSV quotes values where needed, and escapes spreadsheet formulas', async () => {
  const text = await new Response(exportStream(source(), Int32Array.of(1, 2, 3), 'csv')).text();
  const [head, ...lines] = text.split('\r\n');
  expect(head).toMatch(/^norad_cat_id,cospar_id,name,alt_names,/);
  expect(lines[0]).toMatch(/^1,,"'=HYPERLINK\(""x""\)",X; Y,/);
  expect(lines[1]).toMatch(/^2,,"A, ""B""",X; Y,/);
  // A name that begins with a minus is treated as a formula, a negative number is not.
  expect(lines[2]).toMatch(/^3,,'-5 DEG,X; Y,.*,-12.5,/);
  expect(lines.slice(3)).toEqual(['']);
});

test('JSON is complete, even for empty lists', async () => {
  for (const ids of [Int32Array.of(), Int32Array.of(2), Int32Array.from({ length: 600 }, () => 3)]) {
    const { data, meta } = await new Response(exportStream(source(), ids, 'json')).json();
    expect([data.length, meta.total, meta.license]).toEqual([ids.length, ids.length, 'ODbL-1.0']);
  }
});

test('the export waits for a slow reader', async () => {
  let lookups = 0;
  const summary = (id: number) => {
    lookups += 1;
    return catalog.summary(id);
  };
  const counting = { ...source(), catalog: { summary } };
  const reader = exportStream(
    counting,
    Int32Array.from({ length: 2000 }, () => 3),
    'csv',
  ).getReader();
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookups).toBe(0);
  await reader.read();
  await reader.read();
  expect(lookups).toBeLessThan(600);
});

test('other work runs between portions, even with a fast reader', async () => {
  const hadTurn: boolean[] = [];
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const ids = Int32Array.from({ length: 5000 }, () => 3);
  for await (const _portion of exportStream(source(), ids, 'csv')) hadTurn.push(turns >= hadTurn.length);
  clearImmediate(next);
  expect(hadTurn).toEqual(Array.from({ length: 21 }, () => true));
});

test('other work runs between two portions, however many exports are read', async () => {
  let written = 0;
  let most = 0;
  const count = () => {
    most = Math.max(most, written);
    written = 0;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const ids = Int32Array.from({ length: 1000 }, () => 3);
  const read = async () => {
    for await (const _portion of exportStream(source(), ids, 'csv')) written += 1;
  };
  await Promise.all(Array.from({ length: 20 }, read));
  clearImmediate(next);
  expect(most).toBe(1);
});

test('empty form fields are removed from the query', () => {
  expect(cleanQuery('q=+&orbit_class=LEO&min_apogee_km=&operator=Planet+Labs')).toBe(
    'orbit_class=LEO&operator=planet-labs',
  );
  expect(cleanQuery('q=a&q=b')).toBe('q=a&q=b');
  expect(cleanQuery('operator=nasa,spacex')).toBe('operator=nasa%2Cspacex');
});
