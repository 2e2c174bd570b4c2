import { z } from 'zod';
import { sourceSlugs } from '../release/source.ts';
import { confidences } from '../vocabulary.ts';

const said = <S extends z.ZodType>(schema: S, description: string): S => schema.meta({ description }) as S;
const id = () => said(z.int().positive(), 'Catalog number');
const value = z.unknown();
const confidence = z.enum(confidences).nullable();
const sources = z.array(z.enum(sourceSlugs));

/** An object that only one of the two releases has. */
const named = z.object({
  norad_cat_id: id(),
  cospar_id: said(z.string().nullable(), 'COSPAR designator'),
  name: said(z.string(), 'Its name'),
});

const addedObject = named.extend({
  values: said(
    z.array(
      z.object({
        field: said(z.string(), 'Field of the record'),
        value: said(value, 'Its value; null if there are claims about the field, but none with a value'),
        confidence: said(confidence, 'How sure it is; null without evidence'),
        sources: said(sources, 'Sources with data for the field'),
      }),
    ),
    'Every field that has a value or evidence, but for those that follow from its elements',
  ),
});

const changedValue = z.object({
  norad_cat_id: id(),
  field: said(z.string(), 'Field of the record'),
  before: said(value, 'Its value in the release before; null if it had none, or if it followed from the elements'),
  after: said(value, 'Its value; null if it no longer has one, or if it follows from the elements'),
  confidence_before: said(confidence, 'The confidence of the value before'),
  confidence_after: said(confidence, 'Its confidence'),
  sources_before: said(sources, 'Sources with data for the field in the previous release'),
  sources: said(sources, 'Sources with data for the field'),
});
export type ChangedValue = z.infer<typeof changedValue>;

const changedClaim = z.object({
  norad_cat_id: id(),
  field: said(z.string(), 'Field that the claim is about'),
  source: said(z.string(), 'Who claims it'),
  source_record: said(z.string().nullable(), 'The upstream row'),
  value: said(value, 'The claimed value'),
  confidence: said(confidence, 'Its confidence'),
  selected: said(z.boolean(), 'Whether this claim gives the value of the record'),
});

const count = (of: string) => said(z.int().nonnegative(), of);
export const changeCounts = said(
  z.object({
    added: count('Objects that the release before did not have'),
    removed: count('Objects that only the release before had'),
    changed: count('Changed fields of objects that both have'),
    claims_added: count('Claims that the release before did not have'),
    claims_withdrawn: count('Claims that only the release before had'),
    elements_changed: count('Element sets that are new or other'),
    elements_gone: count('Objects that no longer have elements'),
  }),
  'How many there are of each',
);
export type ChangeCounts = z.infer<typeof changeCounts>;

const release = (of: string) => said(z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/), of);

/** `/api/v1/changes/{release}`: the differences of one release from the one before. */
export const changeSet = z.object({
  data: said(
    z.object({
      added: said(z.array(addedObject), 'New objects, by catalog number'),
      removed: said(z.array(named), 'Removed objects'),
      changed: said(z.array(changedValue), 'Changed values, by object and field'),
      claims: said(
        z.object({
          added: said(z.array(changedClaim), 'New claims'),
          withdrawn: said(z.array(changedClaim), 'Withdrawn claims'),
        }),
        'Claims that only one of the releases has',
      ),
    }),
    'The changes',
  ),
  meta: said(
    z.looseObject({
      from: release('The release before'),
      to: release('The release that has the changes'),
      at: said(z.iso.datetime(), 'When it was made (UTC)'),
      counts: changeCounts,
      claims_complete: said(z.boolean(), 'False if there are more claims than listed'),
    }),
    'About the change set',
  ),
});
export type ChangeSet = z.infer<typeof changeSet>;

/** A file of the index: its kind, uncompressed size and hash, and compressed size. */
const changeFile = z.object({
  what: said(z.enum(['changes', 'elements']), 'Values and claims, or elements'),
  url: said(z.string(), 'Path of the file'),
  bytes: said(z.int(), 'Its uncompressed size'),
  sha256: said(z.string(), 'SHA-256 of those bytes'),
  compressed_bytes: said(z.int(), 'Its size in the smallest encoding'),
});

/** An entry of `/api/v1/changes`. */
const changeStep = z.object({
  from: release('The release before'),
  to: release('The release that has the changes'),
  at: said(z.iso.datetime(), 'When it was made (UTC)'),
  counts: changeCounts,
  files: said(z.array(changeFile), 'Its change set and its delta of elements'),
});
export type ChangeStep = z.infer<typeof changeStep>;

export const changeIndex = z.object({
  data: said(z.array(changeStep), 'Newest first; each entry refers to the one before it'),
  meta: said(
    z.looseObject({
      release: said(z.string(), 'The newest release'),
      oldest: said(z.string(), 'The oldest release from which changes lead to it'),
      groups: said(z.array(z.string()), 'Paths of the newest delta of elements of each group').optional(),
    }),
    'About the list',
  ),
});
export type ChangeIndex = z.infer<typeof changeIndex>;

/** How many change sets a release has: about five days of up to six releases a day. */
export const MAX_CHANGE_SETS = 28;

/**
 * How many deltas of each group a release carries, about those of a day: more of them are together larger than the
 * group's whole file, and each group has a file.
 */
export const MAX_GROUP_CHANGES = 8;

/** Maximum number of claims of each kind that a change set lists. */
export const MAX_LISTED_CLAIMS = 20_000;

/** Paths of the files of a step, without ending. */
export const changesPath = (to: string): string => `/api/v1/changes/${to}`;
export const elementChangesPath = (to: string): string => `/api/v1/elements/changes/${to}`;
/** The delta of a group that leads to a release, or to the newest one. */
export const groupChangesPath = (set: string, to = 'newest'): string => `/api/v1/elements/${set}/changes/${to}`;
