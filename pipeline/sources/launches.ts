/**
 * The spaces of a launch date or site. What a space station released keeps the station's designator in SATCAT (1998-067…)
 * and the station's launch with it, while GCAT gives the launch that brought it up: two launches, no disagreement.
 */
export function launchSpaces(launchId: string | null | undefined): string[] {
  return [launchId ?? 'unknown launch'];
}
