/**
 * Countries and organizations: one code and name for each, and whether two claims contradict each other.
 * Names of states are ISO 3166-1's English ones (npm `i18n-iso-countries`, imported only here), shortened if ISO's are formal.
 */
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { own } from './own.ts';

export interface Country {
  /** ISO 3166-1 alpha-2, an organization's code, upstream's code for joint owners (`CHBZ`, `CIS`), or `UNKNOWN`. */
  code: string;
  name: string;
  kind: 'state' | 'organization' | 'joint' | 'unknown';
  /** The states meant, as today's alpha-2 codes; empty for an organization. */
  members: readonly string[];
  /** The organizations meant, with successors; empty for a state. */
  organizations: readonly string[];
}

const ISO: Record<string, string | string[]> = english.countries;
const SHORT: Record<string, string> = {
  AE: 'United Arab Emirates',
  BN: 'Brunei',
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  CI: "Côte d'Ivoire",
  CN: 'China',
  CZ: 'Czechia',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GB: 'United Kingdom',
  GM: 'Gambia',
  IR: 'Iran',
  KR: 'South Korea',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
};

/** Every English name of a state. */
export const stateNames: readonly string[] = [...Object.values(ISO).flat(), ...Object.values(SHORT)];

export const UNKNOWN_COUNTRY: Country = {
  code: 'UNKNOWN',
  name: 'Unknown',
  kind: 'unknown',
  members: [],
  organizations: [],
};

/** A state by its alpha-2 code, in either case. `members` may add states that the name also covered. */
export function isoCountry(alpha2: string, members?: readonly string[]): Country | undefined {
  const code = alpha2.trim().toUpperCase();
  const name = own(ISO, code);
  if (name === undefined) return undefined;
  const short = own(SHORT, code) ?? (typeof name === 'string' ? name : (name[0] as string));
  return { code, name: short, kind: 'state', members: members ?? [code], organizations: [] };
}

/**
 * SatNOGS's comma-separated list of alpha-2 codes.
 * @returns one state, or a joint owner coded `AU+GB`; `null` for an empty list; `undefined` if any code is unknown.
 */
export function isoCountries(text: string | null | undefined): Country | null | undefined {
  const codes = (text ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  if (codes.length === 0) return null;
  const states = codes.map((code) => isoCountry(code));
  if (states.includes(undefined)) return undefined;
  return states.length === 1
    ? states[0]
    : jointOwner(states.map((state) => state?.code).join('+'), states as Country[]);
}

/** The pairs of a table written `CZCH:CZ+SK US:US`: a source's code, and the country. */
export const codePairs = (table: string): [code: string, parts: [string, ...string[]]][] =>
  table.split(' ').map((pair) => {
    const [code, parts] = pair.split(':') as [string, string];
    return [code, parts.split('+') as [string, ...string[]]];
  });

/** Several owners under one code; the name joins theirs with a slash. */
export function jointOwner(code: string, owners: readonly Country[], name?: string): Country {
  return {
    code,
    name: name ?? owners.map((owner) => owner.name).join('/'),
    kind: 'joint',
    members: [...new Set(owners.flatMap((owner) => owner.members))],
    organizations: [...new Set(owners.flatMap((owner) => owner.organizations))],
  };
}

/** Organizations that own or register satellites, by Orbweaver's code. Companies appear only as SATCAT owners. */
const ORGANIZATIONS: Record<string, string> = {
  ABS: 'Asia Broadcast Satellite',
  ARABSAT: 'Arab Satellite Communications Organization',
  ASIASAT: 'Asia Satellite Telecommunications Company',
  'COSPAS-SARSAT': 'International COSPAS-SARSAT Programme',
  ELDO: 'European Launcher Development Organisation',
  ESA: 'European Space Agency',
  ESRO: 'European Space Research Organisation',
  EU: 'European Union',
  EUMETSAT: 'European Organisation for the Exploitation of Meteorological Satellites',
  EUTELSAT: 'European Telecommunications Satellite Organization',
  GLOBALSTAR: 'Globalstar',
  INMARSAT: 'International Mobile Satellite Organization',
  INTELSAT: 'International Telecommunications Satellite Organization',
  IRIDIUM: 'Iridium',
  ISRO: 'Indian Space Research Organisation',
  ISS: 'International Space Station',
  NATO: 'North Atlantic Treaty Organization',
  'NEW-ICO': 'New ICO',
  O3B: 'O3b Networks',
  ORBCOMM: 'ORBCOMM',
  RASCOM: 'Regional African Satellite Communications Organization',
  'SEA-LAUNCH': 'Sea Launch',
  SES: 'SES',
};

/** ESA succeeded ESRO and ELDO: a claim of either agrees with one of ESA. */
const SUCCESSOR: Record<string, string> = { ESRO: 'ESA', ELDO: 'ESA' };

/** An organization by Orbweaver's code. */
export function organization(code: string): Country | undefined {
  const name = own(ORGANIZATIONS, code);
  if (name === undefined) return undefined;
  const successor = own(SUCCESSOR, code);
  return {
    code,
    name,
    kind: 'organization',
    members: [],
    organizations: successor ? [code, successor] : [code],
  };
}

/** Kind of owner behind a country code: a state, an organization, or, for any other code, `joint`. */
export function countryKind(code: string): Country['kind'] {
  if (code === UNKNOWN_COUNTRY.code) return 'unknown';
  return (isoCountry(code) ?? organization(code))?.kind ?? 'joint';
}

/** Keys by which a country or organization is compared. */
interface CountryKeys {
  /** Two claims agree if they share one of these. */
  readonly keys: string[];
  /**
   * Other keys that it may stand for: CIS is any state of the former Soviet Union. Claims with these keys are
   * compatible with it, but do not agree.
   */
  readonly near: string[];
  /** `state`, `org`: a state and an organization can't be compared. */
  readonly spaces: string[];
}

/** Keys `state:RU`, `org:ESA`, `joint:AU+GB`; UNKNOWN has none. */
export function countryKeys({ code, kind, members, organizations }: Country): CountryKeys {
  const each = [...members.map((member) => `state:${member}`), ...organizations.map((member) => `org:${member}`)];
  const spaces = [...(members.length > 0 ? ['state'] : []), ...(organizations.length > 0 ? ['org'] : [])];
  if (kind === 'joint')
    return { keys: [`joint:${[...members, ...organizations].sort().join('+')}`], near: each, spaces };
  if (kind === 'state') return { keys: [`state:${code}`], near: each.filter((key) => key !== `state:${code}`), spaces };
  return { keys: each, near: [], spaces };
}
