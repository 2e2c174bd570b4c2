import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { type GlossaryWord, glossary } from '../../schema/glossary.ts';
import { rules } from '../../schema/objects/confidence.ts';
import { type Publisher, publishers, shortNames } from '../../schema/release/publishers.ts';
import type { Source } from '../../schema/release/source.ts';
import { formatUtc } from '../format.ts';
import { statusWords } from '../lists/satellite-rows.ts';
import { html } from '../markup.ts';
import { fieldName } from '../words.ts';
import { type Claim, claimed, claimWords, sidesOf } from './claim-sides.ts';
import { dateWords, precisionOf } from './date-words.ts';
import { fields, fieldValue, plainValue, unitOf } from './field-value.ts';
import { entryOf } from './object-sentence.ts';

/** The evidence of a record: its claims and confidence by field, and the names of sources and countries to show them with. */
export interface Evidence {
  readonly record: ObjectRecord;
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
  readonly sure: ReadonlyMap<string, ObjectRecord['provenance']['fields'][number]>;
  readonly sources: readonly Source[];
  readonly countries: ReadonlyMap<string, string>;
}

/** Gathers the evidence of a record by field. */
export function evidenceOf(
  record: ObjectRecord,
  sources: readonly Source[],
  countries: ReadonlyMap<string, string>,
): Evidence {
  const claims = Map.groupBy(record.claims, ({ field }) => field);
  const sure = new Map(record.provenance.fields.map((entry) => [entry.field, entry]));
  return { record, claims, sure, sources, countries };
}

/** The confidence of a value, as a word and on a scale of four. Null: no source gives a value. */
const confidence = (level: string | null) =>
  html`<span class="confidence ${(level ?? 'none').toLowerCase()}">${level === null ? 'no source' : level.toLowerCase()}</span>`;

const timeOf = (iso: string, words: string) => html`<time datetime="${iso}">${words}</time>`;
const linked = (url: string | null, words: string) => (url ? html`<a href="${url}">${words}</a>` : words);

/** The claims of sources about one field, side by side: the record's value first. */
export function conflictSides({ record, countries }: Pick<Evidence, 'record' | 'countries'>, field: string) {
  return html`<ul class="row sides">${sidesOf(record, field, countries).map(
    ({ value, claims, chosen }) =>
      html`<li${chosen ? html` class="chosen"` : ''}><strong>${value}</strong>${claims.length === 0 && html`<small>used in the record</small>`}${claims.map(
        (claim) => {
          const own = claimWords(claim);
          return html` <small>${linked(claim.url, claim.source.slug)}${!value.startsWith(own) && ` as “${own}”`}${claim.observed_at && timeOf(claim.observed_at, ` ${formatUtc(claim.observed_at).slice(0, 10)}`)}</small>`;
        },
      )}</li>`,
  )}</ul>`;
}

/** The rules that every list of conflicts states once: trust first, then the order of sources. */
const usualRules = new Set<string>([rules.disagree_trust.sentence, rules.disagree_order.sentence]);

/**
 * The rule by which the value of a field was chosen, if that is neither trust nor the order of sources; null otherwise.
 */
export function chosenBy(record: ObjectRecord, field: string): string | null {
  const rule = entryOf(record, field)?.rule;
  return rule && !usualRules.has(rule) ? rule : null;
}

/** The sides of a field, and the rule by which its value was chosen if it is not a usual one. */
export function conflictOf(evidence: Pick<Evidence, 'record' | 'countries'>, field: string) {
  const rule = chosenBy(evidence.record, field);
  return html`${conflictSides(evidence, field)}${rule && html`<p class="soft">${rule}</p>`}`;
}

const reportPages = new Map<string, string>(publishers.map((one: Publisher) => [one.slug, one.reports ?? one.url]));
const shortName = ({ slug, name }: { readonly slug: string; readonly name: string }) => shortNames.get(slug) ?? name;

/** The licenses under which the sources of a record publish their values. */
export function sourceTerms({ record, sources }: Evidence) {
  const named = new Set(record.claims.map(({ source }) => source.slug));
  const terms = sources
    .filter(({ slug }) => named.has(slug))
    .map(
      (source, index) => html`${index > 0 && ', '}${shortName(source)} (${linked(source.license_url, source.license)})`,
    );
  return html`${terms}`;
}

