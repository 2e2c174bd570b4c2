import { forms, publicCacheControl, serviceHeaders } from '../../src/schema/public-route.ts';
import type { ReleaseFolder } from './folder.ts';
import type { IndexContext } from './index-files.ts';
import type { PublicFile } from './public-files.ts';

/** One file of the release that a request in front is answered with, and what of the request chooses it. */
interface Choice {
  /** Targets that name this form, whatever `Accept` says. */
  readonly fixed: readonly string[];
  /** Targets that have several forms, with the `Accept` that asks for this one. */
  readonly negotiated: readonly (readonly [target: string, accept: string])[];
  /** Where the front looks: the folder of a media type, with or without parts, then the path in the release. */
  readonly resource: string;
  /** The compressed form that each coding asks for; one that isn't there is answered with the plain file. */
  readonly coded: readonly { coding: string; encoding: string; ending: string; etag: string }[];
  readonly file: PublicFile;
}

const codings = ['identity', 'br', 'zstd', 'gzip'];

/**
 * What nginx and Caddy need to answer the public routes from this release as the server does: which file a request
 * gets, and its headers. They name the release by its id, so that an answer is of one release until they read the next
 * one's. What stands in none of these is for the servers behind.
 */
export async function publishFrontFiles(
  folder: ReleaseFolder,
  files: readonly PublicFile[],
  context: IndexContext,
): Promise<void> {
  const choices = files.map((file) => choiceOf(folder, file));
  const sources = context.sources.map((source) => source.slug);
  const modified = new Date(context.generatedAt).toUTCString();
  const headers = { ...serviceHeaders({ ...context, sources }), 'Last-Modified': modified };
  await folder.plain('front/nginx-maps.conf', nginxMaps(choices, context.id, modified));
  await folder.plain(
    'front/nginx-headers.conf',
    lines(headers, (name, value) => `add_header ${name} "${value}";\n`),
  );
  await folder.plain('front/caddy-map', caddyMap(choices, context.id));
  await folder.plain(
    'front/caddy-headers',
    lines(headers, (name, value) => `${name} "${value}"\n`),
  );
}

function choiceOf(folder: ReleaseFolder, file: PublicFile): Choice {
  const { route, path, form } = file;
  const named = [`${path}?format=${form}`];
  const name = `public${path}.${form}`;
  const single = route.forms.length === 1;
  const accepts = [forms[form].split(';')[0]!, ...(form === route.forms[0] ? ['', '*/*'] : [])];
  return {
    file,
    fixed: [`${path}.${form}`, ...named, ...(single ? [path] : [])],
    negotiated: single ? [] : accepts.map((accept) => [path, accept] as const),
    resource: `${form}${hasParts(file) ? '-parts' : ''}/${name}`,
    coded: codings.map((coding) => {
      const ending = file.codings.find(([known]) => known === coding)?.[1] ?? '';
      const { sha256 } = folder.written(name + ending)!;
      return { coding, encoding: ending === '' ? '' : coding, ending, etag: sha256.slice(0, 32) };
    }),
  };
}

/** The datasets' files are large enough to be asked for in parts, as the server has it. */
const hasParts = ({ route }: PublicFile) => route.path.startsWith('/api/v1/dataset/');

