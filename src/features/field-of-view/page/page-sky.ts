import { ElementOrbit } from '../../../orbit/element-orbit.ts';
import { type ElementFacts, elementFacts } from '../../../orbit/observation/element-facts.ts';
import type { WithoutPosition } from '../../../orbit/observation/sky-scan.ts';
import { type State, vectorState } from '../../../orbit/observer.ts';
import type { MeasuredErrors } from '../../../orbit/position-error.ts';
import { type ElementColumns, elementsAt } from '../../../orbit/sgp4-record.ts';
import type { WholeSky } from '../find-tracks.ts';
import type { KnownObject } from '../identified.ts';
import type { ObjectColumns } from '../object-columns.ts';

/** The parts of `/api/v1/elements/all` that are used here. */
export interface ElementsFile {
  readonly data: ElementColumns & {
    readonly norad_cat_id: readonly number[];
    readonly orbit_class: readonly string[];
  };
}

interface SkyObject {
  readonly id: number;
  readonly name: string;
  readonly orbit: ElementOrbit;
  readonly orbit_class: string;
  /** Its standard magnitude; null if it is unknown. */
  readonly standard: number | null;
  readonly active: boolean;
  facts(time: number): ElementFacts;
}

/** All objects in a browser, from public files, without WebAssembly; routes read the same from a release. */
export class PageSky implements WholeSky {
  readonly #objects: readonly SkyObject[];

  constructor({ data }: ElementsFile, objects: ObjectColumns, measured: MeasuredErrors) {
    const rows = new Map(objects.norad_cat_id.map((id, row) => [id, row]));
    this.#objects = data.norad_cat_id.flatMap((id, at) => {
      const row = rows.get(id);
      if (row === undefined) return [];
      const elements = elementsAt(data, at);
      const active = objects.active[row] === 1;
      return [
        {
          id,
          name: objects.name[row]!,
          orbit: new ElementOrbit(elements, { until: objects.until[row] }),
          orbit_class: data.orbit_class[at]!,
          standard: objects.magnitude[row]!,
          active,
          facts: (time: number) =>
            elementFacts(
              { elements: { ...elements, norad_cat_id: id, object_name: objects.name[row]! }, active },
              time,
              measured,
            ),
        },
      ];
    });
  }

  get count(): number {
    return this.#objects.length;
  }

  at(row: number): SkyObject {
    return this.#objects[row]!;
  }

  /** The standard magnitude of each row; NaN if it is unknown. */
  get standards(): Float64Array {
    return Float64Array.from(this.#objects, ({ standard }) => standard ?? Number.NaN);
  }

  known(row: number, time: number): KnownObject {
    const { orbit_class, standard, facts } = this.at(row);
    return { orbit_class, standard, facts: facts(time) };
  }

  orbitOf(row: number): ElementOrbit {
    return this.at(row).orbit;
  }

  async states(time: number, allowOld: boolean, visit: (row: number, state: State) => void): Promise<WithoutPosition> {
    const tooOld: number[] = [];
    const withoutPosition: number[] = [];
    for (const [row, { orbit }] of this.#objects.entries()) {
      const state = orbit.stateAt(time, allowOld);
      if (state) visit(row, vectorState(state));
      else (orbit.noOrbitAt(time, allowOld) === 'too_old' ? tooOld : withoutPosition).push(row);
    }
    return { tooOld, withoutPosition };
  }
}
