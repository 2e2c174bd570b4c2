/** An error in place of a machine-readable file, in the format of API errors. */
export const refused = (
  status: number,
  body: { code: string; error: string; hint: string; parameter?: string | null; allowed?: readonly string[] },
  headers = {},
) => Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store', ...headers } });

export const noRelease = () =>
  refused(
    503,
    {
      code: 'catalog_unavailable',
      error: 'This server has not published a catalog yet.',
      hint: 'Try again after the time in Retry-After.',
    },
    { 'Retry-After': '30' },
  );