function nginxMaps(choices: readonly Choice[], id: string, modified: string): string {
  const each = (line: (choice: Choice) => readonly string[]) => choices.flatMap(line);
  const coded = (value: (one: Choice['coded'][number], choice: Choice) => string) =>
    each((choice) => choice.coded.map((one) => `"${choice.resource} ${one.coding}" ${quoted(value(one, choice))};`));
  return [
    `# Release ${id}, for deploy/nginx/orbweaver.conf: which file answers a request, and its headers.`,
    '# A query without anything in it is none.',
    ...nginxMap('$request_uri', '$orbweaver_target', '$request_uri', [
      '"~^(?<orbweaver_path>[^?]+)\\?$" $orbweaver_path;',
    ]),
    ...nginxMap(
      '$orbweaver_target',
      '$orbweaver_resource',
      '$orbweaver_negotiated',
      each(({ fixed, resource }) => fixed.map((target) => `${target} ${resource};`)),
    ),
    ...nginxMap(
      '"$orbweaver_target $http_accept"',
      '$orbweaver_negotiated',
      '""',
      each(({ negotiated, resource }) => negotiated.map(([target, accept]) => `"${target} ${accept}" ${resource};`)),
    ),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_coding"',
      '$orbweaver_file',
      '""',
      coded(({ ending }, { resource }) => `/orbweaver-files/${resource.replace('/', `/${id}/`)}${ending}`),
    ),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_coding"',
      '$orbweaver_etag',
      '""',
      coded(({ etag }) => `\\"${etag}\\"`),
    ),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_coding"',
      '$orbweaver_encoding',
      '""',
      coded(({ encoding }) => encoding).filter((line) => !line.endsWith('"";')),
    ),
    ...nginxMap(
      '$orbweaver_resource',
      '$orbweaver_cache_control',
      '""',
      each(({ resource, file }) => [`${resource} "${publicCacheControl(file.route.sharedMaxAge)}";`]),
    ),
    "# If-None-Match goes before If-Modified-Since; a date that is not this release's is for the servers behind.",
    ...nginxMap('"$http_if_none_match|$http_if_modified_since"', '$orbweaver_since', 'other', [
      '"|" none;',
      `"|${modified}" same;`,
      '"~^.+\\|" none;',
    ]),
    '',
  ].join('\n');
}

const quoted = (text: string) => `"${text}"`;

const nginxMap = (source: string, variable: string, otherwise: string, lines: readonly string[]) => [
  `map ${source} ${variable} {`,
  `    default ${otherwise};`,
  ...lines.map((line) => `    ${line}`),
  '}',
];

const lines = (headers: Readonly<Record<string, string>>, line: (name: string, value: string) => string) =>
  Object.entries(headers)
    .map(([name, value]) => line(name, value))
    .join('');

/** Caddy reads one map: a request's target, `Accept` and coding, as `deploy/caddy/Caddyfile` writes them. */
function caddyMap(choices: readonly Choice[], id: string): string {
  const lines = choices.flatMap(({ fixed, negotiated, coded, file, resource }) =>
    coded.flatMap(({ coding, encoding, ending, etag }) => {
      const path = `/${id}/${resource.slice(resource.indexOf('/') + 1)}${ending}`;
      const outputs = [
        path,
        `\`"${etag}"\``,
        encoding || '-',
        forms[file.form],
        publicCacheControl(file.route.sharedMaxAge),
        hasParts(file) ? 'bytes' : '-',
      ];
      const inputs = [
        // A query without anything in it is none.
        ...fixed.map((target) => `\`~^${escaped(target)}${target.includes('?') ? '' : '\\??'} [^|]*\\|${coding}$\``),
        ...negotiated.flatMap(([target, accept]) =>
          [target, `${target}?`].map((one) => `"${one} ${accept}|${coding}"`),
        ),
      ];
      return inputs.map(
        (input) => `    ${input} ${outputs.map((text) => (text.startsWith('`') ? text : quoted(text))).join(' ')}`,
      );
    }),
  );
  return [
    `# Release ${id}, for deploy/caddy/Caddyfile: which file answers a request, and its headers.`,
    'map "{http.request.orig_uri} {http.request.header.Accept}|{orbweaver_coding}" {orbweaver_file} {orbweaver_etag} {orbweaver_encoding} {orbweaver_type} {orbweaver_cache} {orbweaver_ranges} {',
    ...lines,
    '    default "-" "-" "-" "-" "-" "-"',
    '}',
    '',
  ].join('\n');
}

const escaped = (text: string) => text.replace(/[.?]/g, '\\$&');
