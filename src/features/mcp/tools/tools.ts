import { listCloseApproaches } from '../../conjunctions/http/close-approaches-tool.ts';
import { explainSighting, identifyStreak, listFieldTracks } from '../../field-of-view/http/field-tools.ts';
import type { Tool } from '../tool.ts';
import { findPasses } from './find-passes.ts';
import { getElements } from './get-elements.ts';
import { getObject } from './get-object.ts';
import { getHistory, listChanges, listManeuvers } from './history.ts';
import { listAbove } from './list-above.ts';
import { listConflicts } from './list-conflicts.ts';
import { listPasses } from './list-passes.ts';
import { listTransmitters } from './list-transmitters.ts';
import { runSql } from './run-sql.ts';
import { searchObjects } from './search-objects.ts';

/** Every tool, in the order of `tools/list`. */
export const tools: readonly Tool[] = [
  searchObjects,
  getObject,
  getElements,
  findPasses,
  listPasses,
  listAbove,
  listFieldTracks,
  identifyStreak,
  explainSighting,
  listTransmitters,
  listCloseApproaches,
  listManeuvers,
  getHistory,
  listChanges,
  listConflicts,
  runSql,
];
