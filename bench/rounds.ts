/**
 * Measures in turns: each round asks all of them once, every other round in reverse order, so that neither the machine's
 * changing speed nor who comes first favors one. A round before the first warms up and is not counted.
 */
export async function inTurns<Name extends string, T>(
  rounds: number,
  measured: Readonly<Record<Name, (round: number) => Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(measured) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (const name of names) await measured[name](rounds);
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) found[name].push(await measured[name](round));
  return found;
}
