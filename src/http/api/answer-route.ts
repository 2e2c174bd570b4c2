import type { FairQueue } from '../../fair-queue.ts';
import { inTurn } from '../in-turn.ts';
import type { OpenedRelease } from '../opened-release.ts';
import { currentRelease, type RequestContext } from '../request-context.ts';
import { respond } from '../respond.ts';
import { type AsOf, catalogAsOf, notKept, readAsOf } from './archive/as-of.ts';
import { errorOfRemoved } from './archive/removed.ts';
import { badValue } from './parameter.ts';
import type { Route, RouteFacts } from './route.ts';

/**
 * The release from which a route answers for a time: the kept one, one rebuilt from the archive, or the served one if the
 * route reads the archive itself.
 */
async function releaseAsOf(
  context: RequestContext,
  asOf: AsOf,
  current: OpenedRelease,
  { fromArchive }: RouteFacts,
): Promise<OpenedRelease> {
  if (asOf.release) return asOf.release;
  if (fromArchive === 'archive') return current;
  if (fromArchive === 'catalog') return catalogAsOf(context, asOf);
  throw notKept(asOf);
}

/** The response from the release that a request names, or that was current at the time it names. */
export async function answerRoute(
  context: RequestContext,
  route: Route,
  query: Readonly<Partial<Record<'release' | 'as_of' | 'at' | 'from' | 'to', string>>>,
  params: object,
  compute?: FairQueue,
): Promise<Response> {
  const current = await releaseOf(context, query.release);
  const asOf = query.as_of === undefined ? null : await readAsOf(context, query.as_of, current);
  const from = asOf ? await releaseAsOf(context, asOf, current, route) : current;
  const request = { context, from, asOf, params: params as never, query: query as never };
  const handle = async () => {
    try {
      return await route.handle(request);
    } catch (error) {
      throw asOf ? error : await errorOfRemoved(error, context, from, params);
    }
  };
  const response = await (route.computes && compute ? inTurn(compute, context, handle) : handle());
  const isOfNow = route.ofNow === 'always' || (route.ofNow !== undefined && query[route.ofNow] === undefined);
  const whole = {
    ...response,
    ...(asOf && { headers: { ...response.headers, ...asOf.headers } }),
    ...(isOfNow && { modified: context.now }),
  };
  return respond(context, from, whole, 'format' in route.query);
}

/** The release that was served when the request, or its sequence of pages, began. */
async function releaseOf(context: RequestContext, id: string | undefined): Promise<OpenedRelease> {
  const served = currentRelease(context);
  if (id === undefined || id === served.release.id) return served;
  const kept = await context.previousRelease(id);
  if (kept) return kept;
  throw badValue('release', [served.release.id], 'This release is no longer kept. Start again without it.');
}
