import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { allowedFunctions } from '../../src/features/sql/allowed-functions.ts';

/**
 * Functions that a review kept off the allow-list: they read or change the session, the server, or the engine's memory, wait, or
 * are of no use here.
 */
const reviewed = new Set(
  `cast_to_type col_description combine create_sort_key current_catalog current_connection_id current_database current_query current_query_id
  current_schema current_schemas current_setting current_transaction_id currval finalize get_block_size getvariable in_search_path
  json_deserialize_sql json_serialize_plan json_serialize_sql make_type nextval obj_description parse_duckdb_log_message remap_struct setseed
  shobj_description sleep_ms stats txid_current variant_bytes_to_variant variant_to_parquet_variant vector_type write_log
  current_role current_user session_user user map_to_pg_oid format_pg_type can_cast_implicitly icu_sort_key timetz_byte_comparable
  is_histogram_other_bin array_to_string_comma_default`.split(/\s+/),
);
const reviewedPattern = /^(__internal_|pg_|has_|inet_|icu_collate_)/;
/** Functions that the parser creates from syntax, and that no list of functions contains. */
const syntax = ['unnest'];

describe('the functions of the installed version of DuckDB', () => {
  let installed: ReadonlySet<string>;
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(
      "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')",
    );
    installed = new Set(reader.getRowsJson().map(([name]) => String(name)));
    connection.closeSync();
    instance.closeSync();
  });

  test('are all allowed, or refused by a review', () => {
    const open = [...installed].filter(
      (name) => !allowedFunctions.has(name) && !reviewed.has(name) && !reviewedPattern.test(name),
    );
    expect(open).toEqual([]);
  });

  test('have every allowed one, and none that a review has refused', () => {
    expect([...allowedFunctions].filter((name) => !installed.has(name) && !syntax.includes(name))).toEqual([]);
    expect([...allowedFunctions].filter((name) => reviewed.has(name) || reviewedPattern.test(name))).toEqual([]);
    expect([...reviewed].filter((name) => !installed.has(name))).toEqual([]);
  });
});
