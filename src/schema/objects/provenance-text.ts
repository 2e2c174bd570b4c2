import { type Column, columns } from '../field.ts';
import { bookkeeping, computedRule, ruleNamed } from './confidence.ts';
import { satellite } from './satellite.ts';

/** The verdict of the evidence about one field of an object. */
export interface FieldVerdict {
  readonly field: string;
  /** A name of `rules`, or of those of an earlier release. */
  readonly rule: string;
  readonly sources: readonly string[];
  readonly uncertain: boolean;
  readonly note: string | null;
}

const fields = columns(satellite);

/** True if Orbweaver computes the field from other fields of the record, and not from a single one, whose confidence it would have. */
export const isOwn = ({ computed, restates }: Column) => computed !== undefined && restates === undefined;
const ownRule = (name: string) => (name === 'updated_at' ? bookkeeping : computedRule);

/** The JSON text of the provenance of an object with these verdicts. A field that restates another has that one's. */
export function provenanceText(verdicts: readonly FieldVerdict[]): string {
  const said = new Map(verdicts.map((one) => [one.field, one]));
  const verdictOf = ({ name, restates }: Column) => (restates && said.get(restates)) || said.get(name);
  return JSON.stringify({
    fields: fields.map((field) => {
      const verdict = verdictOf(field);
      if (isOwn(field))
        return {
          field: field.name,
          confidence: null,
          sources: ['derived'],
          uncertain: false,
          rule: ownRule(field.name),
        };
      const rule = verdict && ruleNamed(verdict.rule);
      return {
        field: field.name,
        confidence: rule?.confidence ?? null,
        sources: verdict?.sources ?? [],
        uncertain: verdict?.uncertain ?? false,
        rule: rule ? [rule.sentence, ...(verdict?.note ? [verdict.note] : [])].join(' ') : null,
      };
    }),
    missing: fields.filter((field) => !isOwn(field) && !verdictOf(field)).map(({ name }) => name),
  });
}
