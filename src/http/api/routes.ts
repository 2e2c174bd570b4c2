import { archiveIndex } from './history/archive-months.ts';
import { elementHistory } from './history/element-history.ts';
import { valueHistory } from './history/value-history.ts';
import { omm } from './omm.ts';
import { operator, operators } from './operators.ts';
import { passes } from './passes.ts';
import { reentries } from './reentries.ts';
import type { Route } from './route.ts';
import { satellite, satellites } from './satellites.ts';
import { search } from './search.ts';
import { sources } from './sources.ts';
import { stats } from './stats.ts';
import { tle } from './tle.ts';

/** Every route that a handler answers, in the order of the documentation. */
export const routes: readonly Route[] = [
  satellites,
  satellite,
  tle,
  omm,
  passes,
  elementHistory,
  valueHistory,
  search,
  operators,
  operator,
  sources,
  stats,
  reentries,
  archiveIndex,
];
