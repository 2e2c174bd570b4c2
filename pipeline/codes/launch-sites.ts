/**
 * Launch sites: SATCAT's LAUNCH_SITE and GCAT's Launch_Site with Ascent_Site, one slug for one place.
 * Sources: https://celestrak.org/satcat/launchsites.php, https://planet4589.org/space/gcat/web/sites/index.html. GCAT codes were put
 * together by the coordinates in sites.tsv: codes of one key lie within 40 km of each other, but for ranges at sea and in the air.
 */
import { own } from './own.ts';

export interface LaunchSite {
  /** The place's slug, `cape-canaveral`; `gcat:<code>` for a GCAT site not in the table. */
  key: string;
  name: string;
  /** Upstream's code. */
  code: string;
  /** The place: two known sites agree if they share it. */
  keys: readonly string[];
  /**
   * Other places that a wider code may stand for; an air launch has its range's airspace. Claims of these places are
   * compatible, but do not agree.
   */
  near: readonly string[];
  /** False for a GCAT site not in the table: its location is unknown, so it can't contradict. */
  known: boolean;
  uncertain: boolean;
}

/** key: [name, SATCAT codes, GCAT codes] */
export const SITES: Record<string, [name: string, satcat: string, gcat: string]> = {
  'cape-canaveral': [
    'Cape Canaveral and Kennedy Space Center, Florida',
    'AFETR',
    'CC KSC CCA CCAFS CCAFS1 CCMTA CCSFS CKAFS AFMTC JLRPG LRPG SPFL SPFLA CCSP',
  ],
  vandenberg: ['Vandenberg Space Force Base, California', 'AFWTR', 'V VS VSFB VSFBS PA'],
  baikonur: ['Baikonur Cosmodrome, Kazakhstan', 'TYMSC', 'NIIP-5 GIK-5'],
  plesetsk: ['Plesetsk Cosmodrome, Russia', 'PLMSC', 'NIIP-53 GIK-1 GIP-53 GNIIP GNIIP1 GNIIPV'],
  'kapustin-yar': ['Kapustin Yar, Russia', 'KYMSC', 'GTsP-4 GTsMP-4'],
  svobodny: ['Svobodny, Russia', 'SVOBO', 'GIK-2 SVOB'],
  vostochny: ['Vostochny Cosmodrome, Russia', 'VOSTO', 'VOST'],
  dombarovsky: ['Dombarovsky (Yasny), Russia', 'DLS', 'YAS'],
  'barents-sea': ['Submarine, Barents Sea', 'SUBL', 'BLA'],
  jiuquan: ['Jiuquan Satellite Launch Center, China', 'JSC', 'JQ'],
  xichang: ['Xichang Satellite Launch Center, China', 'XICLF', 'XSC'],
  taiyuan: ['Taiyuan Satellite Launch Center, China', 'TAISC', 'TYSC'],
  wenchang: ['Wenchang Space Launch Site, China', 'WSC', 'WEN HCSLS'],
  'yellow-sea': ['Yellow Sea launch area, China', 'YSLA', 'HHAI'],
  'south-china-sea': ['South China Sea launch area, China', 'SCSLA', 'YJ'],
  kourou: ['Guiana Space Centre, Kourou', 'FRGUI', 'CSG'],
  hammaguir: ['Hammaguir, Algeria', 'HGSTR', 'HMG'],
  sriharikota: ['Satish Dhawan Space Centre, Sriharikota, India', 'SRILR', 'SHAR SDSC'],
  uchinoura: ['Uchinoura Space Center, Japan', 'KSCUT', 'KASC USC'],
  tanegashima: ['Tanegashima Space Center, Japan', 'TANSC', 'TNSC'],
  kii: ['Space Port Kii, Japan', 'SPKII', 'KII'],
  naro: ['Naro Space Center, South Korea', 'NSC', 'NARO'],
  jeju: ['Jeju Island sea launch area, South Korea', 'JJSLA', 'JEJU'],
  sohae: ['Sohae Satellite Launching Station, North Korea', 'YUN', 'SOHAE'],
  tonghae: ['Tonghae Satellite Launching Ground, North Korea', '', 'TONGH'],
  semnan: ['Imam Khomeini Spaceport, Semnan, Iran', 'SEMLS', 'SEM'],
  shahroud: ['Shahroud, Iran', 'SMTS', 'SHAHR SEMX'],
  palmachim: ['Palmachim Airbase, Israel', 'YAVNE', 'PALB'],
  mahia: ['Rocket Lab Launch Complex 1, Mahia, New Zealand', 'RLLB', 'MAHIA'],
  wallops: ['Wallops Island, Virginia', 'WLPIS', 'WI MARS WIMB NAOTS'],
  kodiak: ['Pacific Spaceport Complex, Kodiak, Alaska', 'KODAK', 'KLC PSCA'],
  kwajalein: ['Kwajalein Atoll, Marshall Islands', 'KWAJ', 'KMR'],
  starbase: ['Starbase, Texas', 'STARB', 'STB BCB'],
  'china-lake': ['China Lake, California', '', 'NOTS'],
  edwards: ['Edwards Air Force Base, California', '', 'EAFB'],
  mojave: ['Mojave Air and Space Port, California', '', 'MHV'],
  kauai: ['Barking Sands, Kauai, Hawaii', '', 'KAU'],
  newquay: ['Spaceport Cornwall, Newquay', '', 'NEWQ'],
  'celtic-sea-airspace': ['Celtic Sea drop zone', '', 'CELS'],
  'sea-launch': ['Sea Launch platform, Pacific Ocean', 'SEAL', 'KLA'],
  'san-marco': ['San Marco platform, Kenya', 'SNMLP', 'SMLC'],
  woomera: ['Woomera, Australia', 'WOMRA', 'WOO'],
  bowen: ['Bowen Orbital Spaceport, Australia', 'BOS', 'BOWEN'],
  alcantara: ['Alcântara Space Center, Brazil', 'ALCLC', 'ALCA'],
  andoya: ['Andøya Spaceport, Norway', 'ANDSP', 'AND'],
  'canaries-airspace': ['Airspace off the Canary Islands', 'CAS', 'GANC'],
  'eastern-range-airspace': ['Eastern Range airspace, Atlantic Ocean', 'ERAS', 'ETR'],
  'western-range-airspace': ['Western Range airspace, Pacific Ocean', 'WRAS', 'WTR'],
};

