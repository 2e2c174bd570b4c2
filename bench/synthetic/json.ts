import { Chance } from '../chance.ts';
import { isoDay } from './calendar.ts';
import type { SyntheticObject } from './object.ts';

/** The rows of the two JSON files, one for few objects: the real SatNOGS DB has 2,767 beside 66,305. */

export function satnogsRow(one: SyntheticObject): string {
  const chance = new Chance(one.n, 8);
  if (one.kind !== 'PAY' || !chance.happens(0.1)) return '';
  const digits = String(one.n + 1).padStart(16, '0');
  return JSON.stringify({
    sat_id: `SYNT${digits.replace(/(\d{4})/g, '-$1')}`,
    norad_cat_id: one.id,
    norad_follow_id: null,
    name: one.name,
    names: `Synthetic Amateur ${one.n + 1}`,
    image: '',
    status: one.decay !== null ? 're-entered' : one.working ? 'alive' : 'dead',
    decayed: one.decay === null ? null : `${isoDay(one.decay)}T00:00:00Z`,
    launched: `${isoDay(one.launch.day)}T00:00:00Z`,
    deployed: null,
    website: chance.happens(0.3) ? `https://example.org/synthetic/${one.n + 1}` : '',
    operator: 'None',
    countries: { US: 'US', CIS: 'RU', PRC: 'CN', FR: 'FR', IND: 'IN', JPN: 'JP' }[one.launch.place.owner],
    telemetries: [],
    updated: '2026-01-01T12:00:00.100000Z',
    citation: 'Generated',
    is_frequency_violator: false,
    associated_satellites: [],
  });
}

export function wikidataRow(one: SyntheticObject): string {
  const chance = new Chance(one.n, 9);
  if (one.kind !== 'PAY' || !chance.happens(0.1)) return '';
  const literal = (value: string) => ({ type: 'literal', value });
  return JSON.stringify({
    item: { type: 'uri', value: `http://www.wikidata.org/entity/Q${900_000_000 + one.n}` },
    itemLabel: literal(one.name),
    scn: literal(String(one.id)),
    cospar: literal(one.piece),
    launchDate: literal(`${isoDay(one.launch.day)}T00:00:00Z`),
    launchDatePrecision: literal('11'),
    massKg: literal(String(10 + chance.below(5000))),
  });
}
