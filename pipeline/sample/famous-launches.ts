import { type Row, table } from './model.ts';

/** Launches of the real objects, and the synthetic ones (numbers 801 and up). `code` is GCAT's: O orbital, S success. */
const LAUNCHES = `
tag|date|lv|mission|site|pad|agency|code|category
1957 ALP|1957 Oct  4 1928|Sputnik 8K71PS|PS-1|NIIP-5|LC1|OKB1|OS|Sat LEO
1958 ALP|1958 Feb  1 0348|Jupiter C|Explorer 1|CC|LC26A|ABMA|OS|Sat LEO
1958 BET|1958 Mar 17 1215|Vanguard|Vanguard I|CC|LC18A|NRL|OS|Sat MEO
1960 IOT|1960 Aug 12 0939|Thor Delta|Echo 1|CC|LC17A|NASA|OS|Sat LEO
1961 MU|1961 Apr 12 0607|Vostok 8K72K|Vostok|NIIP-5|LC1|OKB1|OS|Sat LEO
1962 A EPS|1962 Jul 10 0835|Thor Delta|Telstar|CC|LC17B|NASA|OS|Sat MEO
1964-047|1964 Aug 19 1215|Thor Delta D|Syncom 3|CC|LC17A|NASA|OS|Sat GEO
1965-028|1965 Apr  6 2347|Thor Delta D|Early Bird|CC|LC17A|NASA|OS|Sat GEO
1965-030|1965 Apr 23|Molniya 8K78|Molniya-1|NIIP-5|LC1|OKB1|OS|Sat HEO
1965-096|1965 Nov 26|Diamant A|A-1|HMG|-|CNES|OS|Sat LEO
1969-059|1969 Jul 16 1332|Saturn V|Apollo 11|KSC|LC39A|NASA|OS|Sat CLO
1969-088|1969 Oct 14|Kosmos 11K63|Interkosmos-1|GTSP4|-|RVSN|OS|Sat LEO
1970-011|1970 Feb 11 0425|Lambda 4S|Ohsumi|KASC|-|UTOK|OS|Sat MEO
1970-034|1970 Apr 24 1335|Chang Zheng 1|Dongfanghong 1|JQ|-|CAST|OS|Sat MEO
1971-032|1971 Apr 19 0140|Proton-K|DOS-1|NIIP-5|-|OKB1|OS|Sat LEO
1971-093|1971 Oct 28 0409|Black Arrow|X-3|WOO|-|RAE|OS|Sat LEO
1973-027|1973 May 14 1730|Saturn V|Skylab 1|KSC|LC39A|NASA|OS|Sat LEO
1974-089|1974 Nov 15 1711|Delta 2310|ITOS-G|V|SLC2W|NASA|OS|Sat LEO
1975-010|1975 Feb  6|Diamant BP4|Starlette|CSG|-|CNES|OS|Sat LEO
1976-039|1976 May  4 0800|Delta 2913|LAGEOS|V|SLC2W|NASA|OS|Sat MEO
1977-084|1977 Sep  5 1256|Titan IIIE|Voyager 1|CC|LC41|NASA|OS|Sat DSO
1981-034|1981 Apr 12 1200|Space Shuttle|STS-1|KSC|LC39A|NASA|OS|Sat LEO
1984-021|1984 Mar  1 1759|Delta 3920|Landsat 5|V|SLC2W|NASA|OS|Sat LEO
1986-017|1986 Feb 19 2128|Proton-K|Mir|NIIP-5|-|RVSN|OS|Sat LEO
1988-109|1988 Dec 11|Ariane 44LP|V27|CSG|ELA2|AE|OS|Sat GTO
1990-037|1990 Apr 24 1233|Space Shuttle|STS-31|KSC|LC39B|NASA|OS|Sat LEO
1990-049|1990 Jun  1|Delta 6920-10|ROSAT|CC|LC17A|NASA|OS|Sat LEO
1991-027|1991 Apr  5 1422|Space Shuttle|STS-37|KSC|LC39B|NASA|OS|Sat LEO
1991-063|1991 Sep 12 2311|Space Shuttle|STS-48|KSC|LC39A|NASA|OS|Sat LEO
1993-036|1993 Jun 16|Kosmos 11K65M|Kosmos-2251|GIK-1|-|RVSN|OS|Sat LEO
1995-021|1995 Apr 21|Ariane 40|V72|CSG|ELA2|AE|OS|Sat LEO
1997-035|1997 Jul 23|Delta 7925|GPS IIR-2|CC|LC17A|USAF|OS|Sat MEO
1997-051|1997 Sep 14|Proton-K/DM-2|Iridium|GIK-5|-|KHRU|OS|Sat LEO
1998-067|1998 Nov 20 0640|Proton-K|Zarya|GIK-5|LC81|KHRU|OS|Sat ISS
1999-025|1999 May 10|Chang Zheng 4B|FY-1C|TYSC|-|CAST|OS|Sat LEO
1999-040|1999 Jul 23 0431|Space Shuttle|STS-93|KSC|LC39B|NASA|OS|Sat HEO
1999-066|1999 Dec 10 1432|Ariane 5G|V504|CSG|ELA3|AE|OS|Sat HEO
1999-068|1999 Dec 18|Atlas IIAS|AC-141|V|SLC3E|LM|OS|Sat LEO
2001-024|2001 Jun  9|Ariane 44L|Intelsat 901|CSG|ELA2|AE|OS|Sat GTO
2001-049|2001 Oct 22|PSLV|PSLV-C3|SHAR|-|ISRO|OS|Sat LEO
2002-009|2002 Mar  1 0107|Ariane 5G|V145|CSG|ELA3|AE|OS|Sat LEO
2002-022|2002 May  4|Delta 7920-10L|Aqua|V|SLC2W|NASA|OS|Sat LEO
2004-022|2004 Jun 16|Proton-M/Briz-M|Intelsat 10-02|GIK-5|-|KHRU|OS|Sat GTO
2005-009|2005 Mar 11|Atlas V 431|Inmarsat 4-F1|CC|LC41|LM|OS|Sat GTO
2005-029|2005 Aug 12|Atlas V 401|MRO|CC|LC41|LM|OS|Sat PCO
2005-049|2005 Dec 21|Ariane 5GS|V169|CSG|ELA3|AE|OS|Sat GTO
2007-011|2007 Apr 13|Chang Zheng 3A|Beidou M1|XSC|-|CAST|OS|Sat MEO
2007-026|2007 Jun 15|Dnepr|TerraSAR-X|GIK-5|-|RVSN|OS|Sat LEO
2009-005|2009 Feb  6|Delta 7320|NOAA-N-Prime|V|SLC2W|NASA|OS|Sat LEO
2009-013|2009 Mar 17|Rokot|GOCE|GIK-1|-|KHRU|OS|Sat LEO
2009-031|2009 Jun 18 2132|Atlas V 401|LRO/LCROSS|CC|LC41|LM|OS|Sat CLO
2010-016|2010 Apr 24|Proton-M/Briz-M|SES-1|GIK-5|-|KHRU|OS|Sat GTO
2011-009|2011 Feb 26|Soyuz-2-1B|Glonass-K|GIK-1|-|VKS|OS|Sat MEO
2011-040|2011 Aug  5|Atlas V 551|Juno|CC|LC41|LM|OS|Sat DSO
2011-053|2011 Sep 29|Chang Zheng 2F|Tiangong 1|JQ|-|CAST|OS|Sat LEO
2011-060|2011 Oct 21|Soyuz-ST-B|VS01|CSG|ELS|AE|OS|Sat MEO
2011-062|2011 Oct 30|Soyuz-U|Progress M-13M|GIK-5|LC1|FKA|OS|Sat ISS
2013-008|2013 Feb 11|Atlas V 401|LDCM|V|SLC3E|LM|OS|Sat LEO
2013-074|2013 Dec 19|Soyuz-ST-B|Gaia|CSG|ELS|AE|OS|Sat DSO
2014-016|2014 Apr  3|Soyuz-ST-A|Sentinel-1A|CSG|ELS|AE|OS|Sat LEO
2014-058|2014 Sep 27|Proton-M/Briz-M|Luch|GIK-5|-|VKS|OS|Sat GEO
2016-071|2016 Nov 19|Atlas V 541|GOES-R|CC|LC41|LM|OS|Sat GTO
2017-069|2017 Nov  5|Chang Zheng 3B|Beidou-3|XSC|-|CAST|OS|Sat MEO
2018-017|2018 Feb  6|Falcon Heavy|FH Demo|KSC|LC39A|SPX|OS|Sat DSO
2018-109|2018 Dec 23|Falcon 9|GPS III-1|CC|LC40|SPX|OS|Sat MEO
2019-010|2019 Feb 27|Soyuz-ST-B|OneWeb|CSG|ELS|AE|OS|Sat LEO
2019-074|2019 Nov 11|Falcon 9|Starlink V1.0-L1|CC|LC40|SPX|OS|Sat LEO
2021-035|2021 Apr 29|Chang Zheng 5B|Tianhe|WEN|-|CAST|OS|Sat LEO
2021-066|2021 Jul 21|Proton-M|Nauka|GIK-5|LC200|FKA|OS|Sat ISS
2021-130|2021 Dec 25|Ariane 5ECA|JWST|CSG|ELA3|AE|OS|Sat DSO
2022-085|2022 Jul 24|Chang Zheng 5B|Wentian|WEN|-|CAST|OS|Sat LEO
2022-143|2022 Oct 31|Chang Zheng 5B|Mengtian|WEN|-|CAST|OS|Sat LEO
2024-801|2024 Mar  5 0912|Sample Launcher 1|Sample LEO group 1 [synthetic]|CC|-|SMPLA|OS|Sat LEO
2024-802|2024 Sep 18 2204|Sample Launcher 1|Sample MEO and HEO group [synthetic]|CSG|-|SMPLA|OS|Sat MEO
2024-803|2024 Nov 30|Sample Launcher 2|Sample GEO group [synthetic]|CSG|-|SMPLG|OS|Sat GTO
2025-801|2025 Feb 11 0331|Sample Launcher 1|Sample Constellation 1 [synthetic]|V|-|SMPLA|OS|Sat LEO
2025-802|2025 Jun 20 1540|Sample Launcher 1|Sample Constellation 2 [synthetic]|V|-|SMPLA|OS|Sat LEO
2025-803|2025 Oct  2 1207|Sample Launcher 1|Sample Constellation 3 [synthetic]|V|-|SMPLA|OS|Sat LEO
2025-804|2025 Nov 14|Sample Launcher 2|Sample explorers [synthetic]|CC|-|SMPLG|OS|Sat DSO
2025-805|2025 Dec  9 0605|Sample Launcher 1|Sample phases [synthetic]|GIK-5|-|SMPLA|OS|Sat LEO
2026-801|2026 Jan 15 1010|Sample Launcher 1|Sample LEO group 2 [synthetic]|SHAR|-|SMPLE|OS|Sat LEO
2026-802|2026 Jun  3 0422|Sample Launcher 1|Sample recent 1 [synthetic]|CC|-|SMPLA|OS|Sat LEO
2026-803|2026 Jul 14 1855|Sample Launcher 2|Sample recent 2 [synthetic]|CSG|-|SMPLG|OS|Sat GTO
2026-804|2026 Aug 19 0748|Sample Launcher 1|Sample recent 3 [synthetic]|MAHIA|-|SMPLA|OS|Sat LEO
2026-F81|2026 Apr  2 1131|Sample Launcher 2|Sample failure [synthetic]|CC|-|SMPLA|OF|Sat LEO
2026-S81|2026 Mar|Sample Launcher 1|Sample suborbital [synthetic]|V|-|SMPLA|DS|Subo
`;

export const launches: Row[] = table(LAUNCHES);

export interface SyntheticLaunch {
  date: string;
  site: string;
}

/** SATCAT's launch date and site of the synthetic launches. */
export const SYNTHETIC_LAUNCHES: Record<string, SyntheticLaunch> = {
  '2024-801': { date: '2024-03-05', site: 'AFETR' },
  '2024-802': { date: '2024-09-18', site: 'FRGUI' },
  '2024-803': { date: '2024-11-30', site: 'FRGUI' },
  '2025-801': { date: '2025-02-11', site: 'AFWTR' },
  '2025-802': { date: '2025-06-20', site: 'AFWTR' },
  '2025-803': { date: '2025-10-02', site: 'AFWTR' },
  '2025-804': { date: '2025-11-14', site: 'AFETR' },
  '2025-805': { date: '2025-12-09', site: 'TYMSC' },
  '2026-801': { date: '2026-01-15', site: 'SRILR' },
  '2026-802': { date: '2026-06-03', site: 'AFETR' },
  '2026-803': { date: '2026-07-14', site: 'FRGUI' },
  '2026-804': { date: '2026-08-19', site: 'RLLB' },
};
