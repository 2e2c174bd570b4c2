import { type Form, forms, publicRoutes } from '../schema/public-route.ts';
import { chooseRange, isFresh } from './conditional.ts';
import { Refusal } from './errors.ts';
import type { Exchange, Step } from './exchange.ts';
import type { FileSender } from './file-sender.ts';
import { chooseCoding, chooseForm } from './negotiate.ts';
import { type Resource, routeOf } from './representation.ts';
import { readFormat, refuseKeyInQuery } from './static-query.ts';

/** The step that answers the public routes from the release's files, exactly as the pipeline wrote them. */
export function sendReleaseFiles(files: FileSender): Step {
  return (exchange) => {
    const { target, served, request } = exchange;
    if (!target.isApi) return false;
    if (target.query !== '') refuseKeyInQuery(target.query);
    if (!served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
    const found = findResource(exchange, served.resources);
    if (!found) return false;
    const { resource, form: named } = found;
    const asked = resource.route.formatParameter ? readFormat(target.query, resource, named) : null;
    const codings = resource.forms.get(named ?? asked ?? chooseForm(request.headers, resource))!;
    const representation = chooseCoding(request.headers, codings);
    if (isFresh(request.headers, representation.etag, served.modified))
      return files.notModified(exchange, representation);
    const range = request.method === 'GET' ? chooseRange(request.headers, representation, served.modified) : null;
    return files.send(exchange, representation, range);
  };
}

/** The resource at a path, and the form that the path's ending names; null where no public route has that path. */
function findResource(
  { target: { path } }: Exchange,
  resources: ReadonlyMap<string, Resource>,
): { resource: Resource; form: Form | null } | null {
  const direct = resources.get(path);
  if (direct) return { resource: direct, form: null };
  const [base, form] = splitEnding(path);
  const resource = form ? resources.get(base) : undefined;
  if (resource?.forms.has(form!)) return { resource, form };
  if (resource) throw unknownForm(resource, path);
  const route = routeOf(form ? base : path);
  if (!route) return null;
  const parameter = /\{(\w+)\}/.exec(route.path)?.[1];
  // The path of a fixed route always exists: a release without its file is broken, not the request.
  if (!parameter) throw new Refusal('database_error');
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

/** The step that ends every other path of the API: JSON, never a page. */
export const refuseUnknownApi: Step = ({ target }) => {
  if (!target.isApi) return false;
  throw new Refusal('not_found', { body: { routes: publicRoutes.map(({ path }) => path) } });
};
