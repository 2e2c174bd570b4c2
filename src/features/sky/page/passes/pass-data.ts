import { linkNames } from '../../../../orbit/observation/doppler.ts';
import { type ObjectSize, sizeNames } from '../../../../orbit/observation/magnitude.ts';
import type { ErrorCurve } from '../../../../orbit/position-error.ts';
import { type Sgp4Elements, sgp4NumberNames } from '../../../../orbit/sgp4-record.ts';
import type { Transmitter } from '../../../../schema/objects/transmitter.ts';
import { frequencySource } from '../../../../schema/objects/transmitter-data.ts';

export type PassData = ReturnType<typeof passData>;

/** The data in an object's page from which the browser computes its passes. */
export const passData = (
  record: ObjectSize & {
    readonly norad_cat_id: number;
    readonly name: string;
    readonly reentry_prediction: { readonly window_to: string } | null;
  },
  set: Sgp4Elements,
  errors: ErrorCurve,
  transmitters: readonly Transmitter[],
) => ({
  id: record.norad_cat_id,
  name: record.name,
  set: pick(set, ['epoch', 'ephemeris_type', ...sgp4NumberNames]),
  /** The time by which the object is expected to have reentered, milliseconds, UTC; null if that is not predicted. */
  until: record.reentry_prediction && Date.parse(record.reentry_prediction.window_to),
  errors,
  size: pick(record, sizeNames),
  transmitters: transmitters.map((one) => ({ source: frequencySource(one), link: pick(one, linkNames) })),
});

const pick = <T, Name extends keyof T>(from: T, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
