import { cell, type Row, type SatcatObject, type SatnogsSeed } from './model.ts';

/** SatNOGS' whole list, written as its server does (a space after each colon and comma, letters as they are). */
export function satnogsJson(seeds: SatnogsSeed[]): string {
  const rows = seeds.map((seed, index) => {
    const values: [string, unknown][] = [
      ['sat_id', seed.satId],
      ['norad_cat_id', seed.norad],
      ['norad_follow_id', seed.follow ?? null],
      ['name', seed.name],
      ['names', seed.names ?? ''],
      ['image', seed.image ?? ''],
      ['status', seed.status],
      ['decayed', seed.decayed || null],
      ['launched', seed.launched || null],
      ['deployed', seed.deployed || null],
      ['website', seed.website ?? ''],
      ['operator', seed.operator ?? 'None'],
      ['countries', seed.countries ?? ''],
      ['telemetries', []],
      [
        'updated',
        `2026-0${1 + (index % 8)}-${String(1 + ((index * 7) % 28)).padStart(2, '0')}T12:00:00.${String(100000 + index * 731)}Z`,
      ],
      ['citation', seed.citation ?? 'Written for the sample'],
      ['is_frequency_violator', false],
      ['associated_satellites', []],
    ];
    return `{${values.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ')}}`;
  });
  return `[${rows.join(', ')}]`;
}

const VARS =
  'item itemLabel altLabels scn cospar operator operatorLabel countryCode manufacturer manufacturerLabel manufacturerCountryCode '
    .concat('launchDate launchDatePrecision decayDate decayDatePrecision vehicleLabel siteLabel massKg image website')
    .split(' ');

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const ENTITY = 'http://www.wikidata.org/entity/';
type Term = Record<string, string>;

const uri = (value: string): Term => ({ type: 'uri', value });
const text = (value: string): Term => ({ type: 'literal', value });
const english = (value: string): Term => ({ 'xml:lang': 'en', type: 'literal', value });
const typed = (kind: string, value: string): Term => ({ datatype: `${XSD}${kind}`, type: 'literal', value });

/** A date as Wikidata gives it: the day is 01 where only the month is known, and so on. */
function dated(name: string, iso: string, precision: string): Record<string, Term> {
  if (iso === '' || precision === '') return {};
  const day = precision === '11' ? iso : precision === '10' ? `${iso.slice(0, 7)}-01` : `${iso.slice(0, 4)}-01-01`;
  return { [name]: typed('dateTime', `${day}T00:00:00Z`), [`${name}Precision`]: typed('integer', precision) };
}

function named(list: string): [string, string, string][] {
  if (list === '') return [];
  return list.split(';').map((entry) => {
    const [item = '', label = '', country = ''] = entry.split('=');
    return [item, label, country];
  });
}

/** The answer of the query service, SPARQL 1.1 results in JSON; one satellite comes once per operator. */
export function wikidataJson(rows: Row[], objects: SatcatObject[]): string {
  const byId = new Map(objects.map((object) => [String(object.id), object]));
  const bindings = rows.flatMap((row) => {
    const object = byId.get(cell(row, 'norad'));
    const vague = cell(row, 'vague');
    const [maker] = named(cell(row, 'makers'));
    const image = cell(row, 'image');
    const base: Record<string, Term> = {
      item: uri(`${ENTITY}${cell(row, 'item')}`),
      itemLabel: english(cell(row, 'label')),
      ...(cell(row, 'alt') && { altLabels: text(cell(row, 'alt').replaceAll(';', '|')) }),
      scn: text(cell(row, 'scn')),
      ...(object && vague !== '' && { cospar: text(object.cospar) }),
      ...(cell(row, 'country') && { countryCode: text(cell(row, 'country')) }),
      ...(maker && { manufacturer: uri(`${ENTITY}${maker[0]}`), manufacturerLabel: english(maker[1]) }),
      ...(maker?.[2] && { manufacturerCountryCode: text(maker[2]) }),
      ...dated('launchDate', object?.launch ?? '', vague),
      ...dated('decayDate', cell(row, 'norad') === '2' ? '1958-01-04' : (object?.decay ?? ''), vague),
      ...(cell(row, 'vehicle') && { vehicleLabel: english(cell(row, 'vehicle')) }),
      ...(cell(row, 'site') && { siteLabel: english(cell(row, 'site')) }),
      ...(cell(row, 'mass') && { massKg: typed('decimal', cell(row, 'mass')) }),
      ...(image && { image: uri(`http://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(image)}`) }),
      ...(cell(row, 'website') && { website: uri(cell(row, 'website')) }),
    };
    const operators = named(cell(row, 'operators'));
    if (operators.length === 0) return [base];
    return operators.map(([item, label]) => ({
      ...base,
      operator: uri(`${ENTITY}${item}`),
      operatorLabel: english(label),
    }));
  });
  const ordered = bindings.map((binding) =>
    Object.fromEntries(VARS.flatMap((name) => (binding[name] ? [[name, binding[name]]] : []))),
  );
  return `${JSON.stringify({ head: { vars: VARS }, results: { bindings: ordered } })}\n`;
}