/** Every source's claim about one field: the value, the raw text, the source's record and the time. */
function claimTable(claims: readonly Claim[]) {
  const row = (claim: Claim) => {
    const kind = [claim.selected && 'selected', claim.confidence === 'CONFLICTING' && 'conflicting'].filter(Boolean);
    return html`<tr${kind.length > 0 && html` class="${kind.join(' ')}"`}><th>${linked(claim.url, shortName(claim.source))}</th><td>${claimWords(claim)}${claim.precision && claim.precision !== 'day' && html`<small>to the ${claim.precision}</small>`}${claim.uncertain && html`<small>marked uncertain</small>`}${claim.selected && html`<small class="gives">used</small>`}</td><td>${claim.raw ?? '—'}</td><td>${claim.source_record}</td><td>${claim.observed_at ? formatUtc(claim.observed_at) : '—'}</td></tr>`;
  };
  return html`<div class="scroll"><table class="claims"><thead><tr><th>Source</th><th>Value</th><th>Raw</th><th>Record</th><th>As of (UTC)</th></tr></thead><tbody>${claims.map(row)}</tbody></table></div>`;
}

/**
 * Links for reporting an error in the values of a field, with what to report if sources disagree; empty for computed values.
 */
function reportErrors(claims: readonly Claim[], isDisputed: boolean, uncountedAs: readonly string[]) {
  const bySource = Map.groupBy(
    claims.filter(({ source }) => reportPages.has(source.slug)),
    ({ source }) => source.slug,
  );
  if (bySource.size === 0) return '';
  const links = [...bySource].map(([slug, [claim]], index) => {
    const page = reportPages.get(slug)!;
    return html`${index > 0 && ', '}${linked(page === 'entry' ? claim!.url : page, shortName(claim!.source))}`;
  });
  const known = comparisonOf(claims, bySource.size, isDisputed, uncountedAs);
  return html`<p class="soft">Something wrong? ${known} Orbweaver changes no values: tell ${links}.</p>`;
}

/** How the values of a field's claims compare, as a sentence. */
function comparisonOf(
  claims: readonly Claim[],
  sources: number,
  isDisputed: boolean,
  uncountedAs: readonly string[],
): string {
  if (isDisputed) return 'They disagree, as shown above.';
  if (uncountedAs.length > 0)
    return `${uncountedAs.includes('not counted') ? 'A' : 'An older'} value differs, and is not counted.`;
  if (sources === 1) return 'No other source has a value.';
  const values = new Set(claims.map((claim) => String(fieldValue(claim.field, claimed(claim))).toLowerCase()));
  return values.size > 1
    ? 'The values differ, but not so that it counts as a disagreement.'
    : 'No disagreement is known.';
}

/** Link targets of fields. */
const links: Readonly<Record<string, (text: string, record: ObjectRecord) => string>> = {
  operator: (_text, record) => `/operators/${record.operator_slug}`,
  operator_slug: (text) => `/operators/${text}`,
  launch_id: (text) => `/launches/${text}`,
  country: (text) => `/satellites?country=${encodeURIComponent(text)}`,
  wikidata_id: (text) => `https://www.wikidata.org/wiki/${encodeURIComponent(text)}`,
  satnogs_id: (text) => `https://db.satnogs.org/satellite/${encodeURIComponent(text)}`,
  website: (text) => text,
  image: (text) => text,
};

/** Text that may wrap after each slash, like a URL. */
const broken = (text: string) =>
  /^https?:/.test(text) ? text.split(/(?<=[^/]\/)(?!\/)/).map((part) => html`${part}<wbr>`) : text;

/** Fields whose value is the code of a country or organization. */
const countryFields = new Set(['country', 'un_registry_country', 'manufacturer_country']);

/** A value as people read it: codes of countries with their names. */
function shownValue({ record, countries }: Evidence, field: string): string {
  const value = record[field as keyof ObjectRecord];
  if (field === 'operational_status') return statusWords(record);
  const name = countryFields.has(field) && typeof value === 'string' ? countries.get(value) : undefined;
  if (value === 'UNKNOWN') return 'Unknown';
  if (typeof value === 'string' && fields.get(field)?.sql === 'DATE')
    return dateWords(value, precisionOf(record, field));
  return name === undefined || name === value ? plainValue(field, value) : `${name} (${value})`;
}

/**
 * Claims that differ from a current state without conflicting, because they are older. A claim as new as the used one is left out for
 * another reason, which the rule states.
 */
