import { alternateNames, isPlaceholder, nameKeys, nameSeries, shownName } from '../codes/names.ts';
import type { ClaimWriter } from './source.ts';

/** Longest accepted name, in characters: the longest of real files has 52. */
const MAX_NAME_LENGTH = 200;

function isShort(name: string, writer: ClaimWriter): boolean {
  if (name.length <= MAX_NAME_LENGTH) return true;
  writer.reject('too_long', 'name', name, 'value');
  return false;
}

/**
 * Adds claims of all names in a row. The first is the name; the others, and parts in brackets, are alternate names. The name is compared
 * by all of them. A placeholder (`OBJECT E`) means that the name is unknown.
 */
export function addName(writer: ClaimWriter, names: readonly (string | null)[], weight = 0): void {
  const raw = names.filter((name) => name !== null).filter((name) => isShort(name, writer));
  const given = raw.map((name) => name.replace(/\s*\?$/, '') || name);
  const [first] = given;
  if (first === undefined) return;
  const placeholder = isPlaceholder(first);
  const shown = shownName(first);
  writer.addClaim('name', shown.name, first, {
    uncertain: shown.uncertain,
    keys: [...new Set(given.flatMap(nameKeys))],
    spaces: [...new Set(given.flatMap(nameSeries))],
    weight: placeholder ? weight + 5 : weight,
    isUnknown: placeholder,
  });
  const said = new Set([shown.name]);
  for (const name of given)
    for (const other of alternateNames(name)) {
      // `DELTA 2 R/B(1)`: brackets may contain only a count.
      if (!/\p{L}.*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(other) || said.has(other)) continue;
      said.add(other);
      writer.addClaim('alt_names', other, name, { uncertain: /\?\]?\s*$/.test(name) });
    }
}
