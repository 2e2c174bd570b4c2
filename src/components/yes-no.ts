/** Options of a yes/no filter. */
export const yesNo = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;
