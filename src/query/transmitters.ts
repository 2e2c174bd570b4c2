import type { Database, Parameters } from '../release/database.ts';
import type { ReadOnce } from '../release/read-once.ts';
import { jsonRow } from '../schema/field.ts';
import type { FrequencyRange } from '../schema/frequency-text.ts';
import { type Transmitter, transmitter } from '../schema/objects/transmitter.ts';

/** The filter of a list of transmitters; undefined members do not filter. */
export interface TransmitterFilter {
  readonly norad_cat_id?: number | undefined;
  /** Catalog numbers, of which the object has one. */
  readonly of?: Iterable<number> | undefined;
  /** Frequencies in Hz, both ends included: the downlink or the uplink has one of them. */
  readonly range?: FrequencyRange | undefined;
  /** Modes of the downlink or the uplink, case-insensitive. */
  readonly modes?: readonly string[] | undefined;
  readonly services?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly alive?: boolean | undefined;
  /** If true, the range and the modes apply to the downlink only, because an uplink cannot be received. */
  readonly audible?: boolean | undefined;
}

const inRange = (link: 'downlink' | 'uplink') =>
  `(t.${link}_low_hz <= $to AND coalesce(t.${link}_high_hz, t.${link}_low_hz) >= $from)`;
const byFrequency = 't.downlink_low_hz NULLS LAST, t.norad_cat_id, t.uuid';

/** The transmitters of a release. */
export function transmitters(database: Database, readOnce: ReadOnce) {
  /** Objects with transmitters: most have none, and need no query. */
  const objects = () =>
    readOnce('objects with transmitters', async () => {
      const ids = 'SELECT DISTINCT norad_cat_id FROM transmitters WHERE norad_cat_id IS NOT NULL';
      return new Set(await database.integers(ids));
    });
  return {
    /** The number of transmitters, and the JSON texts of a page of them, by frequency of the downlink, then by object. */
    async list(filter: TransmitterFilter, { limit, offset }: { readonly limit: number; readonly offset: number }) {
      const { where, values } = conditionOf(filter);
      const from = `FROM transmitters t WHERE ${where}`;
      const [count] = await database.integers(`SELECT count(*)::INTEGER ${from}`, values);
      const rows = await database.rows<{ json: string }>(
        `SELECT ${jsonRow(transmitter)} ${from} ORDER BY ${byFrequency} LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
      return { total: count!, texts: rows.map(({ json }) => json) };
    },
    /** The transmitters of one object, the ones in use first, then by frequency. */
    async of(id: number): Promise<readonly Transmitter[]> {
      if (!(await objects()).has(id)) return [];
      const rows = await database.rows<{ json: string }>(
        `SELECT ${jsonRow(transmitter)} FROM transmitters t WHERE t.norad_cat_id = $id ORDER BY t.alive DESC, ${byFrequency}`,
        { id },
      );
      return rows.map(({ json }) => JSON.parse(json) as Transmitter);
    },
    /** Catalog numbers of the objects with a transmitter that a filter selects, in order. */
    objects(filter: TransmitterFilter): Promise<Int32Array> {
      const { where, values } = conditionOf(filter);
      return database.integers(
        `SELECT DISTINCT t.norad_cat_id FROM transmitters t WHERE t.norad_cat_id IS NOT NULL AND ${where} ORDER BY 1`,
        values,
      );
    },
    /** Catalog numbers of the objects with a downlink or uplink in a range, those with one in use first. */
    objectsAt(range: FrequencyRange): Promise<Int32Array> {
      const { where, values } = conditionOf({ range });
      return database.integers(
        `SELECT t.norad_cat_id FROM transmitters t WHERE t.norad_cat_id IS NOT NULL AND ${where}
          GROUP BY t.norad_cat_id ORDER BY bool_or(t.alive) DESC, t.norad_cat_id`,
        values,
      );
    },
  };
}

function conditionOf(filter: TransmitterFilter): { where: string; values: Parameters } {
  const conditions: string[] = [];
  const values: Parameters = {};
  const oneOf = (name: string, of: readonly string[] | undefined, columns: readonly string[]) => {
    if (!of) return;
    const list = `(SELECT unnest(string_split($${name}, chr(10))))`;
    conditions.push(`(${columns.map((column) => `${column} IN ${list}`).join(' OR ')})`);
    values[name] = of.join('\n');
  };
  if (filter.norad_cat_id !== undefined) {
    conditions.push('t.norad_cat_id = $id');
    values.id = filter.norad_cat_id;
  }
  if (filter.of) {
    conditions.push("t.norad_cat_id IN (SELECT unnest(string_split($of, ','))::INTEGER)");
    values.of = [...filter.of].join(',') || '0';
  }
  if (filter.range) {
    conditions.push(filter.audible ? inRange('downlink') : `(${inRange('downlink')} OR ${inRange('uplink')})`);
    values.from = BigInt(filter.range.from);
    values.to = BigInt(filter.range.to);
  }
  const modes = filter.modes?.map((mode) => mode.toLowerCase());
  oneOf('mode', modes, ['lower(t.mode)', ...(filter.audible ? [] : ['lower(t.uplink_mode)'])]);
  oneOf('service', filter.services, ['t.service']);
  oneOf('type', filter.types, ['t.type']);
  if (filter.alive !== undefined) conditions.push(filter.alive ? 't.alive' : 'NOT t.alive');
  if (filter.audible !== undefined) conditions.push(filter.audible ? 't.audible' : 'NOT t.audible');
  return { where: conditions.join(' AND ') || 'true', values };
}
