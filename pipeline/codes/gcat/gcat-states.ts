/**
 * GCAT's state codes, in State (satcat), UNState (psatcat) and StateCode (orgs, sites).
 * Source: https://planet4589.org/space/gcat/web/orgs/index.html and the rows of type CY, CYP and IGO in orgs.tsv.
 *
 * Many look like ISO codes and are not: `D` is Germany, `NI` Northern Ireland, `ZR` the Congo, `PR` Puerto Rico (as in ISO), `PAR` Panama.
 */
import { type Country, codePairs, isoCountry, organization, UNKNOWN_COUNTRY } from '../country.ts';
import { own } from '../own.ts';

/** The republics of the USSR, Russia first. */
export const FORMER_USSR: readonly string[] = 'RU UA BY KZ UZ TM KG TJ AM AZ GE MD EE LV LT'.split(' ');

/** Codes that equal the state's ISO alpha-2 code. */
const SAME =
  'AF AG AM AO AQ AR AT AU AZ BB BD BG BH BO BR BS BT BW BY CA CH CI CK CL CM CN CO CR CU CY CZ DJ DK DZ EC EE EG ET FI GE GH GR GT ' +
  'HR HU ID IE IL IN IQ IR IS JO KE KG KH KI KN KP KR KW KZ LA LB LK LT LV LY MA MC MD ME MH MN MR MT MU MV MX MY NG NL NP NZ OM ' +
  'PE PG PH PK PL PW PY QA RO RU RW SA SB SD SG SI SK SN SR SY TJ TM TN TO TR TW UA UG US UY UZ VA VE VN YE ZA ZW';

/** Other codes of today's states, and of states that were dissolved or renamed. */
const OTHER =
  'B:BE D:DE E:ES F:FR I:IT J:JP L:LU N:NO P:PT S:SE T:TH UK:GB UAE:AE MYM:MM GRD:GD PAR:PA NI:GB AAT:AU ARV:AR BAT:GB DML:NO NZRD:NZ ESCN:ES ' +
  'DD:DE DR:DE DX:DE PLRL:PL BGN:BG ZR:CD COLP:CD KGSR:KG';

/** Dependent territories and unions: the code in a record, and after `+` every state that the code also covered. */
const WIDER =
  'BM:BM+GB BVI:VG+GB CYM:KY+GB GI:GI+GB GL:GL+DK GU:GU+US GUF:GF+FR HK:HK+CN KORS:CW+NL KORSA:CW+NL ANTN:CW+NL MOCN:MO+CN PCZ:PA+US ' +
  'PR:PR+US SH:SH+GB TC:TC+GB TF:TF+FR TTPI:MH+US UM67:UM+US UM79:UM+US HKUK:HK+GB AGUK:AG+GB BBUK:BB+GB CSSR:CZ+SK CSFR:CZ+SK ' +
  'YU:RS+ME+HR+SI+BA+MK+XK';

/** International organizations, `I-` codes. */
const BODIES =
  'I-ARAB:ARABSAT I-CSC:COSPAS-SARSAT I-CSC1:COSPAS-SARSAT I-ELDO:ELDO I-ESA:ESA I-ESRO:ESRO I-EU:EU I-EUM:EUMETSAT I-EUT:EUTELSAT ' +
  'I-INM:INMARSAT I-INT:INTELSAT I-ISS:ISS I-NATO:NATO I-RASC:RASCOM';

function table(): Record<string, Country> {
  const states: Record<string, Country> = { SU: isoCountry('RU', FORMER_USSR)! };
  for (const code of SAME.split(' ')) states[code] = isoCountry(code)!;
  for (const [code, parts] of codePairs(`${OTHER} ${WIDER}`)) states[code] = isoCountry(parts[0], parts)!;
  for (const [code, [body]] of codePairs(BODIES)) states[code] = organization(body)!;
  for (const code of ['X', 'EARTH', 'LUNA', 'SSYS']) states[code] = UNKNOWN_COUNTRY;
  return states;
}

/** Every state code that GCAT's tables use. */
export const GCAT_STATES: Readonly<Record<string, Country>> = table();

interface StateClaim {
  country: Country;
  /** False within brackets: no registration with the UN was found, and the state is the one responsible for the object. */
  registered: boolean;
  /** With an asterisk: registered by a state other than the owner's (Globalstar, a US company, by France), so no evidence of the owner. */
  by_other: boolean;
  uncertain: boolean;
}

/** @returns `null` if blank or `-`; `undefined` for an unlisted code. */
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
