/** An instant in UTC with its `Z`, which epochs lack as upstream writes them. */
export const withZone = (instant: string): string => (instant.endsWith('Z') ? instant : `${instant}Z`);
