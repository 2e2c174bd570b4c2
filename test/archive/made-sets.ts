import { type BulkFormName, bulkFile, bulkText } from '../../src/orbit/formats/celestrak-forms.ts';
import type { ElementSet } from '../../src/schema/objects/elements.ts';

/** A synthetic element set with as many digits as CelesTrak's. */
export const made = (more: Partial<ElementSet> = {}): ElementSet => ({
  norad_cat_id: 90_001,
  object_name: 'MADE & UP',
  object_id: '2026-001AB',
  epoch: '2026-07-04T12:30:15.123456',
  mean_motion: '15.50000001',
  eccentricity: '0.00062317',
  inclination: '51.6401',
  ra_of_asc_node: '0.0007',
  arg_of_pericenter: '359.9999',
  mean_anomaly: '100.5000',
  ephemeris_type: 0,
  classification_type: 'U',
  element_set_no: 999,
  rev_at_epoch: 123_456,
  bstar: '-0.00012345678',
  mean_motion_dot: '0.00001234',
  mean_motion_ddot: '0.0000000012',
  ...more,
});

/** Formats element sets as a file. */
export const written = (form: BulkFormName, sets: readonly ElementSet[]) =>
  bulkFile(
    form,
    sets.map((set) => bulkText(form, { set, name: set.object_name })),
  ).text;
