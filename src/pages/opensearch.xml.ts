import type { APIRoute } from 'astro';
import { xmlText } from '../schema/escaped-text.ts';

/** Lets a browser take the catalog's search among its own (OpenSearch 1.1). */
export const GET: APIRoute = ({ locals }) => {
  const base = xmlText(locals.orbweaver.base);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Orbweaver</ShortName>
  <Description>Satellites, rocket bodies and debris by name, operator, NORAD number or COSPAR designator</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${base}/favicon.svg</Image>
  <Url type="text/html" method="get" template="${base}/satellites?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`,
    { headers: { 'Content-Type': 'application/opensearchdescription+xml; charset=utf-8' } },
  );
};
