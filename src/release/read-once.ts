/** Reads something once per release. A failed read is not kept: the next call reads again. */
export type ReadOnce = <T>(what: string, read: () => Promise<T>) => Promise<T>;

export function openReadOnce(): ReadOnce {
  const once = new Map<string, Promise<unknown>>();
  return <T>(what: string, read: () => Promise<T>): Promise<T> => {
    const known = once.get(what) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    once.set(what, reading);
    reading.catch(() => once.delete(what));
    return reading;
  };
}
