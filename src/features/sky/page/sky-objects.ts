import { exactEpoch, reachDays } from '../../../orbit/element-orbit.ts';
import { dockedObjects, type StateOf } from '../../../orbit/observation/companions.ts';
import { findPasses, type Interval, type Pass } from '../../../orbit/observation/passes.ts';
import { NoPosition, Observer, Satellite, sunMargin } from '../../../orbit/observer.ts';
import { type ElementColumns, elementsAt, type Sgp4Elements } from '../../../orbit/sgp4-record.ts';
import type { Computed } from './not-computed.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;

/** The parts of `/api/v1/elements` and `/api/v1/elements/{set}` that are used here. */
export interface ElementsFile {
  readonly data: ElementColumns & {
    readonly norad_cat_id: readonly number[];
    readonly object_name: readonly string[];
  };
}

/** The objects above a place at a time, the highest first: parallel columns. */
export interface Above extends Computed {
  readonly time: number;
  /** Elevation of the Sun, degrees. */
  readonly sun: number;
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly azimuth_deg: readonly number[];
  readonly elevation_deg: readonly number[];
  readonly range_km: readonly number[];
  /** 1 in sunlight, 0 in the shadow of the Earth. */
  readonly sunlit: readonly number[];
}

/** The columns of a pass of the night. */
export interface NightPass extends Pick<Pass, 'rise' | 'culmination' | 'set' | 'visible' | 'magnitude'> {
  readonly id: number;
  readonly name: string;
  /** Objects that are docked to it: they have the same pass. */
  readonly docked: number;
}

/** Parameters of a search: times in milliseconds, UTC; elevation in degrees. */
export interface NightSearch extends Interval {
  readonly place: Place;
  readonly minElevation: number;
  /** Catalog numbers of the objects to search; default: every object. */
  readonly only?: ReadonlySet<number>;
}

/** True if a set gave no position at `time` (milliseconds since 1970) because of its age. `error` is what its propagation threw. */
const isOld = (error: unknown, { epoch }: Sgp4Elements, time: number): boolean =>
  (error instanceof NoPosition && error.reason === 'too_old') ||
  Math.abs(time - exactEpoch(epoch)) > reachDays.above * DAY_MS;

interface SkyObject {
  readonly id: number;
  readonly name: string;
  readonly set: Sgp4Elements;
  readonly satellite: Satellite;
  /** End of the window of its predicted reentry, milliseconds, UTC. */
  readonly until: number | undefined;
}

/** Objects of a file of elements, prepared for searches of the sky. */
export class SkyObjects {
  readonly #objects: readonly SkyObject[];
  /** Objects whose elements are not an orbit at the time, by catalog number: whether they are too old, not decayed or invalid for SGP4. */
  readonly #old = new Map<number, boolean>();

  /**
   * Reads a file of elements at a time, milliseconds, UTC. `ends`: when the windows of predicted reentries end, by catalog number;
   * afterwards an object has no position.
   */
  constructor({ data }: ElementsFile, now: number, ends: ReadonlyMap<number, number> = new Map()) {
    this.#objects = data.norad_cat_id.flatMap((id, row) => {
      const set = elementsAt(data, row);
      try {
        const until = ends.get(id);
        const satellite = new Satellite(set, { until });
        satellite.check(now);
        return [{ id, name: data.object_name[row]!, set, satellite, until }];
      } catch (error) {
        this.#old.set(id, isOld(error, set, now));
        return [];
      }
    });
  }

  /** How many objects were left out because their elements are not an orbit at the time. */
  get leftOut(): number {
    return this.#old.size;
  }

  /** How many objects are searched for passes, and how many are not. `only`: catalog numbers; default: every object. */
  searched(only?: ReadonlySet<number>): Computed {
    const wanted = (id: number) => only?.has(id) ?? true;
    const old = [...this.#old].filter(([id]) => wanted(id));
    return {
      computed: this.#objects.filter(({ id }) => wanted(id)).length,
      leftOut: old.length,
      tooOld: old.filter(([, isOld]) => isOld).length,
    };
  }

  get count(): number {
    return this.#objects.length;
  }

  above(place: Place, time: number, minElevation: number): Above {
    const observer = new Observer(place);
    let { computed, leftOut, tooOld } = this.searched();
    const found = this.#objects.flatMap(({ id, name, set, satellite }) => {
      try {
        const state = satellite.itrf(time);
        if (observer.elevation(state.position) < minElevation) return [];
        return [
          { id, name, look: observer.lookAngles(state), sunlit: sunMargin(satellite.teme(time).position, time) >= 0 },
        ];
      } catch (error) {
        computed -= 1;
        leftOut += 1;
        if (isOld(error, set, time)) tooOld += 1;
        return [];
      }
    });
    found.sort((a, b) => b.look.elevation_deg - a.look.elevation_deg);
    return {
      time,
      sun: observer.sunElevation(time),
      ids: found.map(({ id }) => id),
      names: found.map(({ name }) => name),
      azimuth_deg: found.map(({ look }) => look.azimuth_deg),
      elevation_deg: found.map(({ look }) => look.elevation_deg),
      range_km: found.map(({ look }) => look.range_km),
      sunlit: found.map(({ sunlit }) => Number(sunlit)),
      ...{ computed, leftOut, tooOld },
    };
  }

  /**
   * Objects that are docked to another at a time (milliseconds, UTC), by row, with the row of the object that
   * represents all of them: the brightest one, else the first.
   */
  #docked(time: number, magnitudes?: ReadonlyMap<number, number>): Map<number, number> {
    const objects = this.#objects;
    const stateOf: StateOf = (row, seconds, state) => {
      try {
        const { position, velocity } = objects[row]!.satellite.teme(seconds * 1000);
        state.set(position);
        state.set(velocity, 3);
        return true;
      } catch {
        return false;
      }
    };
    const brightness = (row: number) => magnitudes?.get(objects[row]!.id) ?? Number.POSITIVE_INFINITY;
    const rows = [...objects.keys()].sort((a, b) =>
      brightness(a) < brightness(b) ? -1 : brightness(a) > brightness(b) ? 1 : a - b,
    );
    return dockedObjects(rows, stateOf, (row) => objects[row]!.satellite.periodMinutes * 60, time / 1000);
  }

  /**
   * The passes of the objects, one object after the other. A pass has a magnitude if `magnitudes` has the brightness of
   * its object at 1,000 km, half lit. Objects that are always up, decayed, or docked to another one have no passes; the
   * passes of the latter count the docked ones.
   */
  *passes(
    { place, from, to, minElevation, only }: NightSearch,
    magnitudes?: ReadonlyMap<number, number>,
  ): Generator<readonly NightPass[], void> {
    const hosts = only ? new Map<number, number>() : this.#docked(from, magnitudes);
    const guests = new Map<number, number>();
    for (const host of hosts.values()) guests.set(host, (guests.get(host) ?? 0) + 1);
    for (const [row, { id, name, set, until }] of this.#objects.entries()) {
      if (only && !only.has(id)) continue;
      if (hosts.has(row) || (until !== undefined && until <= from)) {
        yield [];
        continue;
      }
      const docked = guests.get(row) ?? 0;
      try {
        const standardMagnitude = magnitudes?.get(id) ?? null;
        const search = { from, to: Math.min(to, until ?? to), until, observer: place, minElevation, standardMagnitude };
        const { passes, state } = findPasses(set, search);
        yield state === 'always_up' ? [] : passes.map((pass) => ({ id, name, docked, ...pass }));
      } catch {
        yield [];
      }
    }
  }
}
