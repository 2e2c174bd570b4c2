/**
 * GCAT's state codes, in State (satcat), UNState (psatcat) and StateCode (orgs, sites).
 * Source: https://planet4589.org/space/gcat/web/orgs/index.html and the rows of type CY, CYP and IGO in orgs.tsv.
 *
 * Many look like ISO codes and are not: `D` is Germany, `NI` Northern Ireland, `ZR` the Congo, `PR` Puerto Rico (as in ISO), `PAR` Panama.
 */
import type { Country, Historical } from './country.ts';
import { isoCountry, organisation, UNKNOWN_COUNTRY } from './country.ts';
import { own } from './own.ts';

/** The republics of the USSR, Russia first. */
export const FORMER_USSR = [
  'RU',
  'UA',
  'BY',
  'KZ',
  'UZ',
  'TM',
  'KG',
  'TJ',
  'AM',
  'AZ',
  'GE',
  'MD',
  'EE',
  'LV',
  'LT',
] as const;

/** Codes that are the state's ISO alpha-2 code. */
const SAME =
  'AF AG AM AO AQ AR AT AU AZ BB BD BG BH BO BR BS BT BW BY CA CH CI CK CL CM CN CO CR CU CY CZ DJ DK DZ EC EE EG ET FI GE GH GR GT ' +
  'HR HU ID IE IL IN IQ IR IS JO KE KG KH KI KN KP KR KW KZ LA LB LK LT LV LY MA MC MD ME MH MN MR MT MU MV MX MY NG NL NP NZ OM ' +
  'PE PG PH PK PL PW PY QA RO RU RW SA SB SD SG SI SK SN SR SY TJ TM TN TO TR TW UA UG US UY UZ VA VE VN YE ZA ZW';

/** Other codes of today's states. */
const OTHER =
  'B:BE D:DE E:ES F:FR I:IT J:JP L:LU N:NO P:PT S:SE T:TH UK:GB UAE:AE MYM:MM GRD:GD PAR:PA NI:GB AAT:AU ARV:AR BAT:GB DML:NO NZRD:NZ ESCN:ES';

/** Dependent territories: their own ISO code, and the state that launches and registers for them. */
const TERRITORIES: Record<string, [string, ...string[]]> = {
  BM: ['BM', 'GB'],
  BVI: ['VG', 'GB'],
  CYM: ['KY', 'GB'],
  GI: ['GI', 'GB'],
  GL: ['GL', 'DK'],
  GU: ['GU', 'US'],
  GUF: ['GF', 'FR'],
  HK: ['HK', 'CN'],
  KORS: ['CW', 'NL'],
  KORSA: ['CW', 'NL'],
  ANTN: ['CW', 'NL'],
  MOCN: ['MO', 'CN'],
  PCZ: ['PA', 'US'],
  PR: ['PR', 'US'],
  SH: ['SH', 'GB'],
  TC: ['TC', 'GB'],
  TF: ['TF', 'FR'],
  TTPI: ['MH', 'US'],
  UM67: ['UM', 'US'],
  UM79: ['UM', 'US'],
};

/** States that are gone, or had another name: [today's code, states it stood for, name then, first day, day it ended]. */
const FORMER: Record<
  string,
  [alpha2: string, members: readonly string[], name: string, from: string | null, to: string | null]
