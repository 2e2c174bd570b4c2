import type { z } from 'zod';
import { derivedValues } from '../../orbit/derived-values.ts';
import { ommOf } from '../../orbit/formats/omm.ts';
import { ommForms } from '../../orbit/formats/omm-forms.ts';
import { writeTle } from '../../orbit/formats/tle.ts';
import { errorCurve } from '../../orbit/position-error.ts';
import { ageInDays, staleWarning } from '../../orbit/propagate.ts';
import { revolutionsAround } from '../../orbit/revolution.ts';
import { type Catalog, summariesOf } from '../../query/catalog.ts';
import type { ArchiveReader } from '../../release/archive.ts';
import { type StoredElements, unpackedText } from '../../release/record-store.ts';
import { spreadJson } from '../../schema/json-text.ts';
import type { satelliteRecord } from '../../schema/objects/record.ts';

type StoredRecord = z.infer<typeof satelliteRecord>;

/** The record of an object. In that of a release that is no longer kept, no prediction is known, as if there were none. */
export type ObjectRecord = StoredRecord & {
  readonly reentry_prediction: Exclude<StoredRecord['reentry_prediction'], undefined>;
};

/** The elements of an object as a person copies them. */
export type WrittenElements = ReturnType<typeof write>;

/** Everything that the page of one object shows. */
export type ObjectPage = NonNullable<Awaited<ReturnType<typeof objectPage>>>;

const matesShown = 12;
/** The most events that the page of a removed object lists. */
const MOST_EVENTS = 100;

/**
 * Reads the data of one object's page; null if the catalog has no such object. `removed` is the last record, as JSON
 * text, of an object that is no longer in the catalog. Throws CatalogError.
 */
export async function objectPage(
  catalog: Catalog,
  id: number,
  { archive, now, release, removed }: { archive: ArchiveReader; now: Date; release: string; removed: string | null },
) {
  const record = removed === null ? recordOf(catalog, id) : readRecord(removed);
  if (!record) return null;
  const stored = catalog.elements(id);
  const until = (await catalog.reentryEnds()).get(id);
  const family = await catalog.family(id);
  const breakups = record.object_class === 'DEBRIS' ? await catalog.breakups() : [];
  const mates = record.launch_id === null ? null : await catalog.pages.launchedWith(record.launch_id, id, matesShown);
  return {
    record,
    /** The orbit to show: that of the newest elements or, if the object has none, its last one. */
    orbit: await orbitOf(record, archive),
    elements: stored?.elements ? write(stored.elements, now, release) : null,
    /** The ground track from one revolution before now to one after; null without elements, or if they give no orbit then. */
    track: stored?.elements ? revolutionsAround(stored.elements, now.getTime(), { until }) : null,
    /** How the error of its position grows with the age of its elements; empty if that is not measured. */
    errors: stored?.elements ? errorCurve(await catalog.measuredErrors(), stored.elements, record.active) : [],
    events: removed === null ? catalog.events(id) : await catalog.pages.eventsOf('satellites', String(id), MOST_EVENTS),
    /** Transmitters, those in use first; empty in a release without a table of transmitters. */
    transmitters: await catalog.transmitters.of(id),
    /** The break-up that the object is a piece of; null if it is not a piece of one. */
    breakup:
      breakups.find(
        (one) => one.parent_gcat_id === record.parent_gcat_id && one.separation_date === record.separation_date,
      ) ?? null,
    /** The object that it separated from, and the objects that separated from it. */
    family: {
      parent: summariesOf(catalog, family.parent)[0] ?? null,
      children: { total: family.child.length, rows: summariesOf(catalog, family.child.subarray(0, matesShown)) },
      siblings: family.sibling.length,
    },
    /** Other objects with the same launch designator; null if its launch is not known. */
    mates: mates && { total: mates.total, rows: summariesOf(catalog, mates.ids) },
  };
}

const shapeOf = ({ perigee_km, apogee_km, inclination_deg, period_min }: ObjectRecord) => ({
  perigee_km,
  apogee_km,
  inclination_deg,
  period_min,
});

/**
 * The size and tilt of an orbit, and its date: null if no source states the date, undefined if the orbit is the current
 * one.
 */
type ShownOrbit = ReturnType<typeof shapeOf> & { readonly at?: string | null };

/**
 * The last orbit of an object without elements is the newest in the archive. If there is none, it is the one in the
 * catalogs, without a date: it may be years older than the reentry.
 */
async function orbitOf(record: ObjectRecord, archive: ArchiveReader): Promise<ShownOrbit> {
  const { elements_epoch } = record;
  const known = shapeOf(record);
  if (record.operational_status !== 'DECAYED' && !record.removed) return known;
  if (elements_epoch !== null) return { ...known, at: elements_epoch };
  const [set] = await archive.outermost(record.norad_cat_id, 'last');
  if (!set) return { ...known, at: null };
  return { ...shapeOf({ ...record, ...derivedValues(set).values }), at: `${set.epoch}Z` };
}

/**
 * The whole record of an object; null if the catalog has no such object. Releases of formats before 4.1 have no groups,
 * those before 4.4 no predictions. Throws CatalogError.
 */
export function recordOf(catalog: Pick<Catalog, 'record'>, id: number): ObjectRecord | null {
  const stored = catalog.record(id);
  return stored ? readRecord(unpackedText(stored, 'utf8')) : null;
}

function readRecord(text: string): ObjectRecord {
  const { data } = JSON.parse(text) as {
    data: Omit<ObjectRecord, 'groups' | 'reentry_prediction'> & Partial<ObjectRecord>;
  };
  return { groups: [], reentry_prediction: null, ...data };
}

function write(set: NonNullable<StoredElements['elements']>, now: Date, release: string) {
  const omm = ommOf(set, release);
  return {
    epoch: set.epoch,
    /** Age of the elements, days; negative if their epoch is in the future. */
    age_days: ageInDays(set.epoch, now),
    /** The warning about old elements; null for fresh ones. */
    warning: staleWarning(set.epoch, now),
    tle: writeTle(set, set.object_name),
    /** The OMM, a keyword a line. */
    omm: {
      json: `${spreadJson(ommForms.json.write(omm).trim().slice('{"data":'.length, -1))}\n`,
      kvn: ommForms.kvn.write(omm),
    },
    set,
  };
}
