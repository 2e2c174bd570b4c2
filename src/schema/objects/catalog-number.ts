/** A catalog number as people and files write it: one to nine digits, leading zeros allowed. Null for any other text, and for zero. */
export function catalogNumberIn(text: string): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}
