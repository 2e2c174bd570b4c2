import type { MeanElements } from '../../src/orbit/propagate.ts';

/** Elements of the ISS, for tests of a low orbit. */
export const iss: MeanElements = {
  epoch: '2026-08-21T18:32:11.425056',
  mean_motion: '15.49325674',
  eccentricity: '0.00062316',
  inclination: '51.6331',
  ra_of_asc_node: '350.1212',
  arg_of_pericenter: '73.8150',
  mean_anomaly: '286.3572',
  bstar: '0.18542e-3',
  mean_motion_dot: '0.00009931',
  mean_motion_ddot: '0',
};
