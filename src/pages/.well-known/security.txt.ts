import type { APIRoute } from 'astro';

const day = 86_400_000;
/** How long the statement holds: RFC 9116 asks for less than a year. */
const validDays = 180;

/** Where a weakness is reported (RFC 9116); 404 where whoever runs this server named no contact. */
export const GET: APIRoute = ({ locals }) => {
  const { base, now, contact } = locals.orbweaver;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  if (contact === null)
    return new Response('No contact is set on this server: whoever runs it can name one in ORBWEAVER_CONTACT.\n', {
      status: 404,
      headers,
    });
  const midnight = Math.floor(now.getTime() / day) * day;
  return new Response(
    `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}
Expires: ${new Date(midnight + validDays * day).toISOString()}
Preferred-Languages: en
Canonical: ${base}/.well-known/security.txt
Policy: ${base}/docs/security/
`,
    { headers },
  );
};
