import { type Row, table } from './model.ts';

/** Organisations: the states, those of the real objects, and the synthetic ones. A parent's branch points to it. */
const ORGS = `
code|ucode|state|type|class|start|stop|short|name|place|parent|ename|uname
EARTH|EARTH|EARTH|AP|C|||Earth|Earth|Earth||Earth|Earth
US|US|US|CY|C|1776 Jul  4||USA|United States of America|Washington, DC||United States of America|United States of America
SU|SU|SU|CY|C|1922 Dec 30|1991 Dec 26|SSSR|Soyuz Sovetskikh Sotsialisticheskikh Respublik|Moskva||Union of Soviet Socialist Republics|Союз Советских Социалистических Республик
RU|RU|RU|CY|C|1991 Dec 26||Rossiya|Rossiyskaya Federatsiya|Moskva||Russian Federation|Российская Федерация
F|F|F|CY|C|||France|Republique Francaise|Paris||French Republic|République française
UK|UK|UK|CY|C|1707||UK|United Kingdom|London||United Kingdom|United Kingdom
D|D|D|CY|C|1949||Deutschland|Bundesrepublik Deutschland|Berlin||Federal Republic of Germany|Bundesrepublik Deutschland
J|J|J|CY|C|||Nihon|Nihon-koku|Tokyo||Japan|日本国
CN|CN|CN|CY|C|1949 Oct  1||Zhongguo|Zhonghua Renmin Gongheguo|Beijing||People's Republic of China|中华人民共和国
IN|IN|IN|CY|C|1947 Aug 15||Bharat|Bharat Ganarajya|New Delhi||Republic of India|भारत गणराज्य
L|L|L|CY|C|||Luxembourg|Grand-Duche de Luxembourg|Luxembourg||Grand Duchy of Luxembourg|Grand-Duché de Luxembourg
AU|AU|AU|CY|C|1901||Australia|Commonwealth of Australia|Canberra||Commonwealth of Australia|Commonwealth of Australia
NZ|NZ|NZ|CY|C|||New Zealand|New Zealand|Wellington||New Zealand|New Zealand
KZ|KZ|KZ|CY|C|1991||Kazakhstan|Qazaqstan Respublikasy|Astana||Republic of Kazakhstan|Қазақстан Республикасы
I-ESA|I-ESA|I-ESA|IGO|C|1975|*|ESA|European Space Agency|Paris||European Space Agency|European Space Agency
I-INT|I-INT|I-INT|IGO|C|1964|2001|INTELSAT|International Telecommunications Satellite Organization|Washington, DC||International Telecommunications Satellite Organization|
I-EUM|I-EUM|I-EUM|IGO|C|1986|*|EUMETSAT|European Organisation for the Exploitation of Meteorological Satellites|Darmstadt||EUMETSAT|
OKB1|OKB1|SU|E/LV/PL|C|1946|1966|OKB-1|Opytnoe konstruktorskoe byuro 1|Podlipki||Experimental Design Bureau 1|Опытное конструкторское бюро 1
NPOE|OKB1|SU|E/LV/PL|C|1974|1994|NPO Energiya|Nauchno-proizvodstvennoe ob'edinenie Energiya|Kaliningrad||Energia|НПО Энергия
RKKE|OKB1|RU|E/LV/PL|B|1994||RKK Energiya|Raketno-kosmicheskaya korporatsiya Energiya|Korolyov||RSC Energia|РКК Энергия
OKB586|OKB586|SU|LV/PL|C|1954|1966|OKB-586|Opytnoe konstruktorskoe byuro 586|Dnepropetrovsk||Yangel design bureau|ОКБ-586
AN|AN|SU|O|C|1925|1991|AN SSSR|Akademiya nauk SSSR|Moskva||USSR Academy of Sciences|Академия наук СССР
RVSN|RVSN|RU|O/LA|D|1959||RVSN|Raketnye voyska strategicheskogo naznacheniya|Moskva||Strategic Rocket Forces|РВСН
VKS|VKS|RU|O/LA|D|1992||VKS|Voenno-kosmicheskie sily|Moskva||Russian Space Forces|Военно-космические силы
FKA|FKA|RU|O/LA|C|1992||Roskosmos|Roskosmos|Moskva||Roscosmos|Роскосмос
KHRU|KHRU|RU|LV/PL/LA|C|1916||Khrunichev|Zavod im. M. V. Khrunicheva|Moskva||Khrunichev|Завод имени Хруничева
PM|PM|RU|PL|C|1959||NPO PM|NPO Prikladnoi Mekhaniki|Krasnoyarsk||Applied Mechanics|НПО прикладной механики
ISSR|PM|RU|PL|B|2008||ISS Reshetnev|Informatsionnye sputnikovye sistemy im. M. F. Reshetneva|Zheleznogorsk||Reshetnev Information Satellite Systems|ИСС имени Решетнёва
IKI|IKI|RU|O/PL|C|1965||IKI|Institut kosmicheskikh issledovaniy|Moskva||Space Research Institute|Институт космических исследований
ABMA|ABMA|US|LV|D|1956|1960|ABMA|Army Ballistic Missile Agency|Huntsville, Alabama||Army Ballistic Missile Agency|
JPL|JPL|US|O/PL|C|1936||JPL|Jet Propulsion Laboratory|Pasadena, California|NASA|Jet Propulsion Laboratory|
NRL|NRL|US|O/PL|D|1923||NRL|Naval Research Laboratory|Washington, DC||Naval Research Laboratory|
NASA|NASA|US|O/LA|C|1958 Oct  1||NASA|National Aeronautics and Space Administration|Washington, DC||NASA|
GSFC|GSFC|US|O/PL|C|1959||NASA/GSFC|Goddard Space Flight Center|Greenbelt, Maryland|NASA|NASA Goddard Space Flight Center|
MSFC|MSFC|US|LV/PL|C|1960||NASA/MSFC|Marshall Space Flight Center|Huntsville, Alabama|NASA|NASA Marshall Space Flight Center|
NOAA|NOAA|US|O|C|1970||NOAA|National Oceanic and Atmospheric Administration|Silver Spring, Maryland||NOAA|
USGS|USGS|US|O|C|1879||USGS|United States Geological Survey|Reston, Virginia||USGS|
USAF|USAF|US|O/LA|D|1947||USAF|United States Air Force|Washington, DC||US Air Force|
USSF|USSF|US|O|D|2019 Dec 20||USSF|United States Space Force|Washington, DC||US Space Force|
ATT|ATT|US|O|B|1885||AT&T|American Telephone and Telegraph|New York||AT&T|
BTL|BTL|US|PL|B|1925||Bell Labs|Bell Telephone Laboratories|Murray Hill, New Jersey|ATT|Bell Labs|
HUGHES|HUGHES|US|PL|B|1936|2000|Hughes|Hughes Aircraft Company|El Segundo, California||Hughes|
NAA|NAA|US|PL|B|1928|1967|North American|North American Aviation|Downey, California||North American Aviation|
RI|NAA|US|PL|B|1973|1996|Rockwell|Rockwell International|Downey, California||Rockwell International|
MDAC|MDAC|US|LV/PL|B|1967|1997|McDonnell Douglas|McDonnell Douglas Astronautics Company|Huntington Beach, California||McDonnell Douglas|
AMSAT|AMSAT|US|O/PL|A|1969||AMSAT|Radio Amateur Satellite Corporation|Washington, DC||AMSAT|
GE|GE|US|PL|B|||General Electric|General Electric Space Division|Valley Forge, Pennsylvania||General Electric|
RCA|RCA|US|PL|B|||RCA Astro|RCA Astro Electronics|Princeton, New Jersey||RCA Astro Electronics|
LM|LM|US|PL/LV/LA|B|1995||Lockheed Martin|Lockheed Martin|Denver, Colorado||Lockheed Martin|
LM700|LM|US|PL|B|||LM Sunnyvale|Lockheed Martin (Sunnyvale)|Sunnyvale, California|LM|Lockheed Martin|
TRW|TRW|US|PL|B|||TRW|TRW|Redondo Beach, California||TRW|
NG|NG|US|PL|B|||Northrop Grumman|Northrop Grumman|Redondo Beach, California||Northrop Grumman|
OSC|OSC|US|PL/LV|B|1982|2015|Orbital|Orbital Sciences Corporation|Dulles, Virginia||Orbital Sciences|
SSL|SSL|US|PL|B|||SS/L|Space Systems/Loral|Palo Alto, California||Space Systems/Loral|
MOTO|MOTO|US|PL|B|||Motorola|Motorola|Chandler, Arizona||Motorola|
IRID|IRID|US|O|B|||Iridium|Iridium|McLean, Virginia||Iridium|
SPX|SPX|US|LA/LV/PL|B|2002||SpaceX|SpaceX|Hawthorne, California||SpaceX|SpaceX
SPXS|SPXS|US|O/PL|B|2015||SpaceX/Seattle|SpaceX (Seattle)|Redmond, Washington|SPX|SpaceX (Seattle)|SpaceX (Seattle)
COSMOG|COSMOG|US|O/PL|B|2010|2013|Cosmogia|Cosmogia Inc.|San Francisco, California||Cosmogia|
PLABS|COSMOG|US|O/PL|B|2013|2016|Planet Labs|Planet Labs, Inc.|San Francisco, California||Planet Labs|
PLAN|COSMOG|US|O/PL|B|2016||Planet|Planet Labs (Planet)|San Francisco, California||Planet|
CNES|CNES|F|O/LA|C|1961||CNES|Centre National d'Etudes Spatiales|Paris||CNES|Centre national d'études spatiales
AE|AE|F|LA/LV|B|1980||Arianespace|Arianespace|Evry||Arianespace|
ASTR|ASTR|F|PL|B|2000|2013|Astrium|Astrium|Toulouse||Astrium|
TAS|TAS|F|PL|B|2007||Thales Alenia|Thales Alenia Space|Cannes||Thales Alenia Space|
RAE|RAE|UK|O/PL/LA|C|||RAE|Royal Aircraft Establishment|Farnborough||Royal Aircraft Establishment|
INMAR|INMAR|UK|O|B|1999||Inmarsat|Inmarsat|London||Inmarsat|
ONEWEB|ONEWEB|UK|O/PL|B|2012||OneWeb|OneWeb|London||OneWeb|
DLR|DLR|D|O|C|1969||DLR|Deutsches Zentrum fuer Luft- und Raumfahrt|Koeln||German Aerospace Center|Deutsches Zentrum für Luft- und Raumfahrt
DORN|DORN|D|PL|B|||Dornier/Astrium|Dornier, later Astrium|Friedrichshafen||Dornier/Astrium|
UTOK|UTOK|J|O/LA|A|1964|1981|ISAS Todai|Tokyo Daigaku uchu koku kenkyujo|Tokyo||Institute of Space and Aeronautical Science, University of Tokyo|
CAST|CAST|CN|PL/LA|C|1968||CAST|Zhongguo kongjian jishu yanjiuyuan|Beijing||China Academy of Space Technology|中国空间技术研究院
CMSA|CMSA|CN|O|C|||CMSA|Zhongguo zairen hangtian gongcheng bangongshi|Beijing||China Manned Space Agency|中国载人航天工程办公室
CMA|CMA|CN|O|C|1949||CMA|Zhongguo qixiangju|Beijing||China Meteorological Administration|中国气象局
PLA|PLA|CN|O|D|1927||PLA|Zhongguo renmin jiefangjun|Beijing||People's Liberation Army|中国人民解放军
ISRO|ISRO|IN|O/LA/PL|C|1969||ISRO|Indian Space Research Organisation|Bengaluru||ISRO|
SES|SES|L|O|B|1985||SES|SES|Betzdorf||SES|
INTSA|I-INT|L|O|B|2001||Intelsat|Intelsat|Luxembourg||Intelsat|
ESA|I-ESA|I-ESA|O|C|1975||ESA|European Space Agency|Paris|I-ESA|European Space Agency|
SMPLA|SMPLA|US|LA/LV/PL|B|2020||Sample Space|Sample Space Company [synthetic]|Nowhere||Sample Space Company|
SMPLC|SMPLC|US|O|B|2021||Sample Constellation|Sample Constellation Company|Nowhere|SMPLA|Sample Constellation Company|
SMPLG|SMPLG|F|O/PL|B|2019||Sample Geo|Sample Geo Satellites|Nulle Part||Sample Geo Satellites|Échantillon géostationnaire
SMPLE|SMPLE|IN|O/PL|C|2018||Sample Earth|Sample Earth Imaging|Nowhere||Sample Earth Imaging|
SMPLU|SMPLU|D|O/PL|A|2015||Sample Univ.|Universitaet Muster|Musterstadt||Sample University|Universität Muster
SMPLD|SMPLD|UK|O|D|2010||Sample Defence|Sample Ministry of Defence|Nowhere||Sample Ministry of Defence|
SMPLO|SMPLO|US|O|B|2016|2024?|Old Sample Imaging|Old Sample Imaging Inc.|Nowhere||Old Sample Imaging|
SMPLN|SMPLO|US|O|B|2024?||New Sample Imaging|New Sample Imaging, Inc.|Nowhere||New Sample Imaging|
`;

