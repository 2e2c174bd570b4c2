/** A claim that can't be true, whatever its source. Documentation prints this table. */
export interface Implausible {
  readonly what: string;
  /** `heldOut`: rejected with this reason. `conflicting`: the claim is kept, and its field is CONFLICTING by the rule of this name. */
  readonly outcome:
    | { readonly heldOut: string }
    | { readonly conflicting: 'implausible' | 'works_implausible' | 'below_ground' };
  readonly because: string;
}

export const implausible: readonly Implausible[] = [
  {
    what: 'a launch, a decay or an end of operations after the day of the release',
    outcome: { heldOut: 'after_release' },
    because: 'a catalog of past events cannot know it: a plan or an error',
  },
  {
    what: 'elements of an epoch more than a week after the release',
    outcome: { heldOut: 'in_the_future' },
    because: 'elements of very eccentric orbits are published for the next perigee, about three days ahead',
  },
  {
    what: 'a mass, a size or a period of zero or less',
    outcome: { heldOut: 'not_positive' },
    because: 'catalogs use zero for unknown values',
  },
  {
    what: 'a decay before the launch',
    outcome: { conflicting: 'implausible' },
    because: 'one of the two dates is wrong, but it is not known which',
  },
  {
    what: 'a separation more than a day before the launch or after the decay',
    outcome: { conflicting: 'implausible' },
    because: 'one of the two dates is wrong, or the designator is of another launch',
  },
  {
    what: 'a dry mass above the mass at launch, by more than 1 %',
    outcome: { conflicting: 'implausible' },
    because: 'one of the two masses is wrong, but it is not known which',
  },
  {
    what: 'a COSPAR designator of two catalog numbers',
    outcome: { conflicting: 'implausible' },
    because: 'a designator is of one object',
  },
  {
    what: 'a working status of a rocket body or a piece of debris',
    outcome: { conflicting: 'works_implausible' },
    because:
      'neither works: the code is an error, or of another object; it gives no status and nothing is active by it',
  },
  {
    what: 'a perigee below the ground',
    outcome: { conflicting: 'below_ground' },
    because: 'the last revolution, or an orbit that was never completed',
  },
];
