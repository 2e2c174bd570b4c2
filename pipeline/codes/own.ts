/** A table's own entry: `toString` and `constructor` are not codes. */
export function own<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
