import { UNKNOWN_VALUES } from '../../src/schema/release/unknown-values.ts';

/** A term of a SPARQL 1.1 result. */
interface Term {
  readonly type?: string;
  readonly value: string;
}

const isKnown = ({ type, value }: Term): boolean => type !== 'bnode' && !value.startsWith(UNKNOWN_VALUES);

/**
 * The rows of a SPARQL 1.1 result in JSON: the text of each variable that has a known value. Undefined if the document is no such result.
 */
export function sparqlRows(document: unknown): unknown {
  const list = (document as { results?: { bindings?: unknown } } | null)?.results?.bindings;
  if (!Array.isArray(list)) return undefined;
  return list.map((binding: Record<string, Term>) =>
    Object.fromEntries(
      Object.entries(binding).flatMap(([variable, term]) => (isKnown(term) ? [[variable, term.value]] : [])),
    ),
  );
}
