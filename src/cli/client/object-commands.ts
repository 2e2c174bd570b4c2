import type { Orbweaver } from '../../../clients/typescript/orbweaver.ts';
import { meantObject } from '../../schema/meant-object.ts';
import { type SatelliteFilterFacts, satelliteFilters } from '../../schema/objects/satellite-filters.ts';
import { flag, type Options, text } from '../option.ts';
import { type ClientCall, ClientFailure, clientCommand, exitCodes, jsonOf } from './client-command.ts';
import { cellText, copyBody, printList } from './print.ts';

const kebab = (name: string) => name.replaceAll('_', '-');

/** The options of one filter of lists: two for a range. */
function optionsOf(name: string, facts: SatelliteFilterFacts): Options {
  const about = facts.meaning.replaceAll('`', '');
  if (facts.kind === 'range')
    return {
      [kebab(`min_${name}`)]: text('NUMBER', `${about} least this`),
      [kebab(`max_${name}`)]: text('NUMBER', `${about} most this`),
    };
  if (facts.kind === 'flag') return { [kebab(name)]: flag(about) };
  const values = facts.kind === 'code' && facts.values ? facts.values : undefined;
  return { [kebab(name)]: text('VALUE', about, values) };
}

const filters: Options = Object.assign(
  {},
  ...Object.entries(satelliteFilters).map(([name, facts]) => optionsOf(name, facts)),
);

/** The option of every command that can respond for a past time. */
const asOf = {
  'as-of': text('TIME', 'as the catalog was at this time: an instant (UTC), or the end of a day'),
};

/** Columns of a list if none are chosen. */
const usual = [
  'norad_cat_id',
  'name',
  'cospar_id',
  'object_class',
  'operational_status',
  'orbit_class',
  'country',
  'launch_date',
];

interface List {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: {
    readonly next: string | null;
    readonly prev: string | null;
    readonly limit: number;
    readonly offset: number;
    readonly total: number;
    readonly corrected?: string;
    readonly possible_without_launch_date?: number;
    readonly unknown_ids?: readonly number[];
    readonly removed?: { readonly norad_cat_id: number; readonly name: string; readonly last_listed: string };
  };
}

/** The facts about a list that its rows do not show, as sentences. */
function notesOf({ meta }: List): string[] {
  const { corrected, possible_without_launch_date: undated, unknown_ids = [], removed } = meta;
  return [
    ...(corrected === undefined ? [] : [`Searched for “${corrected}”.`]),
    ...(undated ? [`${undated} more may match: their launch date is not known.`] : []),
    ...(unknown_ids.length > 0 ? [`Not in the catalog: ${unknown_ids.join(', ')}.`] : []),
    ...(removed
      ? [`No catalog lists ${removed.name} (${removed.norad_cat_id}) any more; ${lastListed(removed)}.`]
      : []),
  ];
}

const lastListed = ({ last_listed }: { readonly last_listed: string }) =>
  `it was last listed on ${last_listed.slice(0, 10)}`;

const search = clientCommand({
  name: 'search',
  usage: '[WORDS…] [filters] [--limit N] [--fields A,B]',
  about: 'Finds objects by name, number, designator, operator or country, and by filters.',
  options: {
    ...filters,
    ...asOf,
    sort: text('FIELD', 'the order; a leading - descends: --sort=-launch_date'),
    fields: text('A,B', 'these fields of each object, any of the full record'),
    limit: text('N', 'number of objects, 1 to 100; default: 20'),
    offset: text('N', 'number of objects to skip'),
    all: flag('every page, with one request for each 100 objects'),
  },
  formats: ['table', 'json', 'csv'],
  words: [0, 100],
  async run(call) {
    const { values, words, api, deps } = call;
    const { all: _all, ...query } = call.parameters;
    if (words.length > 0) query.q = words.join(' ');
    if (values.all) query.limit ??= '100';
    const list = (await jsonOf(api, '/api/v1/satellites', query)) as List;
    const data = [...list.data];
    for (let next = values.all ? list.meta.next : null; next !== null; ) {
      const page = (await jsonOf(api, next)) as List;
      data.push(...page.data);
      next = page.meta.next;
    }
    const chosen = values.fields?.toLowerCase().split(',') ?? usual;
    const rows = data.map((one) => Object.fromEntries(chosen.map((name) => [name, one[name]])));
    const { next: _next, prev: _prev, limit: _limit, offset: _offset, ...meta } = list.meta;
    const { total } = meta;
    await printList(call, values.all ? { data, meta } : list, rows, 'No objects match.');
    if (call.format === 'json') return;
    for (const note of notesOf(list)) deps.say(note);
    if (call.format === 'table' && data.length > 0 && data.length < total)
      deps.say(`${data.length} of ${total}. More: --offset, --limit, --all.`);
  },
});

/**
 * The catalog number of an object: a number as it is, anything else by search. Throws ClientFailure if no object has this
 * name, or several have it.
 */
