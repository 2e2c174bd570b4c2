import { type Column, columns } from '../src/schema/field.ts';
import { elementSet } from '../src/schema/objects/elements.ts';
import { satcatColumns } from '../src/schema/objects/satcat-record.ts';
import { listedTransmitter } from '../src/schema/objects/transmitter.ts';
import type { Appending, Cell } from './appending.ts';
import type { OperatorFacts } from './sources/source.ts';
import type { StagingType, Store } from './store.ts';

/** SQL types that staging tables do not support, and the types in which their values are appended. */
const stagedAs = { BIGINT: 'DOUBLE', TIMESTAMP: 'VARCHAR', 'VARCHAR[]': 'VARCHAR' } as const;

/** The columns of a record as they are staged: times and lists are text, frequencies above 2 GHz no INTEGER. */
const staged = (record: readonly Column[]): Record<string, StagingType> =>
  Object.fromEntries(
    record.map(({ name, sql }) => [name, stagedAs[sql as keyof typeof stagedAs] ?? (sql as StagingType)]),
  );

/** The columns of an element set that sources provide: its object is that of the row, and its class is resolved later. */
const elementColumns = columns(elementSet).filter(({ name }) => name !== 'norad_cat_id' && name !== 'orbit_class');
const transmitterColumns = columns(listedTransmitter);

/** The tables in DuckDB that are filled while upstream files are read: all inputs of resolution, without any decision. */
const tables = {
  rows_read: {
    row_id: 'INTEGER',
    file_id: 'INTEGER',
    source: 'TINYINT',
    file: 'VARCHAR',
    line: 'INTEGER',
    norad: 'INTEGER',
    record: 'VARCHAR',
    url: 'VARCHAR',
    observed: 'VARCHAR',
    creates_object: 'BOOLEAN',
  },
  staged_claims: {
    claim_id: 'INTEGER',
    row_id: 'INTEGER',
    norad: 'INTEGER',
    field: 'TINYINT',
    derived: 'BOOLEAN',
    inputs: 'VARCHAR',
    guess: 'BOOLEAN',
    value_text: 'VARCHAR',
    value_numeric: 'DOUBLE',
    value_date: 'INTEGER',
    day_from: 'INTEGER',
    day_to: 'INTEGER',
    precision: 'VARCHAR',
    uncertain: 'BOOLEAN',
    is_unknown: 'BOOLEAN',
    weight: 'TINYINT',
    since: 'INTEGER',
    said: 'INTEGER',
    lasting: 'BOOLEAN',
    keys: 'VARCHAR',
    spaces: 'VARCHAR',
    near: 'VARCHAR',
    raw: 'VARCHAR',
    file_time: 'VARCHAR',
  },
  elements_read: { row_id: 'INTEGER', ...staged(elementColumns) },
  launches_read: {
    file_id: 'INTEGER',
    source: 'VARCHAR',
    line: 'INTEGER',
    launch_id: 'VARCHAR',
    record: 'VARCHAR',
    url: 'VARCHAR',
    provider_slug: 'VARCHAR',
    uncertain: 'VARCHAR',
  },
  /** The facts of a launch that are claims about the launch itself. */
  launch_texts: {
    file_id: 'INTEGER',
    record: 'VARCHAR',
    field: 'VARCHAR',
    value_text: 'VARCHAR',
    uncertain: 'BOOLEAN',
    raw: 'VARCHAR',
  },
  /** The facts of a launch that become claims about its objects, in the columns of a claim. */
  launch_facts: {
    file_id: 'INTEGER',
    launch_id: 'VARCHAR',
    field: 'TINYINT',
    value_text: 'VARCHAR',
    value_date: 'INTEGER',
    day_from: 'INTEGER',
    day_to: 'INTEGER',
    precision: 'VARCHAR',
    uncertain: 'BOOLEAN',
    weight: 'TINYINT',
    keys: 'VARCHAR',
    spaces: 'VARCHAR',
    near: 'VARCHAR',
    raw: 'VARCHAR',
  },
  transmitters_read: {
    file_id: 'INTEGER',
    source: 'TINYINT',
    file: 'VARCHAR',
    line: 'INTEGER',
    ...staged(transmitterColumns),
  },
  /** Messages about reentries. */
  reentry_messages_read: {
    file_id: 'INTEGER',
    norad: 'INTEGER',
    message_at: 'VARCHAR',
    reenters_at: 'VARCHAR',
    window_min: 'DOUBLE',
  },
  /** SATCAT's rows as text. */
  satcat_read: {
    file_id: 'INTEGER',
    ...(Object.fromEntries(satcatColumns.map((name) => [name, 'VARCHAR'])) as Record<string, 'VARCHAR'>),
  },
  rejects_read: {
    file_id: 'INTEGER',
    source: 'VARCHAR',
    file: 'VARCHAR',
    line: 'INTEGER',
    record: 'VARCHAR',
    reason: 'VARCHAR',
    column_name: 'VARCHAR',
    value: 'VARCHAR',
    scope: 'VARCHAR',
  },
} satisfies Record<string, Record<string, StagingType>>;

type StagingTable = keyof typeof tables;
/** A row by the names of its columns. */
type Row<T extends StagingTable> = Readonly<Record<keyof (typeof tables)[T], Cell>>;

