import { omm } from './resources/omm.ts';
import { operator, operators } from './resources/operators.ts';
import { reentries } from './resources/reentries.ts';
import { satellite } from './resources/satellite.ts';
import { satellites } from './resources/satellites.ts';
import { search } from './resources/search.ts';
import { sources } from './resources/sources.ts';
import { stats } from './resources/stats.ts';
import { tle } from './resources/tle.ts';
import type { Route } from './route.ts';

/** Every keyed route, in the order of the documentation. */
export const routes: readonly Route[] = [
  satellites,
  satellite,
  tle,
  omm,
  search,
  operators,
  operator,
  sources,
  stats,
  reentries,
];
