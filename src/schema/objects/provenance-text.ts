import { type Column, columns } from '../field.ts';
import { type RuleName, rules } from './confidence.ts';
import { satellite } from './satellite.ts';

/** What the evidence says of one field of an object. */
export interface FieldVerdict {
  readonly field: string;
  readonly rule: RuleName;
  readonly sources: readonly string[];
  readonly uncertain: boolean;
  readonly note: string | null;
}

const fields = columns(satellite);

/** The JSON text of the provenance of an object with these verdicts. A field that restates another has that one's. */
export function provenanceText(verdicts: readonly FieldVerdict[]): string {
  const said = new Map(verdicts.map((one) => [one.field, one]));
  const verdictOf = ({ name, restates }: Column) => (restates && said.get(restates)) || said.get(name);
  return JSON.stringify({
    fields: fields.map((field) => {
      const verdict = verdictOf(field);
      const rule = verdict && rules[verdict.rule];
      return {
        field: field.name,
        confidence: rule?.confidence ?? null,
        sources: verdict?.sources ?? [],
        uncertain: verdict?.uncertain ?? false,
        rule: rule ? [rule.sentence, ...(verdict?.note ? [verdict.note] : [])].join(' ') : null,
      };
    }),
    missing: fields.filter((field) => !verdictOf(field)).map(({ name }) => name),
  });
}
