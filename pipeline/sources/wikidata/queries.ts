import { UNKNOWN_VALUES } from '../../../src/schema/release/unknown-values.ts';

/** Catalog numbers are text in Wikidata, so their last digit divides the query into ten parts of about equal size. */
const digits = [...'0123456789'];

/** Wikidata's own service predefines these prefixes; others need them in the query. */
const prefixes = Object.entries({
  wdt: 'http://www.wikidata.org/prop/direct/',
  p: 'http://www.wikidata.org/prop/',
  psv: 'http://www.wikidata.org/prop/statement/value/',
  psn: 'http://www.wikidata.org/prop/statement/value-normalized/',
  wikibase: 'http://wikiba.se/ontology#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
})
  .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}>\n`)
  .join('');

/** A point in time and its precision, from the statement that Wikidata ranks best. */
const date = (property: string, name: string) => `OPTIONAL {
    ?item p:${property} ?${name}Statement .
    ?${name}Statement a wikibase:BestRank ; psv:${property} ?${name}Node .
    ?${name}Node wikibase:timeValue ?${name}Value ; wikibase:timePrecision ?${name}Exact .
  }`;

/** An English label: queries with grouping can't use the label service for aggregated variables. */
const named = (item: string, name: string) =>
  `OPTIONAL { ?${item} rdfs:label ?${name} . FILTER(LANG(?${name}) = "en") }`;

/** A value of a property. One that is said to be unknown is left out: its stand-in would be the smallest. */
const known = (property: string, name: string) =>
  `OPTIONAL { ?item wdt:${property} ?${name} . FILTER(!ISBLANK(?${name}) && !STRSTARTS(STR(?${name}), "${UNKNOWN_VALUES}")) }`;

/**
 * Every item with a catalog number (P377) that ends in one digit, one row each: if a property has several best
 * values, the smallest is taken, so that the same data gives the same row.
 */
const query = (digit: string) => `${prefixes}SELECT ?item ?scn
  (MIN(?label) AS ?itemLabel) (GROUP_CONCAT(DISTINCT ?alias; separator="|") AS ?altLabels) (MIN(?cosparId) AS ?cospar)
  (MIN(?operatorItem) AS ?operator) (MIN(?operatorName) AS ?operatorLabel) (MIN(?iso) AS ?countryCode)
  (MIN(?makerItem) AS ?manufacturer) (MIN(?makerName) AS ?manufacturerLabel) (MIN(?makerIso) AS ?manufacturerCountryCode)
  (MIN(?launchValue) AS ?launchDate) (MIN(?launchExact) AS ?launchDatePrecision)
  (MIN(?decayValue) AS ?decayDate) (MIN(?decayExact) AS ?decayDatePrecision)
  (MIN(?vehicleName) AS ?vehicleLabel) (MIN(?siteName) AS ?siteLabel)
  (MIN(?mass) AS ?massKg) (MIN(?picture) AS ?image) (MIN(?page) AS ?website)
WHERE {
  ?item wdt:P377 ?scn .
  FILTER(STRENDS(?scn, "${digit}"))
  ${named('item', 'label')}
  OPTIONAL { ?item skos:altLabel ?alias . FILTER(LANG(?alias) = "en") }
  ${known('P247', 'cosparId')}
  OPTIONAL { ?item wdt:P137 ?operatorItem . ${named('operatorItem', 'operatorName')} }
  OPTIONAL { ?item wdt:P17 ?state . ?state wdt:P297 ?iso }
  OPTIONAL {
    ?item wdt:P176 ?makerItem .
    ${named('makerItem', 'makerName')}
    OPTIONAL { ?makerItem wdt:P17 ?makerState . ?makerState wdt:P297 ?makerIso }
  }
  ${date('P619', 'launch')}
  ${date('P621', 'decay')}
  OPTIONAL { ?item wdt:P375 ?vehicleItem . ${named('vehicleItem', 'vehicleName')} }
  OPTIONAL { ?item wdt:P1427 ?siteItem . ${named('siteItem', 'siteName')} }
  OPTIONAL {
    ?item p:P2067 ?massStatement .
    ?massStatement a wikibase:BestRank ; psn:P2067 ?massNode .
    ?massNode wikibase:quantityAmount ?mass .
  }
  ${known('P18', 'picture')}
  ${known('P856', 'page')}
}
GROUP BY ?item ?scn
ORDER BY ?scn ?item`;

/** Ten queries, each small enough for the service's limit of a minute. */
export const wikidataQueries: readonly string[] = digits.map(query);
