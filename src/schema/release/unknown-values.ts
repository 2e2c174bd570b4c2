/**
 * Prefix of the IRIs that Wikidata's query service returns in place of a value that exists but is unknown. Other SPARQL services return
 * blank nodes.
 */
export const UNKNOWN_VALUES = 'http://www.wikidata.org/.well-known/genid/';
