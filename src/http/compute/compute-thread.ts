import { parentPort, workerData } from 'node:worker_threads';
import type { Admission, Admitted } from '../../accounts/limits/admission.ts';
import { openCatalog } from '../../query/catalog.ts';
import { CatalogTimeout } from '../../release/database.ts';
import { openRelease } from '../../release/release.ts';
import { routes } from '../api/routes.ts';
import { ApiError } from '../errors.ts';
import { type OpenedRelease, openedRelease } from '../opened-release.ts';
import type { RequestContext } from '../request-context.ts';
import type { ComputeTask, FromThread, ToThread } from './compute-message.ts';

/** A thread that runs the handlers of routes that compute. It has the release open by itself, and one task at a time. */

const { home } = workerData as { readonly home: string };
/** Releases that are open: the served one, and the one before while requests that began with it end. */
const MAX_OPEN = 2;
const open = new Map<string, Promise<OpenedRelease>>();
const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

async function releaseOf(id: string): Promise<OpenedRelease> {
  let opening = open.get(id);
  if (!opening) {
    opening = openRelease(home, id).then(async (release) => openedRelease(release, await openCatalog(release.folder)));
    open.set(id, opening);
    opening.catch(() => open.delete(id));
    for (const [other, opened] of open) {
      if (open.size <= MAX_OPEN) break;
      open.delete(other);
      void opened.then(({ catalog }) => catalog.close());
    }
  }
  return opening;
}

/** What `takeMore` of the main thread returns. */
let charged: ((admission: Admission) => void) | null = null;
const admitted: Admitted = {
  admitted: true,
  headers: [],
  keyId: null,
  takeMore: (units) =>
    new Promise((resolve) => {
      charged = resolve;
      send({ kind: 'charge', units });
    }),
  settle() {},
};

async function respond({ route: id, release, now, headers, params, query }: ComputeTask): Promise<FromThread> {
  const route = routes.find((one) => one.id === id)!;
  const own = { now, headers: {} as Record<string, string>, admitted, request: { headers } };
  try {
    const response = await route.handle({
      // What handlers of such routes use of it.
      context: own as unknown as RequestContext,
      from: await releaseOf(release),
      asOf: null,
      params: params as never,
      query: query as never,
    });
    return { kind: 'response', response, headers: own.headers };
  } catch (error) {
    if (error instanceof ApiError)
      return { kind: 'refused', code: error.code, headers: error.headers, body: error.body };
    if (error instanceof CatalogTimeout) return { kind: 'timeout' };
    return { kind: 'failed', error: error as Error };
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'task') void respond(message.task).then(send);
  else charged?.({ ...admitted, ...message.admission } as Admission);
});
