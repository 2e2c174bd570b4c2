/**
 * Operators whose name sources spell in more than one way, by hand. Only true synonyms: a branch is its own operator, and an
 * organisation renamed is one through GCAT's UCode, so that the table needs only the newest name and what other sources write.
 */

/** Slug: [name shown, other spellings as slugs, with blanks between]. */
export const OPERATORS: Record<string, [name: string, spellings: string]> = {
  spacex: [
    'SpaceX',
    'spacex-seattle spacex-redmond space-exploration-technologies space-exploration-technologies-spacex spacex-el-segundo',
  ],
  'planet-labs': ['Planet Labs', 'planet planet-labs-planet planet-labs-inc-planet cosmogia planet-labs-pbc'],
  esa: ['European Space Agency', 'european-space-agency european-space-agency-esa'],
  esro: ['ESRO', 'european-space-research-organization european-space-research-organisation'],
  nasa: ['NASA', 'national-aeronautics-and-space-administration national-aeronautics-and-space-administration-nasa'],
  noaa: ['NOAA', 'national-oceanic-and-atmospheric-administration'],
  isro: ['ISRO', 'indian-space-research-organization indian-space-research-organisation'],
  jaxa: ['JAXA', 'japan-aerospace-exploration-agency'],
  nasda: ['NASDA', 'national-space-development-adminstration national-space-development-agency-of-japan'],
  cnes: [
    'CNES',
    'centre-national-d-etudes-spatiales centre-national-detudes-spatiales centre-nationale-d-etudes-spatiales centre-nationale-detudes-spatiales-paris national-space-research-center',
  ],
  dlr: ['DLR', 'german-aerospace-center deutsches-zentrum-fur-luft-und-raumfahrt'],
  roscosmos: ['Roscosmos', 'roskosmos roscosmos-state-corporation korporatsii-roskosmos russian-federal-space-agency'],
  cnsa: ['CNSA', 'china-national-space-administration'],
  nro: ['National Reconnaissance Office', 'national-reconnaissance-office us-national-reconnaissance-office'],
  'us-air-force': ['US Air Force', 'united-states-air-force usaf'],
  'us-space-force': ['US Space Force', 'united-states-space-force ussf'],
  'us-navy': ['US Navy', 'united-states-navy'],
  eumetsat: [
    'EUMETSAT',
    'european-meteorological-satellite-organization european-organisation-for-the-exploitation-of-meteorological-satellites',
  ],
  eutelsat: ['Eutelsat', 'eutelsat-communications eutelsat-group european-telecommunications-satellite-organization'],
  oneweb: [
    'OneWeb',
    'one-web eutelsat-oneweb eutelsat-one-web eutelsat-one-web-network-access-associates one-web-network-access-associates network-access-associates',
  ],
  arabsat: ['Arabsat', 'arabsat-arab-league arab-satellite-communications-organization'],
  inmarsat: [
    'Inmarsat',
    'international-maritime-satellite-organization international-maritime-satellite-organization-ltd-viasat inmarsat-global',
  ],
  intelsat: ['Intelsat', 'international-telecommunications-satellite-organization'],
  ses: [
    'SES',
    'ses-astra societe-europeenne-des-satellites societe-europeene-des-satellites societe-europeene-des-satellites-luxembourg',
  ],
  telesat: ['Telesat', 'telesat-canada telesat-canada-loral'],
  iridium: ['Iridium', 'iridium-communications iridium-satellite'],
  globalstar: ['Globalstar', ''],
  orbcomm: ['ORBCOMM', ''],
  nato: ['NATO', 'north-atlantic-treaty-organization'],
  'asia-broadcast-satellite': ['Asia Broadcast Satellite', 'asia-broadcast-satellite-hong-kong abs'],
  satellogic: ['Satellogic', 'urugus urugus-s-a-satellogic-s-a-montevideo-satellite-factory satellogic-montevideo'],
  'libre-space-foundation': ['Libre Space Foundation', 'lsf libre-space libre-space-foundation-lsf'],
  'aerospace-corporation': ['The Aerospace Corporation', 'aerospace'],
  'soviet-air-defence-forces': ['Soviet Air Defence Forces', 'proto-vozdhusnoy-oborony'],
  gru: ['GRU', 'glavnoye-razvedyvatelnoe-upravleniye'],
  'iss-reshetnev': [
    'ISS Reshetnev',
    'oao-m-reshetnev-information-satellite-systems information-satellite-systems-reshetnev',
  ],
  yuzhnoye: ['Yuzhnoye', 'southern-state-design-bureau yuzhnoye-design-office'],
  'rsc-energia': ['RSC Energia', 'rkk-energiya'],
  'progress-rocket-space-centre': ['Progress Rocket Space Centre', 'central-specialized-design-bureau-progress'],
  'o3b-networks': ['O3b Networks', 'ses-o3b-networks'],
  darpa: ['DARPA', 'defense-advanced-research-projects-agency'],
  asi: ['ASI', 'italian-space-agency agenzia-spaziale-italiana'],
  amazon: ['Amazon', 'amazon-com'],
  'spire-global': ['Spire Global', 'spire nanosatisfi'],
  'china-satellite-network-group': ['China Satellite Network Group', 'china-satnet zhongguo-xingwang'],
  'tu-berlin': ['TU Berlin', 'technical-university-of-berlin technische-universitat-berlin'],
  vantor: ['Vantor', 'maxar maxar-technologies maxar-intelligence maxar-digitalglobe digitalglobe'],
};
