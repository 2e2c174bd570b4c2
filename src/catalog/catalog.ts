import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { type Event, event } from '../schema/event.ts';

/** What can be asked of one release's database. */
export interface Catalog {
  /** The newest events, newest first. */
  newestEvents(limit: number): Promise<Event[]>;
  /** Closes the file. Nothing can be asked afterwards. */
  close(): void;
}

/**
 * Read-only, bounded, and shut off from everything but this one file: SQL that got in by mistake could neither read
 * another file nor fill the disk.
 */
const settings = {
  access_mode: 'READ_ONLY',
  threads: '2',
  memory_limit: '512MB',
  temp_directory: '',
  enable_external_access: 'false',
  lock_configuration: 'true',
};

const utc = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ') AS ${column}`;

const newestEvents = `
  SELECT id, type, norad_cat_id, cospar_id, name, object_class, ${utc('occurred_at')}, ${utc('detected_at')}, sources,
    details::VARCHAR AS details
  FROM events
  ORDER BY events.occurred_at DESC, norad_cat_id DESC, id
  LIMIT $limit`;

const eventRow = event.extend({ details: z.preprocess((text) => JSON.parse(String(text)), event.shape.details) });

/** Opens a release's `catalog.duckdb`. Throws where the file is missing or is no DuckDB database. */
export async function openCatalog(file: string): Promise<Catalog> {
  const instance = await DuckDBInstance.create(file, settings);
  const connection = await instance.connect();
  const readEvents = async (limit: number) => {
    const reader = await connection.runAndReadAll(newestEvents, { limit });
    return z.array(eventRow).parse(reader.getRowObjectsJson());
  };
  // A release never changes, so an answer read once holds for as long as it is open.
  const known = new Map<number, Promise<Event[]>>();
  return {
    newestEvents(limit) {
      const asked = known.get(limit) ?? readEvents(limit);
      known.set(limit, asked);
      asked.catch(() => known.delete(limit));
      return asked;
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
