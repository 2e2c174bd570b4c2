/** What one of those that are measured found, a round after the other. */
export type Rounds<Name extends string, T> = Record<Name, T[]>;

/**
 * Measures in turns: each round asks all of them once, every other round the other way about, so that neither the machine's
 * changing speed nor who comes first favours one. A round before the first is not counted: in it things are opened, read
 * and compiled that later ones find.
 */
export async function inTurns<Name extends string, T>(
  rounds: number,
  measured: Readonly<Record<Name, (round: number) => Promise<T>>>,
): Promise<Rounds<Name, T>> {
  const names = Object.keys(measured) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name, T>;
  for (const name of names) await measured[name](rounds);
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) found[name].push(await measured[name](round));
  return found;
}