function uncounted(claims: readonly Claim[], supporters: readonly string[], field: string) {
  if (field !== 'operational_status' && field !== 'disposition') return [];
  const used = claims.find(({ selected }) => selected)?.observed_at;
  const isOlder = ({ observed_at }: Claim) => !used || !observed_at || observed_at < used;
  const differing = claims.filter(
    ({ source, confidence: level, value_text }) =>
      !supporters.includes(source.slug) && level !== 'CONFLICTING' && value_text !== 'UNKNOWN',
  );
  return [...Map.groupBy(differing, (claim) => (isOlder(claim) ? 'older' : 'not counted'))];
}

/** The claims of `uncounted`, as "older: gcat: Operational". */
function uncountedWords(claims: readonly Claim[], supporters: readonly string[], field: string) {
  const groups = uncounted(claims, supporters, field).map(([why, differing]) => {
    const sides = [...Map.groupBy(differing, claimed)].map(
      ([value, said]) =>
        `${[...new Set(said.map(({ source }) => source.slug))].join(', ')}: ${plainValue(field, value)}`,
    );
    return `${why}: ${sides.join('; ')}`;
  });
  return groups.length > 0 && html` <i>${groups.join('; ')}</i>`;
}

/** The confidence of a field. Times of the record itself have a rule but no confidence. */
const sureness = (entry: ObjectRecord['provenance']['fields'][number] | undefined) =>
  entry?.rule && entry.confidence === null ? '' : confidence(entry?.confidence ?? null);

/** The sources that support a value, and the claims that differ and are not counted. */
const voices = ({ claims, sure }: Evidence, field: string) => {
  const sources = sure.get(field)?.sources ?? [];
  return html`<small class="voices">${sources.join(', ')}${uncountedWords(claims.get(field) ?? [], sources, field)}</small>`;
};

/** The confidence and the sources of a field, in the head of a page: a link to its claims. */
export const briefEvidence = (evidence: Evidence, field: string) =>
  html`<a class="brief" href="#${field}">${sureness(evidence.sure.get(field))} ${voices(evidence, field)}</a>`;

/** Fields whose meaning is explained further by a word of the glossary. */
const words: Readonly<Partial<Record<string, GlossaryWord>>> = {
  rcs_m2: 'rcs',
  cospar_id: 'designator',
  orbit_class: 'orbit-class',
};

/** The name of a field of a record: debris was not launched itself. */
const nameOf = ({ object_class }: ObjectRecord, field: string) =>
  field === 'launch_date' && object_class === 'DEBRIS' ? 'From the launch of' : fieldName(field);

/** One field of a record: its value and confidence; expanded, every claim about it. */
export function fieldEvidence(evidence: Evidence, field: string) {
  const { record } = evidence;
  const { meaning, restates } = fields.get(field)!;
  const word = words[field];
  const value = record[field as keyof ObjectRecord];
  const claims = evidence.claims.get(field) ?? [];
  const entry = evidence.sure.get(field);
  const link = typeof value === 'string' ? links[field]?.(value, record) : undefined;
  const leads = link && /^(https?:|\/)/.test(link) ? link : undefined;
  const silent =
    field === 'norad_cat_id'
      ? 'The key that joins the sources.'
      : entry?.rule
        ? 'Worked out from other values.'
        : 'No source gives a value.';
  return html`<details class="field"><summary><span class="name">${nameOf(record, field)}</span> <span class="value">${broken(shownValue(evidence, field))}${value !== null && unitOf(field) && html`<small>${unitOf(field)}</small>`}</span> ${sureness(entry)} ${voices(evidence, field)}</summary><div class="evidence" id="${field}"><p><code>${field}</code> · ${meaning}.${word && ` ${glossary[word].meaning}`}${leads && html` <a href="${leads}">${leads.startsWith('/') ? 'Open' : leads}</a>`}</p>${entry?.confidence === 'CONFLICTING' && conflictSides(evidence, field)}${entry?.rule && html`<p>${entry.rule}</p>`}${
    claims.length > 0
      ? html`${claimTable(claims)}${reportErrors(
          claims,
          entry?.confidence === 'CONFLICTING',
          uncounted(claims, entry?.sources ?? [], field).map(([why]) => why),
        )}`
      : html`<p>${restates ? html`Same as <a href="#${restates}">${fieldName(restates)}</a>.` : silent}</p>`
  }</div></details>`;
}
