/**
 * SATCAT's OWNER: source or ownership, mostly a state, sometimes a company or a treaty organization. It is not the operator.
 * Source: https://celestrak.org/satcat/sources.php, and codes that occur in the file but not on that page.
 */
import { type Country, codePairs, isoCountry, jointOwner, organization, UNKNOWN_COUNTRY } from './country.ts';
import { FORMER_USSR } from './gcat/gcat-states.ts';
import { own } from './own.ts';

/** Owner code → alpha-2. Maintained by hand, because some codes are the alpha-2 code of another state. */
const STATES =
  'ALG:DZ ANG:AO ARGN:AR ARM:AM ASRA:AT AUS:AU AZER:AZ BEL:BE BELA:BY BERM:BM BGD:BD BHR:BH BHUT:BT BOL:BO BRAZ:BR BUL:BG BWA:BW ' +
  'CA:CA CHLE:CL COL:CO CRI:CR DEN:DK DJI:DJ ECU:EC EGYP:EG EST:EE ETH:ET FIN:FI FR:FR GER:DE GHA:GH GREC:GR GUAT:GT HRV:HR HUN:HU ' +
  'IND:IN INDO:ID IRAN:IR IRAQ:IQ IRL:IE ISRA:IL IT:IT JOR:JO JPN:JP KAZ:KZ KEN:KE KWT:KW LAOS:LA LKA:LK LTU:LT LUXE:LU MA:MA ' +
  'MALA:MY MCO:MC MDA:MD MEX:MX MMR:MM MNE:ME MNG:MN MUS:MU NETH:NL NIG:NG NKOR:KP NOR:NO NPL:NP NZ:NZ PAKI:PK PERU:PE POL:PL ' +
  'POR:PT PRC:CN PRY:PY QAT:QA ROC:TW ROM:RO RP:PH RWA:RW SAFR:ZA SAUD:SA SDN:SD SEN:SN SING:SG SKOR:KR SLB:SB SPN:ES SVK:SK SVN:SI ' +
  'SWED:SE SWTZ:CH THAI:TH TUN:TN TURK:TR UAE:AE UGA:UG UK:GB UKR:UA URY:UY US:US VAT:VA VENZ:VE VTNM:VN ZWE:ZW';

/** Owner code → Orbweaver's organization. */
const BODIES =
  'AB:ARABSAT ABS:ABS AC:ASIASAT ESA:ESA ESRO:ESRO EUME:EUMETSAT EUTE:EUTELSAT GLOB:GLOBALSTAR IM:INMARSAT IRID:IRIDIUM ISRO:ISRO ISS:ISS ' +
  'ITSO:INTELSAT NATO:NATO NICO:NEW-ICO O3B:O3B ORB:ORBCOMM RASC:RASCOM SEAL:SEA-LAUNCH SES:SES';

/** Owner code → joint owners. */
const JOINT =
  'CHBZ:CN+BR CHTU:CN+TR FGER:FR+DE FRIT:FR+IT GRSA:GR+SA PRES:CN+ESA SGJP:SG+JP STCT:SG+TW TMMC:TM+MC USBZ:US+BR';

const must = (code: string): Country => isoCountry(code) ?? organization(code)!;

function table(): Record<string, Country> {
  const owners: Record<string, Country> = {};
  for (const [code, [part]] of codePairs(`${STATES} ${BODIES}`)) owners[code] = must(part);
  for (const [code, parts] of codePairs(JOINT)) owners[code] = jointOwner(code, parts.map(must));
  // SATCAT uses one code for the USSR, Russia and each other republic until it has its own code.
  // The record shows Russia, the successor; comparisons match any state of the former Soviet Union.
  owners.CIS = { ...jointOwner('RU', FORMER_USSR.map(must)), name: must('RU').name };
  // The code dates from Czechoslovakia.
  owners.CZCH = isoCountry('CZ', ['CZ', 'SK'])!;
  owners.TBD = UNKNOWN_COUNTRY;
  owners.UNK = UNKNOWN_COUNTRY;
  return owners;
}

/** Every owner code that CelesTrak documents or uses. */
export const SATCAT_OWNERS: Readonly<Record<string, Country>> = table();

/** @returns `UNKNOWN` for TBD, UNK and a blank, `undefined` for an unlisted code. */
export function satcatOwner(code: string): Country | undefined {
  const trimmed = code.trim();
  return trimmed === '' ? UNKNOWN_COUNTRY : own(SATCAT_OWNERS, trimmed);
}
