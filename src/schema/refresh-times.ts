/**
 * When each kind of upstream file is asked for, as cron expressions (UTC). The sources name theirs, and the server's
 * schedule wakes at every one of them.
 */
export const refreshTimes = {
  elements: '0 0,6,12,18 * * *',
  catalogEntries: '15 6 * * *',
  launchesAndOperators: '30 7 * * *',
  satnogs: '0 8 * * 0',
  wikidata: '30 8 * * 0',
} as const;
