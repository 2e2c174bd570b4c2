import type { z } from 'zod';
import { ommOf } from '../../orbit/omm.ts';
import { ommForms } from '../../orbit/omm-forms.ts';
import { type ErrorCurve, errorCurve } from '../../orbit/position-error.ts';
import { type Revolutions, revolutionsAround } from '../../orbit/revolution.ts';
import { ageInDays, staleWarning } from '../../orbit/stale.ts';
import { type Tle, writeTle } from '../../orbit/tle.ts';
import type { Catalog } from '../../query/catalog.ts';
import { unpackedText } from '../../release/record-store.ts';
import type { Event } from '../../schema/event.ts';
import type { satelliteRecord } from '../../schema/record.ts';
import { spreadJson } from '../../schema/spread-json.ts';
import type { Transmitter } from '../../schema/transmitter.ts';
import { type Summary, summariesOf } from './page-summary.ts';

export type ObjectRecord = z.infer<typeof satelliteRecord>;

/** The elements of an object as a person copies them. */
export interface WrittenElements {
  readonly epoch: string;
  /** How old they are, in days; negative where the epoch lies ahead. */
  readonly age_days: number;
  /** What to say of old ones; null of fresh ones. */
  readonly warning: string | null;
  readonly tle: Tle;
  /** The OMM, a keyword a line. */
  readonly omm: { readonly json: string; readonly kvn: string };
  readonly set: NonNullable<NonNullable<ReturnType<Catalog['elements']>>['elements']>;
}

/** Everything that the page of one object shows. */
export interface ObjectPage {
  readonly record: ObjectRecord;
  readonly elements: WrittenElements | null;
  /** Where it goes from the revolution before now to the one after; null without elements, or where SGP4 refuses them now. */
  readonly track: Revolutions | null;
  /** How the error of its position grows with the age of its elements; empty where that is not measured. */
  readonly errors: ErrorCurve;
  readonly events: readonly Event[];
  /** Those in use first; empty in a release that was made before there were any. */
  readonly transmitters: readonly Transmitter[];
  /** What came up with it, itself left out; null where its launch is not known. */
  readonly mates: { readonly total: number; readonly rows: readonly Summary[] } | null;
}

const matesShown = 12;

/** Reads all about one object; null where the catalog has no such object. Throws CatalogError. */
export async function objectPage(
  catalog: Catalog,
  id: number,
  { now, release }: { now: Date; release: string },
): Promise<ObjectPage | null> {
  const record = recordOf(catalog, id);
  if (!record) return null;
  const stored = catalog.elements(id);
  const mates = record.launch_id === null ? null : await catalog.pages.launchedWith(record.launch_id, id, matesShown);
  return {
    record,
    elements: stored?.elements ? write(stored.elements, stored.name, now, release) : null,
    track: stored?.elements ? revolutionsAround(stored.elements, now.getTime()) : null,
    errors: stored?.elements ? errorCurve((await catalog.accuracy())?.data ?? [], stored.elements, record.active) : [],
    events: catalog.events(id),
    transmitters: await catalog.transmitters.of(id),
    mates: mates && { total: mates.total, rows: summariesOf(catalog, mates.ids) },
  };
}

/**
 * The whole record of an object; null where the catalog has no such object. A release of a format before 4.1 names no
 * groups, one before 4.4 predicts nothing. Throws CatalogError.
 */
export function recordOf(catalog: Pick<Catalog, 'record'>, id: number): ObjectRecord | null {
  const stored = catalog.record(id);
  if (!stored) return null;
  const { data } = JSON.parse(unpackedText(stored, 'utf8')) as {
    data: Omit<ObjectRecord, 'groups' | 'reentry_prediction'> & Partial<ObjectRecord>;
  };
  return { groups: [], reentry_prediction: null, ...data };
}

function write(set: WrittenElements['set'], name: string, now: Date, release: string): WrittenElements {
  const omm = ommOf(set, release);
  return {
    epoch: set.epoch,
    age_days: ageInDays(set.epoch, now),
    warning: staleWarning(set.epoch, now),
    tle: writeTle(set, name),
    omm: {
      json: `${spreadJson(ommForms.json.write(omm).trim().slice('{"data":'.length, -1))}\n`,
      kvn: ommForms.kvn.write(omm),
    },
    set,
  };
}
