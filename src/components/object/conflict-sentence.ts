import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { isImplausible, type RuleName, ruleOfText, rules } from '../../schema/objects/confidence.ts';
import { fieldNoun } from '../../schema/objects/satellite.ts';
import { formatCount, plural } from '../../schema/plain-text.ts';
import { shortNames } from '../../schema/release/publishers.ts';
import { type Claim, type Side, sidesOf } from './claim-sides.ts';
import { chosenBy } from './evidence.ts';
import { fields } from './field-value.ts';
import { entryOf } from './object-sentence.ts';

/** The fields that a reader understands without knowing a catalog, the most telling first. */
export const tellingFields: readonly string[] = [
  'decay_date',
  'operational_status',
  'launch_date',
  'operator',
  'launch_site',
  'country',
  'name',
];

const nameOf = ({ source }: Claim) => shortNames.get(source.slug) ?? source.name;
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * How many values are in dispute, from the names of their rules: `2,833 values of 2,052 objects are in dispute: independent sources
 * disagree on 2,707, and 126 cannot be right`.
 */
export function disputeCounts(names: readonly string[], objects: number): string {
  const values = `${plural(names.length, 'value')} of ${plural(objects, 'object')}`;
  const wrong = names.filter(isImplausible).length;
  if (wrong === 0) return `Independent sources disagree on ${values}`;
  const disagree = names.length - wrong;
  const kinds = disagree === 0 ? [] : [`independent sources disagree on ${formatCount(disagree)}, and`];
  const parts = [...kinds, formatCount(wrong), 'cannot be right'].join(' ');
  return `${values} ${names.length === 1 ? 'is' : 'are'} in dispute: ${parts}`;
}

/** The heading of the disputed fields of an object, from their rules as the record states them. */
export function disputeHeading(texts: readonly (string | null)[]): string {
  const fields = plural(texts.length, 'field');
  return texts.some((text) => isImplausible(ruleOfText(text ?? '')))
    ? `${fields} in dispute`
    : `Sources disagree on ${fields}`;
}

/** Why a value was chosen, as the end of a sentence; `of` is the source of the chosen claim. */
const reasons: Readonly<Partial<Record<RuleName, (of: string, isDoubted: boolean) => string>>> = {
  disagree_present: (of) => `because ${of} speaks of the present`,
  disagree_trust: (of) => `because ${of} is the more trusted source`,
  disagree_file: (of) => `because the file of ${of} goes first for this field`,
  disagree_narrower: (of) => `because ${of} names one state, not a code for several`,
  disagree_order: (of) => `because ${of} goes first for this field`,
  disagree_exact: (of, isDoubted) =>
    isDoubted ? 'because the other side is marked as uncertain by its source' : `because that of ${of} is more exact`,
  disagree_newer: (of) => `because the entry of ${of} has the later date of its own`,
  two_against_one: () => 'on which two or more independent sources agree, against one',
  outvoted: () => 'on which two or more independent sources agree, although another one goes first for this field',
  outvoted_order: (of) => `because ${of} goes first for this field, and no majority outvotes it`,
  supporter_disputed: () => 'which two or more independent sources give',
  others_disagree: () => 'which none of these contradicts: they disagree with each other',
  tracked_after: () => 'because CelesTrak has elements of a later time than the reported reentry',
  works_after: () => 'because CelesTrak, more trusted, has said since the reported reentry that the object works',
  reentry_disputed: () => 'because no later elements contradict the reported reentry',
};

/** The rule by which the value of a field was chosen, and the addition of the record to its sentence. */
function ruleOf(record: ObjectRecord, field: string) {
  const entry = entryOf(record, field);
  const text = entry?.rule ?? '';
  const name = ruleOfText(text);
  return {
    text,
    sources: entry?.sources ?? [],
    name,
    added: text.slice(name === undefined ? 0 : rules[name].sentence.length).trim(),
  };
}

/** The disputed field to speak of first: the most telling one. */
export const leadingField = (names: readonly string[]): string =>
  tellingFields.find((name) => names.includes(name)) ?? names[0]!;

/**
 * What is left to say of the rules of an object's disputed fields, besides the sentence about the leading one: each rule once, with
 * the longest addition, and only the addition if it is the rule of that sentence.
 */
export function furtherRules(record: ObjectRecord, names: readonly string[]): string[] {
  const stated = chosenBy(record, leadingField(names)) ?? '';
  const all = [...new Set(names.flatMap((name) => chosenBy(record, name) ?? []))];
  return all.flatMap((rule) => {
    const isRepeated = all.some((other) => other !== rule && other.startsWith(rule));
    const more = rule.startsWith(stated) ? rule.slice(stated.length).trim() : rule;
    return isRepeated || more === '' ? [] : [more];
  });
}

/**
 * A disputed field in a sentence: who says what, which value the record has, and why. `Launch date: GCAT says 1998-11-20,
 * SatNOGS DB says 2026-06-19; the record has 1998-11-20, because GCAT goes first for this field.`
 */
export function conflictSentence(record: ObjectRecord, field: string, countries: ReadonlyMap<string, string>): string {
  const isPlain = ['DATE', 'DOUBLE', 'INTEGER'].includes(fields.get(field)?.sql ?? '');
  const quoted = (value: string) => (isPlain && /^[−\d]/.test(value) ? value : `“${value}”`);
  const rule = ruleOf(record, field);
  const says = ({ value, claims, chosen }: Side) => {
    // Other claims of the same value are older, and were not compared.
    const supporting = claims.filter(({ source, confidence }) =>
      chosen ? rule.sources.includes(source.slug) : confidence === 'CONFLICTING',
    );
    const names = [...new Set((supporting.length > 0 ? supporting : claims).map(nameOf))];
    return `${listed(names)} ${names.length === 1 ? 'says' : 'say'} ${quoted(value)}`;
  };
  const sides = sidesOf(record, field, countries);
  const chosen = sides.find((side) => side.chosen)!;
  // A claim that is not marked was not compared with the value.
  const against = sides.filter(
    (side) => !side.chosen && side.claims.some(({ confidence }) => confidence === 'CONFLICTING'),
  );
  const spoken = [chosen, ...against].filter(({ claims }) => claims.length > 0).map(says);
  const reason = rule.name && reasons[rule.name];
  const selected = chosen.claims.find((claim) => claim.selected) ?? chosen.claims[0];
  const isDoubted = against.length > 0 && against.every(({ claims }) => claims.every(({ uncertain }) => uncertain));
  const because = reason && selected ? [`, ${reason(nameOf(selected), isDoubted)}.`, rule.added] : ['.', rule.text];
  return `${fieldNoun(field)}: ${[spoken.join(', '), `the record has ${quoted(chosen.value)}`].filter(Boolean).join('; ')}${because.filter(Boolean).join(' ')}`;
}
