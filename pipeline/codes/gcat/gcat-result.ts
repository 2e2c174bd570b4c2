import type { missionResults } from '../../../src/schema/vocabulary.ts';

/** GCAT's `Result` of a payload: S and F. U is unknown; N has no documented meaning. Undefined for another code. */
export function gcatResult(code: string): (typeof missionResults)[number] | null | undefined {
  if (code === 'S') return 'SUCCESS';
  if (code === 'F') return 'FAILURE';
  return ['', '-', 'U', 'N'].includes(code) ? null : undefined;
}
