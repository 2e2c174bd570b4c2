import {
  conjunctionQuery,
  oneConjunction,
  satelliteConjunctions,
} from '../../features/conjunctions/http/conjunction-routes.ts';
import { eventQuery } from '../../features/events/http/events.ts';
import { fieldOfImage, fieldOfView } from '../../features/field-of-view/http/fov-routes.ts';
import { identify } from '../../features/field-of-view/http/identify-route.ts';
import { sightings } from '../../features/field-of-view/http/sightings-route.ts';
import { archiveIndex } from '../../features/history/http/archive-months.ts';
import { changesQuery } from '../../features/history/http/changes.ts';
import { elementHistory } from '../../features/history/http/element-history.ts';
import { elementsAsOf } from '../../features/history/http/elements-as-of.ts';
import { maneuvers } from '../../features/history/http/maneuvers.ts';
import { monthlyDataset } from '../../features/history/http/monthly-dataset.ts';
import { valueHistory } from '../../features/history/http/value-history.ts';
import { launch } from '../../features/launches/http/launch.ts';
import { launchQuery } from '../../features/launches/http/launches.ts';
import { satelliteTransmitters, transmitters } from '../../features/radio/http/transmitters.ts';
import { above } from '../../features/sky/http/above.ts';
import { ephemeris } from '../../features/sky/http/ephemeris.ts';
import { groupPasses } from '../../features/sky/http/group-passes.ts';
import { passes } from '../../features/sky/http/passes.ts';
import { position } from '../../features/sky/http/position.ts';
import { track } from '../../features/sky/http/track.ts';
import { breakup, breakups } from './lists/breakups.ts';
import { family } from './lists/family.ts';
import { omm } from './omm.ts';
import { operator, operators } from './operators.ts';
import type { Route } from './route.ts';
import { reentries, satellite, satellites } from './satellites.ts';
import { search } from './search.ts';
import { sources } from './sources.ts';
import { stats } from './stats.ts';
import { tle } from './tle.ts';

/** Every route that a handler answers, in the order of the documentation. */
export const routes: readonly Route[] = [
  satellites,
  satellite,
  family,
  breakups,
  breakup,
  tle,
  omm,
  position,
  ephemeris,
  track,
  passes,
  elementHistory,
  valueHistory,
  maneuvers,
  satelliteConjunctions,
  oneConjunction,
  groupPasses,
  above,
  fieldOfView,
  identify,
  sightings,
  satelliteTransmitters,
  transmitters,
  search,
  operators,
  operator,
  launch,
  sources,
  stats,
  reentries,
  archiveIndex,
  monthlyDataset,
];

/** Routes that query the release, on paths that are public files without these parameters. */
export const fileQueries: readonly Route[] = [eventQuery, launchQuery, changesQuery, elementsAsOf, conjunctionQuery];

/** Routes that read the catalog for a message. */
export const messageRoutes: readonly Route[] = [fieldOfImage];
