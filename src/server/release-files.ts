import type { Admitted } from '../accounts/limits/admission.ts';
import type { Call } from '../api/call.ts';
import { lostFile, Refusal } from '../api/errors.ts';
import { isFresh } from '../api/fresh.ts';
import { permit } from '../api/guard.ts';
import { refuseKeyInQuery } from '../api/parameter.ts';
import { type Form, forms } from '../schema/public-route.ts';
import { chooseRange } from './conditional.ts';
import type { Exchange, Step } from './exchange.ts';
import type { FileSender } from './file-sender.ts';
import { chooseForm, chooseRepresentation } from './negotiate.ts';
import { type Resource, routeOf } from './representation.ts';
import { readFormat } from './static-query.ts';

/** The step that answers the public routes from the release's files, exactly as the pipeline wrote them. */
export function sendReleaseFiles(files: FileSender, callOf: (exchange: Exchange) => Pick<Call, 'admit'>): Step {
  return (exchange) => {
    const { path, query, isApi } = exchange.target;
    if (!isApi) return false;
    refuseKeyInQuery(query);
    if (!routeOf(path) && !routeOf(splitEnding(path)[0])) return false;
    const admission = callOf(exchange).admit('public');
    const go = (admitted: Admitted) => sendFile(files, exchange, admitted);
    return admission instanceof Promise ? admission.then(permit).then(go) : go(permit(admission));
  };
}

/** Answers a request that may go on, and tells the limits how. */
async function sendFile(files: FileSender, exchange: Exchange, admitted: Admitted): Promise<true> {
  const { target, served, request, response } = exchange;
  const limits = admitted.headers.flat();
  try {
    if (!served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
    const { resource, form: named } = findResource(target.path, served.resources);
    const asked = resource.route.formatParameter ? readFormat(target.query, resource, named) : null;
    const codings = resource.forms.get(named ?? asked ?? chooseForm(request.headers, resource))!;
    const representation = chooseRepresentation(request.headers, codings);
    if (isFresh(request.headers, representation.etag, served.modified)) {
      files.notModified(exchange, representation, limits);
    } else {
      const range = request.method === 'GET' ? chooseRange(request.headers, representation, served.modified) : null;
      await files.send(exchange, representation, range, limits);
    }
    admitted.settle(response.statusCode);
    return true;
  } catch (error) {
    admitted.settle(error instanceof Refusal ? error.status : 500);
    throw error instanceof Refusal ? error.with(Object.fromEntries(admitted.headers)) : error;
  }
}

/** The resource at a path of a public route, and the form that the path's ending names. Throws 404. */
function findResource(
  path: string,
  resources: ReadonlyMap<string, Resource>,
): { resource: Resource; form: Form | null } {
  const direct = resources.get(path);
  if (direct) return { resource: direct, form: null };
  const [base, form] = splitEnding(path);
  const resource = form ? resources.get(base) : undefined;
  if (resource?.forms.has(form!)) return { resource, form };
  if (resource) throw unknownForm(resource, path);
  const route = (routeOf(path) ?? routeOf(base))!;
  const parameter = /\{(\w+)\}/.exec(route.path)?.[1];
  // The path of a fixed route always exists: a release without its file is broken, not the request.
  if (!parameter) throw lostFile();
  const allowed = [...resources]
    .filter(([, { route: other }]) => other === route)
    .map(([known]) => known.slice(known.lastIndexOf('/') + 1))
    .sort();
  throw new Refusal('not_found', {
    error: `There is no ${parameter} of this name.`,
    hint: allowed.length > 0 ? 'Use one of those in "allowed".' : `This release has no ${parameter} of this kind.`,
    body: { parameter, allowed },
  });
}

function splitEnding(path: string): [base: string, form: Form | null] {
  const dot = path.lastIndexOf('.');
  const ending = path.slice(dot + 1);
  return dot > path.lastIndexOf('/') && Object.hasOwn(forms, ending)
    ? [path.slice(0, dot), ending as Form]
    : [path, null];
}

function unknownForm(resource: Resource, path: string): Refusal {
  const allowed = [...resource.forms.keys()];
  const base = path.slice(0, path.lastIndexOf('.'));
  return new Refusal('not_found', {
    error: 'This resource does not have that form.',
    hint: `Ask for ${allowed.map((form) => `${base}.${form}`).join(', ')}.`,
    body: { allowed },
  });
}