export async function numberOf(api: Orbweaver, word: string): Promise<string> {
  if (/^\d{1,9}$/.test(word)) return word;
  const { data, meta } = (await jsonOf(api, '/api/v1/search', { q: word, limit: '5' })) as List & {
    meta: { match: string | null };
  };
  if (data.length === 0) throw new ClientFailure(`No object matches “${word}”.`, exitCodes.notFound);
  const meant = meantObject(word, data, meta);
  if (meant) return String(meant.norad_cat_id);
  const names = data.map(({ norad_cat_id, name }) => `  ${String(norad_cat_id)}  ${String(name)}`);
  const more = meta.total > data.length ? `\n  … ${meta.total} in all` : '';
  const found =
    meta.match === 'near'
      ? `No object is named “${word}”. The nearest`
      : `“${word}” ${meta.total === 1 ? 'is spelled differently from the only match' : 'matches several objects'}. Use a catalog number`;
  throw new ClientFailure(`${found}:\n${names.join('\n')}${more}`, exitCodes.usage);
}

interface FullRecord {
  readonly data: Readonly<Record<string, unknown>> & {
    readonly claims: readonly Readonly<Record<string, unknown>>[];
    readonly removed?: { readonly last_listed: string };
    readonly provenance: {
      readonly fields: readonly { field: string; confidence: string | null; sources: readonly string[] }[];
      readonly missing: readonly string[];
    };
  };
}

const get = clientCommand({
  name: 'get',
  usage: 'OBJECT [--field NAME] [--claims] [--as-of TIME]',
  about:
    'Shows an object: each value with its confidence and sources. OBJECT is a number, designator, or name. --format value prints the value of --field alone.',
  options: {
    field: text('NAME', 'only this field'),
    claims: flag('what each source says, with its original text'),
    ...asOf,
  },
  formats: ['table', 'json', 'csv', 'value'],
  words: [1, 20],
  async run(call) {
    const { values, words, api, deps } = call;
    if (call.format === 'value' && (values.field === undefined || values.claims))
      throw new ClientFailure('--format value needs --field, and does not go with --claims.', exitCodes.usage);
    const id = await numberOf(api, words.join(' '));
    const { field, claims: _claims, ...query } = call.parameters;
    const body = (await jsonOf(api, `/api/v1/satellites/${id}`, query)) as FullRecord;
    const { claims, provenance, ...record } = body.data;
    // Members such as `groups` have no claims and no confidence.
    const fields = [...provenance.fields.map((one) => one.field), ...provenance.missing];
    const names =
      call.format === 'json' ? Object.keys(record) : Object.keys(record).filter((name) => fields.includes(name));
    if (field !== undefined && !names.includes(field))
      throw new ClientFailure(
        Object.hasOwn(record, field)
          ? `${field} is no field with sources: use --format json.`
          : `There is no field ${field}. Fields: ${names.join(', ')}`,
        exitCodes.usage,
      );
    if (record.removed && call.format !== 'json')
      deps.say(`No catalog lists it any more; ${lastListed(record.removed)}, with these values.`);
    const wanted = (name: unknown) => field === undefined || name === field;
    const rows = values.claims
      ? claims
          .filter((claim) => wanted(claim.field))
          .map((claim) => ({
            field: claim.field,
            value: claim.value_text ?? claim.value_numeric ?? claim.value_date ?? claim.value_bool,
            confidence: claim.confidence,
            source: (claim.source as { slug: string }).slug,
            raw: claim.raw,
            source_record: claim.source_record,
            observed_at: claim.observed_at,
            used: claim.selected ? 'yes' : 'no',
          }))
      : provenance.fields
          .filter(({ field: name }) => wanted(name) && (field !== undefined || record[name] !== null))
          .map(({ field: name, confidence, sources }) => ({ field: name, value: record[name], confidence, sources }));
    if (call.format === 'value') return printValue(call, record[field!]);
    const one = rows[0] ?? { field, value: field && record[field], confidence: null, sources: [] };
    const chosen =
      field === undefined ? body : { data: values.claims ? claims.filter(({ field: of }) => of === field) : one };
    return printList(call, chosen, rows, 'No source has a claim about this field.');
  },
});

/** Prints one value for a shell: a list with a line for each element, and nothing for an absent value. */
function printValue({ deps }: ClientCall, value: unknown): Promise<void> {
  const lines = value === null || value === undefined ? [] : [value].flat();
  return deps.write(lines.map((line) => `${cellText(line)}\n`).join(''));
}

const tle = clientCommand({
  name: 'tle',
  usage: 'OBJECT [--as-of TIME] [--format tle|json|csv|xml|kvn]',
  about: 'Prints the newest elements of an object: as a TLE, or as an OMM in JSON, CSV, XML, or KVN.',
  options: asOf,
  formats: ['tle', 'json', 'csv', 'xml', 'kvn'],
  piped: 'tle',
  words: [1, 20],
  async run(call) {
    const { parameters, words, api, format, deps } = call;
    const id = await numberOf(api, words.join(' '));
    const [resource, form] = format === 'tle' ? ['tle', 'text'] : ['omm', format];
    const query = { ...parameters, format: form! };
    const response = await api.request(`/api/v1/satellites/${id}/${resource}`, query);
    const warning = response.headers.get('X-Stale-Warning');
    if (warning !== null) deps.say(`Note: ${warning}`);
    return copyBody(call, response);
  },
});

export const objectCommands = [search, get, tle];
