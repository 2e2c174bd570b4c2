import { packElements } from '../../src/orbit/formats/packed-elements.ts';
import { archiveColumns, contentColumns, type ElementFile } from '../../src/schema/release/archive.ts';
import type { Appending } from '../appending.ts';
import type { ElementSetText } from '../sources/source.ts';
import type { StagingType, Store } from '../store.ts';
import type { Archive } from './archive.ts';

/** Types of the columns to append: DuckDB gets epochs as numbers, and casts them itself. */
const staged = Object.fromEntries(
  contentColumns.map((name) => [name, (name === 'epoch' ? 'DOUBLE' : archiveColumns[name]) as StagingType]),
);
const numbers = contentColumns.filter((name) => /_(e\d|digits|power)$/.test(name));

/** A staging table of element sets: each with the position of its file. */
export class ElementRows {
  readonly #rows: Appending;

  private constructor(rows: Appending) {
    this.#rows = rows;
  }

  static async create(store: Store, table: string): Promise<ElementRows> {
    return new ElementRows(await store.table(table, { file: 'INTEGER', ...staged }));
  }

  /** Adds an element set. Throws TypeError if a number is invalid, RangeError if the epoch is not a time. */
  add(file: number, norad_cat_id: number, set: ElementSetText): void {
    const packed = packElements(set) as unknown as Record<string, number>;
    const cells: Record<string, string | number | null> = {
      norad_cat_id,
      epoch: microseconds(set.epoch),
      ephemeris_type: set.ephemeris_type,
      element_set_no: set.element_set_no,
      rev_at_epoch: set.rev_at_epoch,
      classification_type: set.classification_type,
      object_name: set.object_name,
      object_id: set.object_id,
      beyond: packed.beyond as unknown as string | null,
    };
    for (const name of numbers) cells[name] = packed[name]!;
    this.#rows.push([file, ...contentColumns.map((name) => cells[name]!)]);
  }

  close(): void {
    this.#rows.close();
  }
}

/** The columns of a table of archived sets, as `CREATE TABLE` takes them. */
export const elementTable = Object.entries(archiveColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** The columns of a staging table, converted to those of the archive. */
export const stagedContent = contentColumns
  .map((name) => (name === 'epoch' ? 'make_timestamp(epoch::BIGINT) AS epoch' : name))
  .join(', ');

/** Microseconds since 1970 of an epoch in UTC, with or without Z. Throws RangeError. */
function microseconds(epoch: string): number {
  const [seconds = '', fraction = ''] = epoch.replace(/Z$/, '').split('.');
  const time = Date.parse(`${seconds}Z`);
  if (Number.isNaN(time)) throw new RangeError(`not a time: ${epoch}`);
  return time * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** In SQL, the month of the file that a set belongs to. */
export const monthOf = "strftime(coalesce(first_seen, epoch), '%Y-%m')";

/** SQL condition that two rows are the same set. As the key of a join it looks up the epoch and compares the rest. */
export const sameContent = (a: string, b: string): string =>
  contentColumns.map((name) => `${a}.${name} IS NOT DISTINCT FROM ${b}.${name}`).join(' AND ');

/** In SQL, a number that identifies a set among those of one object and epoch. */
export const contentHash = `hash(${contentColumns.filter((name) => name !== 'norad_cat_id' && name !== 'epoch').join(', ')})`;

/** Like `contentHash`, but without names and identifiers of the object. */
export const numberHash = `hash(${contentColumns
  .filter((name) => !['norad_cat_id', 'epoch', 'object_name', 'object_id', 'classification_type'].includes(name))
  .join(', ')})`;

/** The order of the sets in a file. */
export const elementOrder = `norad_cat_id, epoch, first_seen NULLS FIRST, ${contentColumns.slice(2).join(', ')}`;

/** Writes the rows of a table as a file of the archive. */
export async function writeElements(
  archive: Archive,
  label: string,
  month: string,
  from: string,
): Promise<ElementFile> {
  const columns = Object.keys(archiveColumns).join(', ');
  const written = await archive.write('elements', label, `SELECT ${columns} FROM ${from} ORDER BY ${elementOrder}`);
  const [facts] = await archive.store.rows<{ first: string; last: string; open: number }>(
    `SELECT strftime(min(epoch), '%Y-%m-%dT%H:%M:%S.%fZ') AS first, strftime(max(epoch), '%Y-%m-%dT%H:%M:%S.%fZ') AS last,
      (count(*) FILTER (WHERE first_seen IS NOT NULL AND last_seen IS NULL))::INTEGER AS open FROM ${from}`,
  );
  return { ...written, month, first_epoch: facts!.first, last_epoch: facts!.last, open: facts!.open };
}