const SITES = `
site|ucode|type|state|start|short|name|place|lon|lat|parent|ename
NIIP-5|GIK-5|LS|SU|1955|Baykonur|Nauchno-issledovatel'skiy ispytatel'niy poligon No. 5|Tyuratam|63.34|45.92|RVSN|Baikonur Cosmodrome
GIK-5|GIK-5|LS|KZ|1992|Baykonur|Gosudarstvenniy ispytatel'niy kosmodrom No. 5 Baykonur|Tyuratam|63.34|45.92|FKA|Baikonur Cosmodrome
GIK-1|GIK-1|LS|RU|1957|Plesetsk|Gosudarstvenniy ispytatel'niy kosmodrom No. 1 Plesetsk|Mirniy|40.58|62.93|RVSN|Plesetsk Cosmodrome
GTSP4|GTSP4|LS|RU|1947|Kapustin Yar|Gosudarstvenniy tsentral'niy poligon 4 Kapustin Yar|Znamensk|45.80|48.57|RVSN|Kapustin Yar
CC|CC|LS|US|1950|Cape Canaveral|Cape Canaveral, Florida|Florida|-80.58|28.46|USAF|Cape Canaveral
KSC|KSC|LS|US|1962|Kennedy|Kennedy Space Center, Florida|Florida|-80.62|28.61|NASA|Kennedy Space Center
V|V|LS|US|1957|Vandenberg|Vandenberg, California|California|-120.60|34.75|USAF|Vandenberg
CSG|CSG|LS|F|1964|Kourou|Centre Spatial Guyanais|Kourou|-52.77|5.24|CNES|Guiana Space Centre
HMG|HMG|LS|F|1947|Hammaguir|Hammaguir|Algeria|-3.05|30.88|CNES|Hammaguir
KASC|KASC|LS|J|1962|Uchinoura|Kagoshima Space Center, Uchinoura|Kagoshima|131.08|31.25|UTOK|Uchinoura Space Center
JQ|JQ|LS|CN|1958|Jiuquan|Jiuquan weixing fashe zhongxin|Gansu|100.30|40.96|PLA|Jiuquan
TYSC|TYSC|LS|CN|1967|Taiyuan|Taiyuan weixing fashe zhongxin|Shanxi|111.61|38.85|PLA|Taiyuan
XSC|XSC|LS|CN|1970|Xichang|Xichang weixing fashe zhongxin|Sichuan|102.03|28.25|PLA|Xichang
WEN|WEN|LS|CN|2014|Wenchang|Wenchang hangtian fashechang|Hainan|110.95|19.61|PLA|Wenchang
WOO|WOO|LS|AU|1947|Woomera|Woomera|South Australia|136.50|-30.95|RAE|Woomera
SHAR|SHAR|LS|IN|1971|Sriharikota|Satish Dhawan Space Centre|Sriharikota|80.23|13.73|ISRO|Satish Dhawan Space Centre
MAHIA|MAHIA|LS|NZ|2016|Mahia|Mahia Peninsula|New Zealand|177.86|-39.26|-|Mahia Peninsula
`;