> = {
  SU: ['RU', FORMER_USSR, 'Soviet Union', '1922-12-30', '1991-12-26'],
  DD: ['DE', ['DE'], 'East Germany', '1949-10-07', '1990-10-03'],
  DR: ['DE', ['DE'], 'German Reich', '1933-02-27', '1949-05-23'],
  DX: ['DE', ['DE'], 'Germany (occupied)', '1945-05-08', '1949-10-01'],
  CSSR: ['CZ', ['CZ', 'SK'], 'Czechoslovakia', '1940-01-01', '1990-01-01'],
  CSFR: ['CZ', ['CZ', 'SK'], 'Czechoslovakia', '1990-01-01', '1993-01-01'],
  YU: ['RS', ['RS', 'ME', 'HR', 'SI', 'BA', 'MK', 'XK'], 'Yugoslavia', '1945-11-29', '1992-04-27'],
  PLRL: ['PL', ['PL'], "Polish People's Republic", '1952-01-01', '1989-01-01'],
  BGN: ['BG', ['BG'], 'Bulgaria', null, null],
  ZR: ['CD', ['CD'], 'Zaire', '1971-10-27', '1997-05-16'],
  COLP: ['CD', ['CD'], 'Congo (Léopoldville)', '1965-11-24', '1971-10-27'],
  KGSR: ['KG', ['KG'], 'Kyrgyz SSR', '1936-12-05', '1991-08-31'],
  HKUK: ['HK', ['HK', 'GB'], 'Hong Kong (British)', '1842-08-29', '1997-07-01'],
  AGUK: ['AG', ['AG', 'GB'], 'Antigua (British)', '1832-01-01', '1981-11-01'],
  BBUK: ['BB', ['BB', 'GB'], 'Barbados (British)', '1628-01-01', '1966-11-30'],
};

/** International organisations, `I-` codes. */
const BODIES: Record<string, string> = {
  'I-ARAB': 'ARABSAT',
  'I-CSC': 'COSPAS-SARSAT',
  'I-CSC1': 'COSPAS-SARSAT',
  'I-ELDO': 'ELDO',
  'I-ESA': 'ESA',
  'I-ESRO': 'ESRO',
  'I-EU': 'EU',
  'I-EUM': 'EUMETSAT',
  'I-EUT': 'EUTELSAT',
  'I-INM': 'INMARSAT',
  'I-INT': 'INTELSAT',
  'I-ISS': 'ISS',
  'I-NATO': 'NATO',
  'I-RASC': 'RASCOM',
};

function table(): Record<string, Country> {
  const states: Record<string, Country> = {};
  for (const code of SAME.split(' ')) states[code] = isoCountry(code) as Country;
  for (const pair of OTHER.split(' ')) {
    const [code, alpha2] = pair.split(':') as [string, string];
    states[code] = isoCountry(alpha2) as Country;
  }
  for (const [code, members] of Object.entries(TERRITORIES)) states[code] = isoCountry(members[0], members) as Country;
  for (const [code, [alpha2, members, name, from, to]] of Object.entries(FORMER)) {
    const historical: Historical = { code, name, from, to };
    states[code] = isoCountry(alpha2, members, historical) as Country;
  }
  for (const [code, body] of Object.entries(BODIES)) states[code] = organisation(body) as Country;
  for (const code of ['X', 'EARTH', 'LUNA', 'SSYS']) states[code] = UNKNOWN_COUNTRY;
  return states;
}

/** Every state code that GCAT's tables use. */
export const GCAT_STATES: Readonly<Record<string, Country>> = table();

interface StateClaim {
  country: Country;
  /** False within brackets: no registration with the UN was found, the state is the one that answers for the object. */
  registered: boolean;
  /** With an asterisk: registered by a state other than the owner's (Globalstar, a US company, by France). Then no evidence of the owner. */
  by_other: boolean;
  uncertain: boolean;
}

/** @returns `null` where blank or `-`; `undefined` for a code nobody lists. */
export function gcatState(raw: string): StateClaim | null | undefined {
  const match = /^(\[?)([^[\]*?]*)(\]?)([*?]*)$/.exec(raw.trim());
  if (!match) return undefined;
  const code = (match[2] as string).trim();
  const flags = match[4] as string;
  if ((code === '' || code === '-') && match[1] === '') return null;
  if ((match[1] === '[') !== (match[3] === ']')) return undefined;
  const country = own(GCAT_STATES, code);
  return (
    country && { country, registered: match[1] === '', by_other: flags.includes('*'), uncertain: flags.includes('?') }
  );
}
