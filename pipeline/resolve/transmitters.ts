import { columns, createTable } from '../../src/schema/field.ts';
import { objectFacts, transmitter } from '../../src/schema/objects/transmitter.ts';
import type { Store } from '../store.ts';

/**
 * A column in the type that it has in the release, from its staged form; or a fact about its object from the catalog.
 */
function typed({ name, sql }: { readonly name: string; readonly sql: string }): string {
  const fact = (objectFacts as Readonly<Record<string, string>>)[name];
  if (fact !== undefined) return `${fact} AS ${name}`;
  if (sql === 'TIMESTAMP') return `replace(t.${name}, 'Z', '')::TIMESTAMP AS ${name}`;
  if (sql === 'VARCHAR[]') return `from_json(t.${name}, '["VARCHAR"]') AS ${name}`;
  return `t.${name}::${sql} AS ${name}`;
}

/** The transmitters of cataloged objects, and of those without a catalog number, by object and frequency. */
export async function buildTransmitters(store: Store): Promise<void> {
  await store.run(createTable('transmitters', transmitter));
  await store.run(`INSERT INTO transmitters BY NAME
    SELECT ${columns(transmitter).map(typed).join(', ')}
    FROM transmitters_read t LEFT JOIN satellites s ON s.norad_cat_id = t.norad_cat_id
    WHERE t.norad_cat_id IS NULL OR s.norad_cat_id IS NOT NULL
    ORDER BY t.norad_cat_id, t.downlink_low_hz, t.uuid`);
}
