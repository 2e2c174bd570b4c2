import type { APIRoute } from 'astro';

const day = 86_400_000;
/** How long the file stays valid: RFC 9116 recommends less than a year. */
const validDays = 180;

/** The contact for reporting vulnerabilities (RFC 9116); 404 if the operator has set none. */
export const GET: APIRoute = ({ locals }) => {
  const { base, now, contact } = locals.orbweaver;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  if (contact === null)
    return new Response('This server has no security contact. The operator can set one with ORBWEAVER_CONTACT.\n', {
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
