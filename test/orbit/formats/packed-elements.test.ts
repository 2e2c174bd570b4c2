import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixed } from '../../../src/orbit/formats/decimal.ts';
import {
  type PackedColumns,
  type PackedElements,
  packElements,
  unpackNumber,
  unpackNumberSql,
} from '../../../src/orbit/formats/packed-elements.ts';
import { Database } from '../../../src/release/database.ts';
import { exact } from '../../pipeline/release/exact-decimal.ts';

const set = {
  mean_motion: '15.49325674',
  eccentricity: '0.00062316',
  inclination: '51.6331',
  ra_of_asc_node: '350.1212',
  arg_of_pericenter: '73.8150',
  mean_anomaly: '286.3572',
  bstar: '0.00018542123',
  mean_motion_dot: '0.00009931',
  mean_motion_ddot: '0',
};

/** Decimal texts of any size and number of digits, as the catalog writes them. */
const decimals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.integer({ min: 0, max: 18 }),
    fc.integer({ min: -30, max: 8 }),
  )
  .map(([minus, digits, places, power]) => {
    const text = digits.toString().padStart(places + 1, '0');
    const whole = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    return `${minus ? '-' : ''}${whole}${power === 0 ? '' : `e${power}`}`;
  });

function unpackElements({ beyond, ...numbers }: PackedElements): typeof set {
  const columns = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, [value]]));
  const names = Object.keys(set) as (keyof typeof set)[];
  const texts = names.map((name) => [name, unpackNumber(name, columns as unknown as PackedColumns, 0, beyond)]);
  return Object.fromEntries(texts);
}

describe('packed element sets', () => {
  test('are 32-bit integers and unpack to the text of CelesTrak', () => {
    const packed = packElements(set);
    expect(packed).toMatchObject({ mean_motion_e8: 1_549_325_674, eccentricity_e8: 62_316, bstar_digits: 18_542_123 });
    expect(packed.beyond).toBeNull();
    expect(unpackElements(packed)).toEqual(set);
  });

  test('unpack to the same text in SQL', async () => {
    const names = Object.keys(set) as (keyof typeof set)[];
    const small = fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), fc.integer({ min: -45, max: 3 }));
    const texts = fc.oneof(
      decimals,
      small.map(([digits, power]) => `${digits}e${power}`),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((units) => fixed(units, 8)),
      fc.constantFrom('0', '-0.0', '10', '1e-8'),
    );
    const sets = fc.sample(fc.record(Object.fromEntries(names.map((name) => [name, texts]))), 3000);
    const packed = [set, ...(sets as (typeof set)[])].map(packElements);
    const database = await Database.overFolder(tmpdir());
    const columns = Object.keys(packed[0]!) as (keyof PackedElements)[];
    const types = columns.map((name) => (name === 'beyond' ? 'VARCHAR' : 'INTEGER'));
    await database.run(`CREATE TABLE sets (${columns.map((name, at) => `${name} ${types[at]}`).join(', ')})`);
    await database.insert(
      'sets',
      columns.map((name, at) => [types[at]!, packed.map((one) => one[name])]),
    );
    const expressions = names.map((name) => `${unpackNumberSql(name)} AS ${name}`).join(', ');
    expect(await database.rows(`SELECT ${expressions} FROM sets ORDER BY rowid`)).toEqual(packed.map(unpackElements));
    database.close();
  });

  test.each(Object.keys(set))('preserve every digit of %s', (name) => {
    fc.assert(
      fc.property(decimals, (text) => {
        const back = unpackElements(packElements({ ...set, [name]: text }));
        const value = exact(text);
        expect(exact(back[name as keyof typeof set])).toBe(value === '-0' ? '0' : value);
      }),
    );
  });

  test('throw for text that is not a number', () => {
    for (const text of ['', 'NaN', '1.', '.5', '1e', '0x1'])
      expect(() => packElements({ ...set, bstar: text })).toThrow(TypeError);
  });
});
