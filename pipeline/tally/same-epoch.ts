import type { ElementSetText } from '../sources/source.ts';

/**
 * The numbers of an element set by keyword, each with the largest difference of two that count as the same: forms round them differently.
 */
const elementNumbers = {
  MEAN_MOTION: 'mean_motion',
  ECCENTRICITY: 'eccentricity',
  INCLINATION: 'inclination',
  RA_OF_ASC_NODE: 'ra_of_asc_node',
  ARG_OF_PERICENTER: 'arg_of_pericenter',
  MEAN_ANOMALY: 'mean_anomaly',
  BSTAR: 'bstar',
  MEAN_MOTION_DOT: 'mean_motion_dot',
  MEAN_MOTION_DDOT: 'mean_motion_ddot',
  REV_AT_EPOCH: 'rev_at_epoch',
} as const;
const SAME_SHARE = 1e-3;

/** The element set of an object in the previous release: its epoch, and its numbers as text. */
export const knownColumns = ['epoch', ...Object.values(elementNumbers)] as const;
export type KnownSet = Readonly<Record<(typeof knownColumns)[number], string>>;

/** Element sets of a file with the epoch of the previous release's set of their object. */
export class SameEpoch {
  /** Number of such sets, and for each keyword the number of them with another value. */
  sets = 0;
  readonly others: Record<string, number> = {};
  readonly #known: ReadonlyMap<number, KnownSet>;

  constructor(known: ReadonlyMap<number, KnownSet>) {
    this.#known = known;
  }

  count(norad_cat_id: number, set: ElementSetText): void {
    const known = this.#known.get(norad_cat_id);
    if (known?.epoch !== set.epoch) return;
    this.sets++;
    for (const [keyword, name] of Object.entries(elementNumbers)) {
      if (String(set[name]) === known[name]) continue;
      const [now, before] = [Number(set[name]), Number(known[name])];
      if (Math.abs(now - before) > SAME_SHARE * Math.max(Math.abs(now), Math.abs(before)))
        this.others[keyword] = (this.others[keyword] ?? 0) + 1;
    }
  }
}
