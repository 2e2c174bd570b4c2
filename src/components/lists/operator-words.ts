import { formatCount } from '../../schema/plain-text.ts';

/** The members of a group that an operator has; those whose operator no source names are inferred. */
interface Members {
  readonly own: number;
  readonly inferred: number;
}

/** `of which 7,555 name SpaceX and 3,420 are inferred`. */
export function memberWords({ own, inferred }: Members, operator: string): string {
  const named = `of which ${formatCount(own - inferred)} name ${operator}`;
  return inferred === 0 ? named : `${named} and ${formatCount(inferred)} ${inferred === 1 ? 'is' : 'are'} inferred`;
}
