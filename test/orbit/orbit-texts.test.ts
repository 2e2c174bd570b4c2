import { describe, expect, test } from 'vitest';
import { ommOf } from '../../src/orbit/omm.ts';
import { ommForms } from '../../src/orbit/omm-forms.ts';
import { joinOrbitTexts, orbitTexts, readOrbitTexts } from '../../src/orbit/orbit-texts.ts';
import { vanguard } from './element-sets.ts';

const madeAt = '2026-08-21T23:00:00Z';

describe('texts of an orbit, one below the other', () => {
  test.each(['ISS (ZARYA)', 'Чибис-М', '"EPOCH":"1999"\n空🚀'])('come back one by one: %j', (name) => {
    const set = { ...vanguard, object_name: name };
    const texts = readOrbitTexts(joinOrbitTexts(orbitTexts(set, name, madeAt)));
    expect(texts).toEqual(orbitTexts(set, name, madeAt));
    expect(texts!.omm).toBe(ommForms.json.write(ommOf(set, madeAt)));
    expect(texts!.epoch).toBe(vanguard.epoch);
    expect(texts!.tle!.split('\n').map((line) => line.length)).toEqual([expect.any(Number), 69, 69, 0]);
  });

  test('what a TLE can’t hold has none', () => {
    const far = orbitTexts({ ...vanguard, norad_cat_id: 799_500_000 }, 'FAR', madeAt);
    const texts = readOrbitTexts(joinOrbitTexts(far));
    expect(texts).toMatchObject({ epoch: vanguard.epoch, tle: null });
    expect(JSON.parse(texts!.omm).data.NORAD_CAT_ID).toBe(799_500_000);
  });

  test.each(['', '\n', 'x'.repeat(900), '{"data":{}}', '{"data":{}}\n', '{"data":{}}\n2026-08-21T23:00:00'])(
    'are nothing where they are others: %j',
    (text) => {
      expect(readOrbitTexts(text)).toBeNull();
    },
  );
});
