import { z } from 'zod';
import { columns, field } from '../field.ts';
import { reentryPrediction } from '../reentries/reentry.ts';
import { source } from '../release/source.ts';
import { claim, verdict } from './claim.ts';
import { rules } from './confidence.ts';
import { membership } from './group.ts';
import { satellite } from './satellite.ts';

const example = {
  field: 'launch_date',
  confidence: 'CONFIRMED',
  sources: ['celestrak', 'gcat'],
  uncertain: false,
  rule: rules.independent_agree.sentence,
};
const publisher = { name: 'CelesTrak', slug: 'celestrak', license: 'None stated' };

/** The source of a claim: the members that are needed to name it. */
export const claimSource = z.object({
  name: source.shape.name,
  slug: claim.shape.source,
  license: source.shape.license,
});

export type ClaimSource = z.infer<typeof claimSource>;

/** A claim as the record of its object carries it. */
export const claimRecord = z.object({
  field: claim.shape.field,
  value_text: claim.shape.value_text,
  value_numeric: claim.shape.value_numeric,
  value_date: claim.shape.value_date,
  value_bool: claim.shape.value_bool,
  confidence: claim.shape.confidence,
  source_record: claim.shape.source_record,
  source: field(claimSource, 'Who claims it', publisher),
  precision: claim.shape.precision,
  uncertain: claim.shape.uncertain,
  raw: claim.shape.raw,
  observed_at: claim.shape.observed_at,
  selected: claim.shape.selected,
  url: claim.shape.url,
});

/** The evidence for one field of the record; null and empty if no source has a claim about it. */
export const provenanceEntry = z.object({
  field: verdict.shape.field,
  confidence: field(
    verdict.shape.confidence.nullable(),
    'How certain the value is; null if no source has a claim about the field',
    example.confidence,
  ),
  sources: verdict.shape.sources,
  uncertain: verdict.shape.uncertain,
  rule: field(
    z.string().min(1).nullable(),
    'The rule that determined the confidence, as a sentence, and the claims that were not compared',
    example.rule,
  ),
});

/** The evidence of a whole record. */
const provenance = z.object({
  fields: field(z.array(provenanceEntry), 'One entry for every field of the record, in its order', [example]),
  missing: field(z.array(z.string()), 'The fields without claims', ['power_w']),
});

/** A group that an object is in, as its record carries it. */
export const groupRecord = z.object({
  slug: membership.shape.slug,
  name: membership.shape.name,
  source: membership.shape.source,
});

/** When an object is going to reenter, as its record carries it. */
export const reentryRecord = reentryPrediction.omit({
  norad_cat_id: true,
  name: true,
  cospar_id: true,
  object_class: true,
});

/** Why no release lists an object any more. */
const removalReasons = ['not_listed', 'designator_moved'] as const;

/** An object that no catalog lists any more: when it was last listed, and why its record has ended. */
export const removal = z.object({
  last_listed: field(z.iso.datetime(), 'Time of the last release that listed the object (UTC)', '2026-08-21T23:00:00Z'),
  last_release: field(z.string(), 'That release', '20260821T230000Z-ccf78f91'),
  reason: field(
    z.enum(removalReasons),
    '`not_listed`: neither SATCAT, nor the satcat of GCAT, nor a file of elements lists its catalog number any more, and no source says why. `designator_moved`: neither, and another catalog number has its COSPAR designator now',
    'not_listed',
  ),
  designator_now: field(z.int().positive().nullable(), 'The catalog number that has its COSPAR designator now', null),
});

export type Removal = z.infer<typeof removal>;

/** The response about one object: its record, its groups, every claim about it, and how sure each field is. */
export const satelliteRecord = satellite.extend({
  groups: field(
    z.array(groupRecord),
    'The groups that it is in, in the order of `/api/v1/groups`, with its name in each',
    [{ slug: 'stations', name: 'ISS (ZARYA)', source: 'celestrak' }],
  ),
  reentry_prediction: field(
    reentryRecord.nullable().optional(),
    'Median and 80 % window of its reentry, if that is predicted within 60 days; null otherwise. Absent in a record of a release that is no longer kept, for which no prediction is archived',
    null,
  ),
  removed: field(
    removal.optional(),
    'Only in the record of an object that no catalog lists any more: all its other values are of the last release that listed it',
    {
      last_listed: '2026-08-21T23:00:00Z',
      last_release: '20260821T230000Z-ccf78f91',
      reason: 'not_listed',
      designator_now: null,
    },
  ),
  claims: field(
    z.array(claimRecord),
    'Every claim about the object: by field in the order of the record, the selected one first, then by trust',
    [Object.fromEntries(columns(claimRecord).map(({ name, example }) => [name, example]))],
  ),
  provenance: field(provenance, 'The confidence of each field, with the rule and the sources', {
    fields: [example],
    missing: ['power_w'],
  }),
});
