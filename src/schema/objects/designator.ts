/** The letters that count pieces of a launch, and ten thousands in Alpha-5: no I and no O, which look like digits. */
export const designatorLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The letters of the n-th piece of a launch, from 1: A … Z, AA … */
export function pieceLetters(n: number): string {
  let rest = n;
  let out = '';
  while (rest > 0) {
    out = designatorLetters[(rest - 1) % designatorLetters.length]! + out;
    rest = Math.floor((rest - 1) / designatorLetters.length);
  }
  return out;
}
