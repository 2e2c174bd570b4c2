import { presentDays } from '../../src/schema/confidence.ts';
import type { SatelliteField } from '../../src/schema/satellite.ts';

/** How two claims about one field are compared. */
export type Comparison =
  /** Codes and names: they agree where they have a key in common. */
  | { readonly how: 'keys' }
  /** Dates: they agree where the days that they allow overlap, so the coarser precision decides. */
  | { readonly how: 'days'; readonly slack: number }
  /** Numbers: they agree within the larger of an absolute and a relative tolerance. */
  | { readonly how: 'number'; readonly absolute: number; readonly relative: number }
  /** Not compared: there is one independence group only, or several values can all be right. */
  | { readonly how: 'never' };

export interface FieldComparison {
  readonly comparison: Comparison;
  /** Claims observed further apart than this many days don't speak of the same time; null: the field doesn't change. */
  readonly window: number | null;
  readonly because: string;
  /** False where sources copy from one another: their agreement confirms nothing, their disagreement is real. True where not given. */
  readonly confirms?: boolean;
}

const never = (because: string): FieldComparison => ({ comparison: { how: 'never' }, window: null, because });
const keys = (because: string, window: number | null = null): FieldComparison => ({
  comparison: { how: 'keys' },
  window,
  because,
});
const within = (absolute: number, relative: number, because: string): FieldComparison => ({
  comparison: { how: 'number', absolute, relative },
  window: null,
  because,
});

const oneGroup = never('one independence group only: see the lineage table');

/** How the claims about each field are compared. Documentation prints this table; a test asks for a row for every field. */
export const comparisons: Record<SatelliteField, FieldComparison> = {
  norad_cat_id: oneGroup,
  cospar_id: {
    ...keys('sources copy designators from each other: agreement confirms nothing, a difference is real'),
    confirms: false,
  },
  name: keys(
    'without case, accents, punctuation, and parts in brackets, all names of one source against all of the other; names disagree only within one numbered series',
  ),
  alt_names: never('an object can have many names'),
  common_name: never('an object can have many common names'),
  object_class: keys('after decoding'),
  operational_status: keys(
    'working or not: partially operational, standby, spare, and extended mission are working; nonoperational and decayed are not, and neither confirms the other; both are permanent',
    presentDays,
  ),
  active: oneGroup,
  orbit_class: oneGroup,
  orbit_type: oneGroup,
  country: keys(
    'states by membership (CIS is any state of the former Soviet Union), organizations by name; a state and an organization are not compared',
  ),
  country_name: oneGroup,
  operator: keys('by slug; a branch does not contradict its parent'),
  operator_slug: oneGroup,
  launch_id: oneGroup,
  launch_date: { comparison: { how: 'days', slack: 0 }, window: null, because: 'to the coarser precision of the two' },
  launch_site: keys('by place: codes within 40 km are one site'),
  launch_vehicle: keys('by name, without case and punctuation'),
  decay_date: {
    comparison: { how: 'days', slack: 1 },
    window: null,
    because: 'to the coarser precision of the two; sources may date one reentry on either side of midnight UTC',
  },
  period_min: oneGroup,
  inclination_deg: oneGroup,
  apogee_km: oneGroup,
  perigee_km: oneGroup,
  eccentricity: oneGroup,
  rcs_m2: oneGroup,
  elements_epoch: oneGroup,
  updated_at: oneGroup,
  purpose: keys('by the words of UCS'),
  detailed_purpose: keys('by the words of GCAT’s categories'),
  users: keys('by the words of UCS'),
  un_registry_country: keys('as country'),
  manufacturer: keys('by slug; a branch does not contradict its parent'),
  manufacturer_country: keys('as country'),
  launch_mass_kg: within(5, 0.1, 'sources count adapters and propellant differently'),
  dry_mass_kg: within(5, 0.1, 'sources count adapters differently'),
  power_w: within(5, 0.1, 'begin or end of life'),
  length_m: within(0.2, 0.1, 'with or without fittings'),
  diameter_m: within(0.2, 0.1, 'with or without fittings'),
  span_m: within(0.5, 0.1, 'with or without fittings'),
  expected_lifetime_yr: within(1, 0, 'whole years'),
  geo_longitude_deg: oneGroup,
  disposition: keys('up, down or away: not every source tells a burn from a natural decay', presentDays),
  wikidata_id: oneGroup,
  satnogs_id: oneGroup,
  gcat_id: oneGroup,
  website: never('an object can have several pages'),
  image: never('an object can have several pictures'),
};

/**
 * What a source said before something happened does not contradict who saw it happen. Catalogs catch up within days:
 * a claim that something is so "since" a day is compared only with claims observed this many days after it.
 */
export const catchUpDays = 14;

/**
 * Elements of an epoch this many days after a reported reentry show that the object is still up: sources put one reentry on
 * either side of a midnight, and the last elements are of hours ahead.
 */
export const elementsAfterDays = 2;
