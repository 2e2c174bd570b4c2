/** The beginning of the addresses by which Wikidata stands for values that exist but are unknown. Other services send blank nodes. */
export const UNKNOWN_VALUES = 'http://www.wikidata.org/.well-known/genid/';