/** SATCAT codes that stand for more than one place: a range with its airspace, a platform wherever it was towed. */
const WIDER: Record<string, readonly string[]> = {
  AFETR: ['eastern-range-airspace'],
  AFWTR: ['western-range-airspace'],
  SEAL: ['yellow-sea', 'south-china-sea'],
};

/** Ascent sites over the sea off a land site: SATCAT calls a drop off Wallops the Eastern Range. */
const ASCENT: Record<string, readonly string[]> = { WI: ['wallops', 'eastern-range-airspace'] };

function index(column: 1 | 2): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const [key, row] of Object.entries(SITES))
    for (const code of row[column].split(' ')) if (code !== '') keys[code] = key;
  return keys;
}

export const SATCAT_SITES: Readonly<Record<string, string>> = index(1);
export const GCAT_SITES: Readonly<Record<string, string>> = index(2);

const nameOf = (key: string): string => (SITES[key] as [string, string, string])[0];

/** LAUNCH_SITE. @returns `null` if blank or UNK, `undefined` for an unlisted code. */
export function satcatSite(raw: string): LaunchSite | null | undefined {
  const code = raw.trim();
  if (code === '' || code === 'UNK') return null;
  const key = own(SATCAT_SITES, code);
  if (key === undefined) return undefined;
  return { key, name: nameOf(key), code, keys: [key], near: own(WIDER, code) ?? [], known: true, uncertain: false };
}

/**
 * Launch_Site of launch.tsv, and for a launch from an aircraft its Ascent_Site as another place that is near it.
 * @param name the site's name in sites.tsv, used for a site that is not in the table.
 * @returns `null` if blank or `-`. A code that the table lacks is `gcat:<code>`, `known` false.
 */
export function gcatSite(raw: string, ascent = '-', name?: string): LaunchSite | null {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const uncertain = text.endsWith('?');
  const code = text.replace(/\s*\?$/, '');
  const key = own(GCAT_SITES, code);
  if (key === undefined)
    return { key: `gcat:${code}`, name: name ?? code, code, keys: [`gcat:${code}`], near: [], known: false, uncertain };
  const above = ascent.trim().replace(/\s*\?$/, '');
  const drop = own(GCAT_SITES, above);
  const near = (own(ASCENT, above) ?? (drop === undefined ? [] : [drop])).filter((place) => place !== key);
  return { key, name: nameOf(key), code, keys: [key], near, known: true, uncertain };
}
