import { type Row, type SatnogsSeed, table } from './model.ts';

/**
 * SatNOGS rows. Only the identifier of the ISS is SatNOGS' own; the others start with SMPL. Numbers 98xxx and 99xxx are the
 * temporary ones that SatNOGS gives before the catalogue does.
 */
const SATNOGS = `
norad|name|names|status|operator|countries|website|launched|decayed|satid
25544|ISS|ZARYA|alive|None|RU,US|https://www.nasa.gov/international-space-station/|1998-11-20||XSKZ-5603-1870-9019-3066
7530|OSCAR 7|AO-7, AMSAT-OSCAR 7|alive|None|US|https://www.amsat.org/|1974-11-15||
20580|HST|Hubble Space Telescope|alive|NASA|US||1990-04-24||
33591|NOAA 19|NOAA-N PRIME|dead|None|US|https://www.noaa.gov/|2009-02-06||
38051|Chibis-M|Чибис-М|re-entered|None|RU||2011-10-30|2014-10-15|
26958|PROBA-1||alive|ESA|BE|https://www.esa.int/|2001-10-22||
39634|SENTINEL-1A||alive|ESA|||2014-04-03||
37846|GSAT0101|GALILEO-PFM|alive|ESA||||
44713|STARLINK-1007||alive|Space Exploration Technologies Corp|US|https://www.starlink.com/|2019-11-11||
44714|STARLINK-1008||alive|Space Exploration Technologies Corp|US||2019-11-11||
22675|COSMOS 2251|Космос-2251|dead|None|RU||1993-06-16||
2|SPUTNIK 1|Спутник-1|re-entered|None|RU||1957-10-04|1958-01-04|
4382|DFH-1|东方红一号|dead|None|CN||1970-04-24||
190062|SAMPLE LEO PAYLOAD 002|SLP-2|alive|None|IN|https://example.org/slp-2||||
190063|SAMPLE LEO PAYLOAD 003||alive|Sample Ministry of Defence||||
190067|SAMPLE LEO PAYLOAD 007|Planet-alike|dead|Planet|US||||
190225|SAMPLE NEWCOMER 1|Muster-7|alive|TU Muster|DE|https://example.org/newcomer-1|2026-06-03||
190217|SAMPLE REENTRY 1||re-entered|None|||2026-01-15|2026-05-29|
190240|SAMPLE DECAY CONFLICT||re-entered|None|||2026-01-15||
190243|SAMPLE TWO SPELLINGS||alive|SAMPLE CONSTELLATION CO. LTD|US||||
190248|SAMPLE CUBESAT MÜSTER|Muster-1, МУСТЕР-1|alive|Sample University|DE|https://example.org/muster|2026-01-15||
190245|=SAMPLE FORMULA||alive|None||https://example.org/formula||||
98999|SAMPLE TEMPORARY 1 [SYNTHETIC]|ST-1|future|None|||||
99998|SAMPLE TEMPORARY 2 [SYNTHETIC]|ST-2|alive|None|JP||2026-08-19||
|SAMPLE UNNUMBERED [SYNTHETIC]|SU-1|future|None|FR|https://example.org/unnumbered||||
345678|SAMPLE NUMBER 345678||alive|None|US||||
`;

const stamp = (date: string): string => (date === '' ? '' : `${date}T00:00:00Z`);

export const satnogsSeeds: SatnogsSeed[] = SATNOGS.split('\n')
  .filter((line) => line !== '')
  .slice(1)
  .map((line, index) => {
    const [
      norad = '',
      name = '',
      names = '',
      status = '',
      operator = '',
      countries = '',
      website = '',
      launched = '',
      decayed = '',
      satId = '',
    ] = line.split('|');
    return {
      satId: satId || `SMPL-0000-0000-0000-${String(index).padStart(4, '0')}`,
      norad: norad === '' ? null : Number(norad),
      name,
      names,
      status,
      countries,
      website,
      operator: operator || 'None',
      launched: stamp(launched),
      decayed: stamp(decayed),
      ...(norad === '190225'
        ? { deployed: '2026-06-04T00:00:00Z', follow: 99998, image: 'satellites/sample-newcomer-1.jpg' }
        : {}),
    };
  });

/**
 * Wikidata rows. Items Q9990000xx and operators Q9990001xx are not Wikidata's. `operators`, `makers` are Q-id=label(=country), joined by ;
 * (one satellite then comes in several rows). `vague` is the precision of the launch date: 11 day, 10 month, 9 year.
 */
