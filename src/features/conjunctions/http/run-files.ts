import { join } from 'node:path';
import type { Handler } from 'hono';
import { badValue, readQuery } from '../../../http/api/parameter.ts';
import type { FileSender } from '../../../http/files/file-sender.ts';
import { type Codings, sendable } from '../../../http/files/sendable-file.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import type { HttpEnv, RequestContext } from '../../../http/request-context.ts';
import type { ServedRoute } from '../../../http/served-route.ts';
import { publicCacheControl } from '../../../schema/release/public-route.ts';
import type { ServedRun } from '../served-runs.ts';
import { socratesFiles } from '../socrates.ts';
import { conjunctionFile, conjunctionQuery, fileForms, noRun } from './conjunction-routes.ts';

/** How long a shared cache may keep a file, seconds. */
const SHARED_SECONDS = 300;

const path = '/api/v1/conjunctions';
const served = { method: 'get', access: 'public', kind: 'file', burst: false } as const;

/** The file of the newest run at its path, in the format given by `format` or `Accept`, and at a path for each format. */
export function conjunctionFiles(files: FileSender): ServedRoute[] {
  const formNames = Object.keys(fileForms) as (keyof typeof fileForms)[];
  const handle: Handler<HttpEnv> = ({ env: { context } }) => {
    // Includes the parameters of the query, so that the error for an unknown parameter lists every one.
    const { format } = readQuery(context.target.query, { ...conjunctionQuery.query, ...conjunctionFile.query }) as {
      format?: keyof typeof fileForms;
    };
    const form = chooseForm(fileForms, format, context.request.headers);
    return sendRunFile(files, context, `conjunctions.${form}`, fileForms[form]);
  };
  return [
    { ...served, name: path, paths: [path], handle },
    ...formNames.map(
      (form): ServedRoute => ({
        ...served,
        name: path,
        paths: [`${path}.${form}`],
        handle: ({ env: { context } }) => {
          readQuery(context.target.query, {});
          return sendRunFile(files, context, `conjunctions.${form}`, fileForms[form]);
        },
      }),
    ),
  ];
}

/** The addresses of CelesTrak's SOCRATES. */
export const socratesRoutes = ({ files }: { readonly files: FileSender }): ServedRoute[] =>
  Object.keys(socratesFiles).map((name) => ({
    ...served,
    name: `/SOCRATES/${name}`,
    paths: [`/SOCRATES/${name}`],
    textErrors: 'all',
    handle: ({ env: { context } }) => {
      const [parameter] = new URLSearchParams(context.target.query).keys();
      if (parameter !== undefined)
        throw badValue(parameter, [], `There is no parameter ${parameter.slice(0, 100)}.`, 'Omit it.');
      return sendRunFile(files, context, name, fileForms.csv);
    },
  }));

async function sendRunFile(files: FileSender, context: RequestContext, name: string, type: string): Promise<Response> {
  const run = await context.approaches.newest();
  if (!run) throw noRun();
  return files.send(context, codingsOf(run, context, name, type));
}

function codingsOf({ folder, run, files }: ServedRun, { served }: RequestContext, name: string, type: string): Codings {
  const { unpacked, ...stored } = files[name]!;
  const as = {
    modified: Math.floor(Date.parse(run.generated_at) / 1000) * 1000,
    type,
    headers: {
      ...served?.headers,
      'X-Catalog-Release': run.release,
      'Cache-Control': publicCacheControl(SHARED_SECONDS),
      Vary: 'Accept, Accept-Encoding',
    },
  };
  if (!unpacked) return { identity: sendable(join(folder, name), stored, { ...as, ranges: true }) };
  const file = join(folder, `${name}.gz`);
  return {
    gzip: sendable(file, stored, { ...as, coding: 'gzip' }),
    identity: sendable(file, unpacked, { ...as, unpack: true }),
  };
}
