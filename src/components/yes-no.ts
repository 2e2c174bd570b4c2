/** The options of a choice between what is and what is not. */
export const yesNo = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;