/** The names of the columns of each table, in order. */
const columnsOf = Object.fromEntries(
  Object.entries(tables).map(([table, columns]) => [table, Object.keys(columns)]),
) as unknown as { readonly [T in StagingTable]: readonly (keyof Row<T>)[] };

/** A place in the staging tables: the numbers of the last row and the last claim before it. */
export interface StagingPlace {
  readonly rows: number;
  readonly claims: number;
}

/** The rows and claims of one file: those after one place up to another. */
export interface StagedRange {
  readonly after: StagingPlace;
  readonly upTo: StagingPlace;
}

/** Tables whose rows have the number of a row, and not that of its file. */
const byRow: readonly string[] = ['staged_claims', 'elements_read'] satisfies StagingTable[];

/** The staging tables of one build, open for appending. */
export class StagingTables {
  /** Names of the codes in records, by kind. */
  readonly names = { country: new Map<string, string>(), operator: new Map<string, string>() };
  /** Facts about operators besides their satellites, by slug. */
  readonly operators = new Map<string, OperatorFacts>();
  readonly #store: Store;
  readonly #open: Record<StagingTable, Appending>;
  /** The row that is being written, in the order of its columns. */
  readonly #cells: Cell[] = [];
  #rows = 0;
  #files = 0;
  #claims = 0;

  private constructor(store: Store, open: Record<StagingTable, Appending>) {
    this.#store = store;
    this.#open = open;
  }

  static async open(store: Store): Promise<StagingTables> {
    const open = {} as Record<StagingTable, Appending>;
    for (const [name, columns] of Object.entries(tables)) open[name as StagingTable] = await store.table(name, columns);
    return new StagingTables(store, open);
  }

  write<T extends StagingTable>(table: T, row: Row<T>): void {
    const names = columnsOf[table];
    for (let index = 0; index < names.length; index++) this.#cells[index] = row[names[index]!];
    this.#cells.length = names.length;
    this.#open[table].push(this.#cells);
  }

  nextRow(): number {
    return ++this.#rows;
  }

  nextClaim(): number {
    return ++this.#claims;
  }

  nextFile(): number {
    return ++this.#files;
  }

  /** The place at which the next row is written. */
  place(): StagingPlace {
    return { rows: this.#rows, claims: this.#claims };
  }

  /** The rows and claims written since a place, which are visible to queries from then on. */
  rangeOf(after: StagingPlace): StagedRange {
    this.#flush();
    return { after, upTo: this.place() };
  }

  /** Deletes everything that was read from a file that turned out to be bad. */
  async discardFile(file: number): Promise<void> {
    this.#flush();
    const rows = `row_id IN (SELECT row_id FROM rows_read WHERE file_id = ${file})`;
    for (const table of byRow) await this.#store.run(`DELETE FROM ${table} WHERE ${rows}`);
    for (const table of Object.keys(tables).filter((name) => !byRow.includes(name)))
      await this.#store.run(`DELETE FROM ${table} WHERE file_id = ${file}`);
  }

  /** Writes the rows of one file into a database of their own. Rows of later files may be written meanwhile. */
  async writeKept(path: string, { after, upTo }: StagedRange, file: number): Promise<void> {
    const own = (table: string) =>
      byRow.includes(table) ? `row_id > ${after.rows} AND row_id <= ${upTo.rows}` : `file_id = ${file}`;
    await this.#store.writeDatabase(
      path,
      Object.keys(tables).map((table) => [table, `FROM ${table} WHERE ${own(table)}`]),
    );
  }

  /** Adds the rows of one file from the database that they were written into, as if they had been read here. */
  async addKept(path: string, { after, upTo }: StagedRange, file: number): Promise<void> {
    this.#flush();
    const moved = {
      row_id: `(row_id + ${this.#rows - after.rows})::INTEGER AS row_id`,
      claim_id: `(claim_id + ${this.#claims - after.claims})::INTEGER AS claim_id`,
      file_id: `${file} AS file_id`,
    };
    await this.#store.attach(path, 'kept');
    for (const [table, columns] of Object.entries(tables)) {
      const changed = Object.entries(moved).flatMap(([name, sql]) => (Object.hasOwn(columns, name) ? [sql] : []));
      await this.#store.run(`INSERT INTO ${table} SELECT * REPLACE (${changed.join(', ')}) FROM kept.${table}`);
    }
    await this.#store.run('DETACH kept');
    this.#rows += upTo.rows - after.rows;
    this.#claims += upTo.claims - after.claims;
  }

  /** Makes every row written so far visible to queries. */
  #flush(): void {
    for (const table of Object.values(this.#open)) table.flush();
  }

  /** Ends reading, and writes the names of codes into tables too. */
  async close(): Promise<void> {
    for (const table of Object.values(this.#open)) table.close();
    for (const [kind, names] of Object.entries(this.names)) {
      const table = await this.#store.table(`${kind}_names`, { code: 'VARCHAR', name: 'VARCHAR' });
      for (const entry of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) table.push(entry);
      table.close();
    }
    const facts = await this.#store.table('operator_facts', {
      slug: 'VARCHAR',
      country: 'VARCHAR',
      parent_slug: 'VARCHAR',
      successor_slug: 'VARCHAR',
      ended: 'VARCHAR',
    });
    for (const { slug, country, parent_slug, successor_slug, ended } of this.operators.values())
      facts.push([slug, country, parent_slug, successor_slug, ended]);
    facts.close();
  }
}
