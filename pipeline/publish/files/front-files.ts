import { gpFormats, groupsByName } from '../../../src/schema/celestrak-query.ts';
import { setOfGroup } from '../../../src/schema/release/element-files.ts';
import {
  type Form,
  forms,
  publicCacheControl,
  satcatFile,
  serviceHeaders,
} from '../../../src/schema/release/public-route.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseContext } from '../release-context.ts';
import type { PublicFile } from './public-files.ts';

/** One file of the release that the front server serves, and the parts of a request that select it. */
interface Choice {
  /** Targets that name this format, regardless of `Accept`. */
  readonly fixed: readonly string[];
  /** Targets with several formats, with the `Accept` that requests this one. */
  readonly negotiated: readonly (readonly [target: string, accept: string])[];
  /** The file's path for the front server: a folder for its media type and support of ranges, then the path in the release. */
  readonly resource: string;
  /** The compressed file for each encoding; for a missing one, the plain file is served. */
  readonly coded: readonly { coding: string; encoding: string; ending: string; etag: string }[];
  /** Number of element sets that the format cannot express. */
  readonly omitted: number;
  readonly file: PublicFile;
}

const codings = ['identity', 'br', 'zstd', 'gzip'];

/**
 * Configuration with which nginx and Caddy serve the public routes from this release just as the server does: the file and
 * headers for each request. It contains the release's id, so that responses are of one release until the next one's
 * configuration is loaded. All other requests go to the servers behind.
 */
export async function publishFrontFiles(
  folder: ReleaseFolder,
  files: readonly PublicFile[],
  context: ReleaseContext,
): Promise<void> {
  // Without a public URL, the server completes the links of feeds.
  const complete = files.filter(({ form }) => form !== 'atom' || context.base !== '');
  const choices = complete.map((file) => choiceOf(folder, file));
  const sources = context.sources.map((source) => source.slug);
  const modified = new Date(context.generatedAt).toUTCString();
  const headers = { ...serviceHeaders({ ...context, sources }), 'Last-Modified': modified };
  await folder.plain('front/nginx-maps.conf', nginxMaps(choices, context.id, modified));
  await folder.plain(
    'front/nginx-headers.conf',
    `${lines(headers, (name, value) => `add_header ${name} "${value}";\n`)}add_header X-Elements-Omitted $orbweaver_omitted;\n`,
  );
  await folder.plain('front/caddy-map', caddyMap(choices, context.id));
  await folder.plain('front/caddy-bulk', caddyBulkMaps(choices, context.id));
  await folder.plain(
    'front/caddy-headers',
    lines(headers, (name, value) => `${name} "${value}"\n`),
  );
}

/** Values of `GROUP` and `FORMAT` of `gp.php` for which this file is served, such as `stations tle`, in lower case. */
function gpQueries({ path, form }: PublicFile): string[] {
  const groups = [...groupsByName].filter(([, slug]) => path === `/api/v1/elements/${setOfGroup(slug)}`);
  const formats = Object.entries(gpFormats).filter(([, one]) => one === form);
  return groups.flatMap(([group]) => formats.map(([format]) => `${group} ${format.toLowerCase()}`));
}

function choiceOf(folder: ReleaseFolder, file: PublicFile): Choice {
  const { route, path, form, packed } = file;
  const named = route.forms.includes(form) ? [`${path}?format=${form}`] : [];
  const name = `public${path}.${form}`;
  const single = route.forms.length === 1;
  const accepts = [forms[form].split(';')[0]!, ...(form === route.forms[0] ? ['', '*/*'] : [])];
  // SATCAT's URL is CelesTrak's and has one spelling. Clients rarely accept other types than the default.
  const negotiated = !single && (!route.packed || form === route.forms[0]);
  return {
    file,
    fixed: [`${path}.${form}`, ...(route === satcatFile ? [] : [...named, ...(single ? [path] : [])])],
    negotiated: negotiated ? accepts.map((accept) => [path, accept] as const) : [],
    resource: `${packed ? `${mediaFolder(form)}-packed` : `${form}${hasParts(file) ? '-parts' : ''}`}/${name}`,
    omitted: folder.omitted(name),
    // Clients without gzip are served by the servers behind, which unpack packed files.
    coded: (packed ? ['gzip'] : codings).map((coding) => {
      const ending = file.codings.find(([known]) => known === coding)?.[1] ?? '';
      const { sha256 } = folder.written(name + ending)!;
      return { coding, encoding: ending === '' ? '' : coding, ending, etag: sha256.slice(0, 32) };
    }),
  };
}