/** Vehicles: name, family, stages, and the height and mass where they are commonly known. */
const VEHICLES = `
name|family|maker|stages|length|mass
Sputnik 8K71PS|R-7|OKB1|2|29.2|267
Jupiter C|Redstone|ABMA|4|21.2|29
Vanguard|Vanguard|NRL|3|23.0|10
Thor Delta|Delta|MDAC|3||
Vostok 8K72K|R-7|OKB1|3||
Thor Delta D|Delta|MDAC|3||
Molniya 8K78|R-7|OKB1|4||
Diamant A|Diamant|-|3||
Saturn V|Saturn|MSFC|3|110.6|
Kosmos 11K63|Kosmos|OKB586|2||
Lambda 4S|Lambda|-|4||
Chang Zheng 1|CZ|CAST|3||
Proton-K|Proton|KHRU|3||
Black Arrow|Black Arrow|RAE|3|13.0|18
Delta 2310|Delta|MDAC|2||
Diamant BP4|Diamant|-|3||
Delta 2913|Delta|MDAC|3||
Titan IIIE|Titan|LM|3||
Space Shuttle|Shuttle|RI|2|56.1|2030
Delta 3920|Delta|MDAC|2||
Ariane 44LP|Ariane|AE|3||
Delta 6920-10|Delta|MDAC|2||
Kosmos 11K65M|Kosmos|-|2||
Ariane 40|Ariane|AE|3||
Delta 7925|Delta|MDAC|3||
Proton-K/DM-2|Proton|KHRU|4||
Chang Zheng 4B|CZ|CAST|3||
Ariane 5G|Ariane|AE|2||
Atlas IIAS|Atlas|LM|2||
Ariane 44L|Ariane|AE|3||
PSLV|PSLV|ISRO|4|44.4|
Delta 7920-10L|Delta|MDAC|2||
Proton-M/Briz-M|Proton|KHRU|4||
Atlas V 431|Atlas|LM|2||
Atlas V 401|Atlas|LM|2||
Ariane 5GS|Ariane|AE|2||
Chang Zheng 3A|CZ|CAST|3||
Dnepr|R-36|-|3||
Delta 7320|Delta|MDAC|2||
Rokot|UR-100|KHRU|3||
Soyuz-2-1B|R-7|RKKE|3||
Atlas V 551|Atlas|LM|2||
Chang Zheng 2F|CZ|CAST|2||
Soyuz-ST-B|R-7|RKKE|4||
Soyuz-U|R-7|RKKE|3||
Soyuz-ST-A|R-7|RKKE|4||
Atlas V 541|Atlas|LM|2||
Chang Zheng 3B|CZ|CAST|3||
Falcon Heavy|Falcon|SPX|2|70.0|1421
Falcon 9|Falcon|SPX|2|70.0|549
Chang Zheng 5B|CZ|CAST|1||
Proton-M|Proton|KHRU|3||
Ariane 5ECA|Ariane|AE|2||
Sample Launcher 1|Sample|SMPLA|2|40.0|200
Sample Launcher 2|Sample|SMPLG|3|55.0|600
`;

export const orgs: Row[] = table(ORGS);
export const sites: Row[] = table(SITES);
export const vehicles: Row[] = table(VEHICLES);