const WIKIDATA = `
norad|item|label|alt|scn|operators|country|makers|vague|vehicle|site|mass|image|website
25544|Q25271|International Space Station|ISS;МКС;Zarya|25544|Q23548=NASA;Q999000110=Roscosmos|US|Q999000111=Khrunichev=RU|11|Proton-K|Baikonur Cosmodrome||The station pictured from the SpaceX Crew Dragon 5.jpg|https://www.nasa.gov/international-space-station/
20580|Q2513|Hubble Space Telescope|HST;Hubble;Хаббл|20580|Q23548=NASA;Q42262=European Space Agency|US|Q999000112=Lockheed Martin=US|11|Space Shuttle|Kennedy Space Center|11110|HST-SM4.jpeg|https://hubblesite.org/
2|Q999000001|Sputnik 1|Спутник-1;PS-1|00002|Q999000113=Soviet Union|SU|Q999000114=OKB-1|11|Sputnik 8K71PS|Baikonur Cosmodrome|83.6||
4|Q999000002|Explorer 1|Explorer I|4||US|Q999000115=Jet Propulsion Laboratory|11|Juno I|Cape Canaveral|13.97||
5|Q999000003|Vanguard 1|Vanguard I|00005|Q999000116=United States Naval Research Laboratory|US||11|Vanguard|Cape Canaveral|1.46||
340|Q999000004|Telstar 1||340|Q999000117=AT&T|US|Q999000118=Bell Labs|11|Delta|Cape Canaveral|77||
4128|Q999000005|Interkosmos 1|Intercosmos 1;Интеркосмос-1|04128||SU||10||Kapustin Yar|||
6633|Q999000006|Skylab||6633|Q23548=NASA|US||11|Saturn V|Kennedy Space Center|||https://www.nasa.gov/skylab/
7530|Q999000007|AMSAT-OSCAR 7|AO-7;OSCAR 7|07530|Q999000119=AMSAT|US||11|Delta|Vandenberg|28.6||https://www.amsat.org/
16609|Q999000008|Mir|Мир|16609|Q999000110=Roscosmos|RU|Q999000111=Khrunichev=RU|11|Proton-K|Baikonur Cosmodrome|||
21701|Q999000009|Upper Atmosphere Research Satellite|UARS|21701|Q23548=NASA|US||11|Space Shuttle|Kennedy Space Center|||
24946|Q999000010|Iridium 33||24946|Q999000120=Iridium Communications|US|Q999000121=Motorola|11|Proton-K|Baikonur Cosmodrome|689||
25867|Q999000011|Chandra X-ray Observatory|CXO;AXAF|25867|Q23548=NASA|US|Q999000122=TRW=US|11|Space Shuttle|Kennedy Space Center|||https://chandra.si.edu/
25989|Q999000012|XMM-Newton|XMM|25989|Q42262=European Space Agency||Q999000123=Dornier=DE|11|Ariane 5G|Guiana Space Centre|3764||https://www.esa.int/
27386|Q999000013|Envisat||27386|Q42262=European Space Agency|||11|Ariane 5G|Guiana Space Centre|8211||https://www.esa.int/
28628|Q999000014|Inmarsat-4 F1||28628|Q999000124=Inmarsat|GB|Q999000125=Astrium|11|Atlas V|Cape Canaveral|5959||
28912|Q999000015|Meteosat 9|MSG-2|28912|Q999000126=EUMETSAT||Q999000127=Thales Alenia Space|11|Ariane 5GS|Guiana Space Centre|2034||https://www.eumetsat.int/
34602|Q999000016|Gravity Field and Steady-State Ocean Circulation Explorer|GOCE|34602|Q42262=European Space Agency|||11|Rokot|Plesetsk|||
35315|Q999000017|Lunar Reconnaissance Orbiter|LRO|35315|Q23548=NASA|US|Q999000128=Goddard Space Flight Center|11|Atlas V|Cape Canaveral|1916||https://lunar.gsfc.nasa.gov/
36516|Q999000018|SES-1|AMC-4R|36516|Q999000129=SES|LU|Q999000130=Orbital Sciences Corporation=US|11|Proton-M|Baikonur Cosmodrome|2561||https://www.ses.com/
38051|Q999000019|Chibis-M|Чибис-М|38051|Q999000131=Space Research Institute|RU||9|||40||
41866|Q999000020|GOES-16|GOES-R|41866|Q999000132=NOAA|US|Q999000112=Lockheed Martin=US|11|Atlas V 541|Cape Canaveral|5192||https://www.goes-r.gov/
44057|Q999000021|OneWeb-0012||44057|Q999000133=OneWeb|GB||11|Soyuz-ST-B|Guiana Space Centre|147||https://oneweb.net/
44713|Q999000022|Starlink-1007||44713|Q193701=SpaceX|US|Q193701=SpaceX=US|11|Falcon 9|Cape Canaveral|260||https://www.starlink.com/
48274|Q999000023|Tianhe|天和核心舱;CSS (Tianhe)|48274|Q999000134=China Manned Space Agency|CN||11|Long March 5B|Wenchang|22500||
50463|Q999000024|James Webb Space Telescope|JWST;Webb|50463|Q23548=NASA;Q42262=European Space Agency|US|Q999000135=Northrop Grumman|11|Ariane 5ECA|Guiana Space Centre|||https://webbtelescope.org/
10321|Q999000025|Voyager 1||10321|Q23548=NASA|US|Q999000115=Jet Propulsion Laboratory|11|Titan IIIE|Cape Canaveral|||https://science.nasa.gov/mission/voyager/
190001|Q999000040|Sample Constellation 001 [synthetic]||190001|Q999000140=Sample Constellation Co., Ltd.|US|Q999000141=Sample Space Company|11|Sample Launcher 1|Vandenberg|260||https://example.org/constellation
190062|Q999000041|Sample LEO Payload 002 [synthetic]||190062||||9||||Sample image [synthetic].jpg|
190241|Q999000042|Sample Mass Conflict [synthetic]||190241|Q999000141=Sample Space Company|US||10|||1850||
190242|Q999000043|Sample Name Conflict 1 [synthetic]|A third name|190242||||11|||||
190243|Q999000044|Sample Two Spellings [synthetic]||190243|Q999000140=Sample Constellation Co., Ltd.|US||11|||||
190248|Q999000045|Sample Cubesat Müster [synthetic]|Muster-1;МУСТЕР-1|0190248|Q999000142=Universität Muster;Q999000143=Example Institute|DE|Q999000142=Universität Muster=DE|11|||1.3||https://example.org/muster
190240|Q999000046|Sample Decay Conflict [synthetic]||190240|||||||||
`;

export const wikidataRows: Row[] = table(WIKIDATA);
