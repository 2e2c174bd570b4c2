import type { IncomingMessage } from 'node:http';
import type { Result } from '../../accounts/auth/result.ts';
import type { Visitor } from '../../accounts/auth/visitor.ts';
import type { OwnSatellites } from '../../accounts/digest/digests.ts';
import { MAX_OBJECTS } from '../../accounts/digest/followed-store.ts';
import { summariesOf } from '../../query/catalog.ts';
import { catalogNumberIn } from '../../schema/objects/catalog-number.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';
import type { RequestContext } from '../request-context.ts';
import { readForm } from './account-form.ts';

/** The satellites of the account, for scripts of the site's own pages. */
export const satellitesPath = '/account/satellites';

/** Catalog numbers in a field: `25544,20580`. Null if it has anything else, or too many. */
function idsIn(text: string | null): number[] | null {
  const numbers = text ? text.split(',').map(catalogNumberIn) : [];
  return numbers.length <= MAX_OBJECTS && numbers.every((number) => number !== null) ? numbers : null;
}

const signedOut = { account: null } as const;

/** Answers a request for the satellites of the visitor's account; a POST changes them first: `add` and `remove` are lists of numbers. */
export async function answerSatellites(
  accounts: PeopleAccounts | undefined,
  visitor: Visitor,
  { request, served, headers }: Pick<RequestContext, 'served' | 'headers'> & { readonly request: IncomingMessage },
): Promise<Response> {
  const respond = (status: number, body: OwnSatellites | typeof signedOut | { readonly error: string }) =>
    new Response(`${JSON.stringify(body)}\n`, {
      status,
      headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    });
  const resultOf = (outcome: Result<OwnSatellites>) => {
    if (outcome.done) return respond(200, outcome.value);
    // Most visitors have no account: to be signed out is no error.
    if (outcome.code === 'signed_out') return respond(200, signedOut);
    const status = outcome.code === 'cross_site' ? 403 : outcome.code === 'unavailable' ? 503 : 422;
    return respond(status, { error: outcome.error });
  };
  if (!accounts) return respond(200, signedOut);
  const { own, digests } = accounts;
  if (request.method !== 'POST') return resultOf(await own.read(visitor, (accountId) => digests.satellites(accountId)));
  const form = await readForm(request);
  if (!form.fields) {
    headers.Connection = 'close';
    return respond(form.status, { error: form.error });
  }
  const [add, remove] = [idsIn(form.fields.get('add')), idsIn(form.fields.get('remove'))];
  if (!add || !remove)
    return respond(422, { error: `"add" and "remove" are at most ${MAX_OBJECTS} catalog numbers with commas.` });
  const known = new Map(served ? summariesOf(served.catalog, add).map((one) => [one.norad_cat_id, one.name]) : []);
  return resultOf(
    await own.change(visitor, (accountId) =>
      digests.changeSatellites(accountId, {
        add: add.map((id) => ({ id, name: known.get(id) ?? String(id) })),
        remove,
      }),
    ),
  );
}
