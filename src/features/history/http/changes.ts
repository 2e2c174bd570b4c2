import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { text } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import type { OpenedRelease } from '../../../http/opened-release.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { CatalogError } from '../../../release/database.ts';
import {
  type ChangeIndex,
  type ChangeSet,
  type ChangeStep,
  changeCounts,
  changeSet,
  changesPath,
} from '../../../schema/changes/change-set.ts';
import { mergeChanges } from './merge-changes.ts';

/**
 * Maximum size of the change sets that are read at a time for webhooks, feeds, and emails, bytes: those of ordinary days are a tenth
 * of it.
 */
export const MAX_CHANGE_BYTES = 32 * 2 ** 20;
/** Size limit of the change sets that one request merges, bytes: reading this much takes about a second. */
const MAX_MERGED_BYTES = 32 * 2 ** 20;

/** A public file of a release, read. Throws CatalogError. */
async function readPublic<T>({ release }: OpenedRelease, path: string): Promise<T> {
  try {
    return JSON.parse(await readFile(join(release.folder, `public${path}.json`), 'utf8')) as T;
  } catch (error) {
    throw new CatalogError('a file of changes could not be read', { cause: error });
  }
}

/** The index of a release; empty if its format had none. */
export async function changeStepsOf(from: OpenedRelease): Promise<readonly ChangeStep[]> {
  if (!Object.hasOwn(from.release.manifest.files, 'public/api/v1/changes.json')) return [];
  return (await readPublic<ChangeIndex>(from, '/api/v1/changes')).data;
}

/** The change set of a release that the index names. */
export const changeSetOf = (from: OpenedRelease, to: string): Promise<ChangeSet> =>
  readPublic<ChangeSet>(from, changesPath(to));

/** The time of a step, in whole seconds as releases are compared: ms since 1970. */
export const timeOf = ({ at }: ChangeStep): number => Math.floor(Date.parse(at) / 1000) * 1000;

/** The change sets after a time, oldest first, and the steps whose change sets are too large to be read. */
export async function changeSetsSince(
  from: OpenedRelease,
  after: number,
): Promise<{ sets: readonly { step: ChangeStep; data: ChangeSet['data'] }[]; unread: readonly ChangeStep[] }> {
  const steps = (await changeStepsOf(from)).filter((step) => timeOf(step) > after).reverse();
  const [sets, unread]: [{ step: ChangeStep; data: ChangeSet['data'] }[], ChangeStep[]] = [[], []];
  let bytes = 0;
  for (const step of steps) {
    bytes += step.files.find(({ what }) => what === 'changes')?.bytes ?? 0;
    if (bytes > MAX_CHANGE_BYTES) unread.push(step);
    else sets.push({ step, data: (await changeSetOf(from, step.to)).data });
  }
  return { sets, unread };
}

export const changesQuery = route(
  {
    id: 'queryChanges',
    path: '/api/v1/changes',
    tag: 'Catalog',
    summary: 'Query what changed since a release',
    description:
      'The change sets from a release to the newest one, merged. Changes that were reverted are omitted. `meta.elements` lists the deltas of elements in between, oldest first. Without `since`, this path is a public file.',
    access: 'keyed',
    params: {},
    query: {
      since: text(
        'The release that you have: `X-Catalog-Release` of its responses',
        /^\d{8}T\d{6}Z-[0-9a-f]{8}$/,
        'a release id from /api/v1/changes',
        '20260821T230000Z-6d29a10d',
      ),
    },
    responses: responseForms(
      { json },
      z.object({
        data: changeSet.shape.data,
        meta: z
          .object({
            from: z.string().describe('The requested release'),
            to: z.string().describe('The newest release'),
            at: z.string().describe('When it was made (UTC)'),
            counts: changeCounts
              .omit({ elements_changed: true, elements_gone: true })
              .describe('How many objects, values, and claims differ'),
            claims_complete: z.boolean().describe('False if there are more claims than listed'),
            releases: z.array(z.string()).describe('The releases whose changes are merged, oldest first'),
            elements: z.array(z.string()).describe('Paths of their deltas of elements, to apply in this order'),
          })
          .describe('The merged releases'),
      }),
    ),
    errors: ['release_too_old'],
  },
  async ({ context, from, query }) => {
    const { manifest } = from.release;
    // Always set: without `since`, the request is one for the public file.
    const since = query.since!;
    const steps = await changeStepsOf(from);
    const last = steps.findIndex((step) => step.from === since);
    if (last < 0 && since !== manifest.id) throw tooOld(since, manifest.id, steps);
    // A step leads to the one before it in the list, which has the newest first.
    const wanted = steps.slice(0, last + 1).reverse();
    const bytes = wanted
      .flatMap(({ files }) => files)
      .reduce((sum, file) => sum + (file.what === 'changes' ? file.bytes : 0), 0);
    if (bytes > MAX_MERGED_BYTES) throw tooMuch(wanted);
    const sets: ChangeSet[] = [];
    for (const { to } of wanted) sets.push(await changeSetOf(from, to));
    const { data, ...merged } = mergeChanges(sets);
    const meta = {
      from: since,
      to: manifest.id,
      at: manifest.generated_at,
      ...merged,
      releases: wanted.map(({ to }) => to),
      elements: wanted.flatMap(({ files }) =>
        files.flatMap(({ what, url }) => (what === 'elements' ? [absolute(url)] : [])),
      ),
    };
    return jsonResponse({ data, meta });

    function absolute(url: string): string {
      return url.startsWith('/') ? `${context.base}${url}` : url;
    }
  },
);

/** The error for a release from which no changes lead to the newest, with the files to start from. */
function tooOld(since: string, current: string, steps: readonly ChangeStep[]): ApiError {
  return new ApiError('release_too_old', {
    error: `No changes lead from release ${since} to the current one: it is too old or was rolled back.`,
    hint: 'Download the current release once, then request what changed since.',
    body: {
      begin: {
        release: current,
        elements: '/api/v1/elements/all',
        records: '/api/v1/dataset/all',
        oldest: steps.at(-1)?.from ?? current,
      },
    },
  });
}

function tooMuch(wanted: readonly ChangeStep[]): ApiError {
  return new ApiError('release_too_old', {
    error: 'There are too many changes since that release to merge.',
    hint: 'Download the change sets in "files", and apply them in the listed order.',
    body: { files: wanted.map(({ to }) => changesPath(to)) },
  });
}
