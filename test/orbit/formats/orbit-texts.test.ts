import { expect, test } from 'vitest';
import { ommOf } from '../../../src/orbit/formats/omm.ts';
import { ommForms, orbitTexts } from '../../../src/orbit/formats/omm-forms.ts';
import { vanguard } from './element-sets.ts';

const createdAt = '2026-08-21T23:00:00Z';

test.each(['ISS (ZARYA)', 'Чибис-М', '"EPOCH":"1999"\n空🚀'])('writes the OMM, epoch and TLE of %j', (name) => {
  const set = { ...vanguard, object_name: name };
  const texts = orbitTexts(set, createdAt);
  expect(texts.omm).toBe(ommForms.json.write(ommOf(set, createdAt)));
  expect(texts.epoch).toBe(vanguard.epoch);
  expect(texts.tle!.split('\n').map((line) => line.length)).toEqual([expect.any(Number), 69, 69, 0]);
});

test('the name of the TLE is that of the element set, as in the OMM', () => {
  const texts = orbitTexts({ ...vanguard, object_name: '2021-050D' }, createdAt);
  expect([texts.tle!.split('\n')[0], JSON.parse(texts.omm).data.OBJECT_NAME]).toEqual(['2021-050D', '2021-050D']);
});

test('has no TLE for elements that do not fit into one', () => {
  const texts = orbitTexts({ ...vanguard, norad_cat_id: 799_500_000 }, createdAt);
  expect(texts).toMatchObject({ epoch: vanguard.epoch, tle: null });
  expect(JSON.parse(texts.omm).data.NORAD_CAT_ID).toBe(799_500_000);
});
