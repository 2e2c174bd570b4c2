import { join } from 'node:path';
import type { Handler } from 'hono';
import { withBase } from '../../schema/changes/event-feed.ts';
import { pictureTypes } from '../../schema/objects/picture.ts';
import { type Form, forms, formsOf, type PublicRoute, splitForm } from '../../schema/release/public-route.ts';
import { ApiError, lostFile } from '../errors.ts';
import { chooseForm, type Forms } from '../negotiate.ts';
import type { CurrentRelease } from '../opened-release.ts';
import { currentRelease, type HttpEnv, type RequestContext } from '../request-context.ts';
import { respond } from '../respond.ts';
import type { FileSender } from './file-sender.ts';
import type { Resource } from './public-resource.ts';
import { type Codings, sendable } from './sendable-file.ts';

/** The formats that `format` may select at a path of a public route, with their media types; all of the route if nothing is there. */
export function formsAt({ target, served }: RequestContext, route: PublicRoute): Forms<Form> {
  const found = served ? resourceAt(target.path, served.resources) : null;
  const available = found?.form
    ? [found.form]
    : formsOf(route).filter((form) => found?.resource.forms.has(form) ?? true);
  return Object.fromEntries(available.map((form) => [form, forms[form]])) as Forms<Form>;
}

/**
 * Sends the file of the release that a path of a public route names, in the requested format. `requested` is the value
 * of `?format=`, one of `formsAt`.
 */
export async function sendReleaseFile(
  files: FileSender,
  context: RequestContext,
  route: PublicRoute,
  requested: Form | undefined,
): Promise<Response> {
  const { request, target } = context;
  const { resource, form: named } = findResource(target.path, route, currentRelease(context));
  const form = named ?? chooseForm(formsAt(context, route), requested, request.headers);
  const codings = resource.forms.get(form)!;
  return (form === 'atom' && (await sendFeed(files, context, codings))) || files.send(context, codings);
}

/**
 * The feed of a release that was built without a public URL, with links below the URL of the request: programs that keep a feed apart from
 * its URL cannot follow relative ones. Null if the feed has none.
 */
async function sendFeed(files: FileSender, context: RequestContext, { identity }: Codings): Promise<Response | null> {
  if (!identity) return null;
  const text = await files.text(identity);
  const body = withBase(text, context.base);
  if (body === text) return null;
  const { 'Cache-Control': caching, Vary } = identity.headers as Record<'Cache-Control' | 'Vary', string>;
  const headers = { 'Cache-Control': caching, Vary };
  return respond(context, currentRelease(context), { type: forms.atom, body, headers }, true);
}

/** A resource, and the form that the ending of its path names. */
interface Found {
  readonly resource: Resource;
  readonly form: Form | null;
}

function resourceAt(path: string, resources: CurrentRelease['resources']): Found | null {
  const direct = resources.get(path);
  if (direct) return { resource: direct, form: null };
  const [base, form] = splitForm(path);
  const resource = form ? resources.get(base) : undefined;
  return resource?.forms.has(form!) ? { resource, form } : null;
}

/** The resource at a path of a public route. Throws 404. */
function findResource(path: string, route: PublicRoute, { resources, release }: CurrentRelease): Found {
  const found = resourceAt(path, resources);
  if (found) return found;
  refuseEnding(path, resources);
  const [base] = splitForm(path);
  if (route.since !== undefined && Number(release.manifest.format.split('.')[1]) < route.since)
    throw new ApiError('not_found', {
      error: 'The current release does not have this file yet.',
      hint: 'The next refresh creates it.',
    });
  const siblings = [...resources].filter(([, { route: other }]) => other === route).map(([known]) => known.split('/'));
  throw unknownName(route.path.split('/'), base.split('/'), siblings) ?? lostFile();
}

/**
 * The 404 that names the first parameter without a matching resource, with its values given the parameters before it; null
 * for a fixed route, which always exists: a release without its file is broken, not the request. Paths are given by segment.
 */
function unknownName(
  template: readonly string[],
  given: readonly string[],
  siblings: readonly (readonly string[])[],
): ApiError | null {
  let known = siblings;
  for (const [at, segment] of template.entries()) {
    if (!segment.startsWith('{')) continue;
    const fitting = known.filter((one) => one[at] === given[at]);
    if (fitting.length === 0) {
      const parameter = segment.slice(1, -1);
      const allowed = [...new Set(known.map((one) => one[at]!))].sort();
      return new ApiError('not_found', {
        error: `There is no ${parameter} with this name.`,
        hint: allowed.length > 0 ? 'Use one of the names in "allowed".' : 'There are none yet.',
        body: { parameter, allowed },
      });
    }
    known = fitting;
  }
  return null;
}

/** Throws a 404 with the available formats if a path is that of a resource, but with another ending. */
export function refuseEnding(path: string, resources: CurrentRelease['resources']): void {
  const name = path.replace(/\.[^/]*$/, '');
  const resource = name === path ? undefined : resources.get(name);
  if (!resource) return;
  const allowed = [...resource.forms.keys()];
  throw new ApiError('not_found', {
    error: 'This resource is not available in that format.',
    hint: `Request ${allowed.map((form) => `${name}.${form}`).join(', ')}.`,
    body: { allowed },
  });
}

/** Sends a picture of the served release. Its name changes with its bytes, so it is kept for good. */
export function sendPicture(files: FileSender): Handler<HttpEnv> {
  return (c) => {
    const { context } = c.env;
    const { served, headers } = context;
    const file = `pictures/${c.req.param('name')}`;
    const written = served?.release.manifest.files[file];
    const type = pictureTypes[file.slice(file.lastIndexOf('.') + 1)];
    if (!served || !written || !type) throw new ApiError('not_found');
    headers['Content-Security-Policy'] = "default-src 'none'";
    headers['X-Content-Type-Options'] = 'nosniff';
    const identity = sendable(join(served.release.folder, file), written, {
      modified: served.modified,
      type,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
    return files.send(context, { identity });
  };
}