/** Whether range requests are supported: for files of datasets and element sets, which are large, as on the server. */
const hasParts = ({ route }: PublicFile) => route.path.startsWith('/api/v1/dataset/') || route.packed === true;

/** `text`, `json`, `csv` or `xml`: packed files have four media types. */
const mediaFolder = (form: Form) => (forms[form].startsWith('text/plain') ? 'text' : /\w+(?=;)/.exec(forms[form])![0]);

function nginxMaps(choices: readonly Choice[], id: string, modified: string): string {
  const each = (line: (choice: Choice) => readonly string[]) => choices.flatMap(line);
  const coded = (value: (one: Choice['coded'][number], choice: Choice) => string) =>
    each((choice) => choice.coded.map((one) => `"${choice.resource} ${one.coding}" ${quoted(value(one, choice))};`));
  return [
    `# Release ${id}, for deploy/nginx/orbweaver.conf: which file answers a request, and its headers.`,
    '# A query without anything in it is none.',
    ...nginxMap('$request_uri', '$orbweaver_target', '$request_uri', [
      '"~^(?<orbweaver_path>[^?]+)\\?$" $orbweaver_path;',
      '"~^/NORAD/elements/gp(-last)?\\.php\\?(?i:GROUP)=(?<orbweaver_group>[\\w-]+)$" "gp $orbweaver_group csv";',
      '"~^/NORAD/elements/gp(-last)?\\.php\\?(?i:GROUP)=(?<orbweaver_group>[\\w-]+)&(?i:FORMAT)=(?<orbweaver_format>\\w+)$" "gp $orbweaver_group $orbweaver_format";',
      '"~^/NORAD/elements/gp(-last)?\\.php\\?(?i:FORMAT)=(?<orbweaver_format>\\w+)&(?i:GROUP)=(?<orbweaver_group>[\\w-]+)$" "gp $orbweaver_group $orbweaver_format";',
    ]),
    ...nginxMap(
      '$orbweaver_target',
      '$orbweaver_resource',
      '$orbweaver_negotiated',
      each(({ fixed, file, resource }) => [
        ...fixed.filter((target) => lowerCase([target])).map((target) => `${target} ${resource};`),
        ...gpQueries(file).map((query) => `"gp ${query}" ${resource};`),
      ]),
    ),
    ...nginxMap(
      '"$orbweaver_target $http_accept"',
      '$orbweaver_negotiated',
      '""',
      each(({ negotiated, resource }) =>
        negotiated.filter(lowerCase).map(([target, accept]) => `"${target} ${accept}" ${resource};`),
      ),
    ),
    '# Packed files are sent to clients that accept gzip, whatever else they accept.',
    ...nginxMap('$http_accept_encoding', '$orbweaver_gzip', 'servers', [
      '"~[;*]" servers;',
      '"~*(^|[\\s,])gzip([\\s,]|$)" gzip;',
    ]),
    ...nginxMap('$orbweaver_resource', '$orbweaver_sent_coding', '$orbweaver_coding', [
      '"~^[a-z]+-packed/" $orbweaver_gzip;',
    ]),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_sent_coding"',
      '$orbweaver_file',
      '""',
      coded(({ ending }, { resource }) => `/orbweaver-files/${resource.replace('/', `/${id}/`)}${ending}`),
    ),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_sent_coding"',
      '$orbweaver_etag',
      '""',
      coded(({ etag }) => `\\"${etag}\\"`),
    ),
    ...nginxMap(
      '"$orbweaver_resource $orbweaver_sent_coding"',
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
    ...nginxMap(
      '$orbweaver_resource',
      '$orbweaver_omitted',
      '""',
      each(({ resource, omitted }) => (omitted > 0 ? [`${resource} ${omitted};`] : [])),
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

/** Keys of nginx's maps ignore case, but paths don't: the few targets with capitals are left to the servers behind. */
const lowerCase = ([target]: readonly [target: string, ...rest: string[]]) => !/[A-Z]/.test(target);

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

/** Caddy's only map for small files: keys are a request's target, `Accept` and coding, in the order of `deploy/caddy/Caddyfile`. */
function caddyMap(choices: readonly Choice[], id: string): string {
  const small = choices.filter(({ file }) => !file.route.packed);
  const lines = small.flatMap(({ fixed, negotiated, coded, file, resource }) =>
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
        // An empty query is the same as none.
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

/**
 * Caddy tries the patterns of a map one after the other, and there are more than a thousand bulk files. The URL is therefore
 * parsed into the names of a set and a format first, and the file is found by comparing plain text.
 */
function caddyBulkMaps(choices: readonly Choice[], id: string): string {
  const packed = choices.filter(({ file }) => file.packed);
  const endings = [...new Set(packed.map(({ file }) => file.form))];
  const [ending, format] = [
    endings,
    endings.filter((form) => packed.some(({ file }) => file.form === form && file.route.forms.includes(form))),
  ].map((forms) => forms.map(escaped).join('|'));
  const gp = '^/NORAD/elements/gp(?:-last)?\\.php\\?(?i)';
  const gpGroup = (group: string) => `${gp}(?:GROUP=${group}(?:&FORMAT=[\\w-]+)?|FORMAT=[\\w-]+&GROUP=${group})$`;
  const gpForm = (format: string) => `${gp}(?:GROUP=[\\w-]+&FORMAT=${format}|FORMAT=${format}&GROUP=[\\w-]+)$`;
  const map = (source: string, outputs: readonly string[], lines: readonly (readonly string[])[]) => [
    `map ${source} ${outputs.map((output) => `{${output}}`).join(' ')} {`,
    ...lines.map((line) => `    ${line.map((text) => `\`${text}\``).join(' ')}`),
    `    default ${outputs.map(() => '"-"').join(' ')}`,
    '}',
  ];
  return [
    `# Release ${id}, for deploy/caddy/Caddyfile: which bulk file answers a request, and its headers.`,
    ...map(
      '{http.request.orig_uri}',
      ['orbweaver_bulk_set'],
      [
        [`~^/api/v1/elements/([\\w-]+)(?:\\.(?:${ending})\\??|\\?format=(?:${format}))$`, '$1'],
        ['~^/pub/satcat\\.csv\\??$', 'pub/satcat'],
        ...[...groupsByName].map(([group, slug]) => [`~${gpGroup(group)}`, setOfGroup(slug)]),
      ],
    ),
    ...map(
      '{http.request.orig_uri}',
      ['orbweaver_bulk_form'],
      [
        [`~^/api/v1/elements/[\\w-]+(?:\\.|\\?format=)(${ending})\\??$`, '$1'],
        ['~^/pub/satcat\\.csv', 'csv'],
        [`~${gp}GROUP=[\\w-]+$`, 'csv'],
        ...Object.entries(gpFormats).map(([format, form]) => [`~${gpForm(format)}`, form]),
      ],
    ),
    ...map(
      '{http.request.header.Accept-Encoding}',
      ['orbweaver_bulk_coding'],
      [
        ['~[;*]', 'servers'],
        ['~(?i)(^|[\\s,])gzip([\\s,]|$)', 'gzip'],
      ],
    ),
    ...map(
      '"{orbweaver_bulk_coding} {orbweaver_bulk_set}.{orbweaver_bulk_form}"',
      ['file', 'etag', 'type', 'cache', 'omitted'].map((name) => `orbweaver_bulk_${name}`),
      packed.map(({ file: { path, form, route }, coded: [one], omitted }) => [
        `gzip ${path.replace('/api/v1/elements/', '').replace(/^\//, '')}.${form}`,
        `/${id}/public${path}.${form}${one!.ending}`,
        `"${one!.etag}"`,
        forms[form],
        publicCacheControl(route.sharedMaxAge),
        omitted > 0 ? String(omitted) : '-',
      ]),
    ),
    '',
  ].join('\n');
}

const escaped = (text: string) => text.replace(/[.?]/g, '\\$&');
