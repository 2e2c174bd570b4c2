/**
 * Whether a query may run, judged by its syntax tree from DuckDB's own parser (`json_serialize_sql`, which supports only
 * SELECT). This is the first of several barriers; the others are the settings of the database and its separate process.
 */

import { allowedFunctions } from './allowed-functions.ts';

/** Why a query is refused. `message` is for the person who wrote it. */
export class RefusedQuery extends Error {
  override name = 'RefusedQuery';
}

/** Table functions that make rows only from their arguments. Every other one reads files, settings, or the catalog. */
const tableFunctions = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree', 'generate_subscripts']);

/**
 * Names of DuckDB's internal tables. A query must not define such names: outside of their scope they would refer to the
 * internal tables.
 */
const engineName = /^(duckdb_|pragma_|pg_|sqlite_)/;
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** A node of the syntax tree. */
type Node = Readonly<Record<string, unknown>>;

/** The result of `json_serialize_sql`. */
interface SyntaxTree {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly statements?: readonly Node[];
}

/**
 * Throws RefusedQuery unless the tree is one SELECT over the published tables and functions without side effects. Returns the
 * tables that it names.
 */
export function checkQuery(json: string, tables: ReadonlySet<string>): string[] {
  // DuckDB writes numbers that JSON does not have; no number is checked here.
  const tree = JSON.parse(json.replaceAll(/(?<=":|[,[])-?(Infinity|NaN|inf|nan)(?=[,}\]])/g, 'null')) as SyntaxTree;
  if (tree.error)
    throw new RefusedQuery(
      tree.error_type === 'not implemented'
        ? 'Only SELECT statements can be run (WITH, FROM, VALUES, DESCRIBE, SUMMARIZE and SHOW TABLES among them); PIVOT and UNPIVOT cannot.'
        : (tree.error_message ?? 'The query cannot be parsed.'),
    );
  const { statements = [] } = tree;
  if (statements.length !== 1)
    throw new RefusedQuery(statements.length === 0 ? 'The query is empty.' : 'Send one statement at a time.');
  const known = new Set(tables);
  // Names first: a name may be used before the node that declares it is reached.
  walk(statements[0], (node) => {
    for (const name of declaredNames(node)) {
      if (!plainName.test(name) || engineName.test(name.toLowerCase()))
        throw new RefusedQuery(`A name in WITH is letters, digits and underscores: ${shown(name)} is not.`);
      known.add(name.toLowerCase());
    }
  });
  const used = new Set<string>();
  walk(statements[0], (node) => {
    checkNode(node, known);
    if (node['type'] === 'BASE_TABLE') used.add(String(node['table_name']).toLowerCase());
  });
  return [...used].filter((name) => tables.has(name)).sort();
}

function checkNode(node: Node, known: ReadonlySet<string>): void {
  const { type } = node;
  if (type === 'BASE_TABLE') checkTable(node, known);
  else if (type === 'SHOW_REF') {
    // DESCRIBE and SUMMARIZE carry the query that they describe; SHOW has only a name.
    const name = String(node['table_name']).replaceAll('"', '');
    if (node['query'] === null && name !== 'tables')
      throw new RefusedQuery('Of this kind, only SHOW TABLES, DESCRIBE and SUMMARIZE can be run.');
  } else if (type === 'TABLE_FUNCTION') {
    const name = nameOf((node['function'] as Node | undefined) ?? {});
    if (!tableFunctions.has(name))
      throw new RefusedQuery(
        `The table function ${shown(name)} is not available: ${[...tableFunctions].sort().join(', ')} are.`,
      );
  } else if (type === 'VALUE_PARAMETER')
    throw new RefusedQuery('Parameters ($1, ?) are not available: write the value in the query.');
  else if (typeof node['function_name'] === 'string') checkFunction(node);
}

function checkTable(node: Node, known: ReadonlySet<string>): void {
  const { catalog_name: catalog, schema_name: schema, table_name: name } = node as Record<string, string>;
  const fits = catalog === '' && (schema === '' || schema?.toLowerCase() === 'main');
  if (fits && known.has((name ?? '').toLowerCase()) && !node['at_clause']) return;
  const full = [catalog, schema, name].filter((part) => part !== '' && part !== undefined).join('.');
  throw new RefusedQuery(`There is no table ${shown(full)}. Tables: ${[...known].join(', ')}.`);
}

function checkFunction(node: Node): void {
  const name = nameOf(node);
  if (!allowedFunctions.has(name)) throw new RefusedQuery(`The function ${shown(name)} is not available.`);
  if (node['export_state'] === true) throw new RefusedQuery('EXPORT_STATE is not available.');
  const { catalog, schema } = node as Record<string, string | undefined>;
  if (catalog || (schema && schema !== 'main'))
    throw new RefusedQuery(`The function ${shown(name)} is not available under another name.`);
}

const nameOf = (node: Node): string => String(node['function_name'] ?? '').toLowerCase();
const shown = (name: string): string => JSON.stringify(name.slice(0, 100));

/** The names that a node's WITH gives to queries. */
function declaredNames(node: Node): string[] {
  const { cte_map } = node as { cte_map?: { map?: readonly { readonly key: string }[] } };
  const names = (cte_map?.map ?? []).map(({ key }) => key);
  // A recursive WITH may refer to itself in its own node.
  const { cte_name } = node as { cte_name?: unknown };
  return typeof cte_name === 'string' ? [...names, cte_name] : names;
}

/** Visits every object of a tree, without recursion: a query may be nested deeper than the stack is. */
function walk(root: unknown, visit: (node: Node) => void): void {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const node = left.pop();
    if (Array.isArray(node)) for (const child of node) left.push(child);
    else if (node !== null && typeof node === 'object') {
      visit(node as Node);
      for (const child of Object.values(node)) if (child !== null && typeof child === 'object') left.push(child);
    }
  }
}
