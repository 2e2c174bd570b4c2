import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A module: its files, and the other modules that they may import. */
interface Module {
  readonly name: string;
  readonly files: RegExp;
  readonly imports: readonly string[];
}

/**
 * The modules; a file belongs to the first that matches it. Data flows one way: the pipeline's stages meet in run.ts, and only the
 * release folder passes from `pipeline` to `src`; both read the list of publishers.
 */
const modules: readonly Module[] = [
  // The only part of the pipeline that `src` imports: what the publishers are called, allow, and require.
  { name: 'publishers', files: /^pipeline\/sources\/(publishers?|[\w-]+\/publisher)\.ts$/, imports: [] },
  { name: 'schema', files: /^src\/schema\//, imports: ['publishers'] },
  // The published client has the rule for how long an element set is an orbit, so that every program applies the same.
  { name: 'orbit', files: /^src\/orbit\//, imports: ['schema', 'typescript client'] },
  { name: 'config', files: /^src\/config\.ts$/, imports: ['redact', 'schema', 'user error'] },
  { name: 'redact', files: /^src\/redact\.ts$/, imports: [] },
  { name: 'user error', files: /^src\/user-error\.ts$/, imports: [] },
  { name: 'fair queue', files: /^src\/fair-queue\.ts$/, imports: [] },
  // What the server processes of one port are to each other.
  { name: 'peers', files: /^src\/peers\.ts$/, imports: [] },
  { name: 'lock', files: /^src\/lock\.ts$/, imports: ['user error'] },
  // Reads and hashes files.
  { name: 'file bytes', files: /^src\/file-bytes\.ts$/, imports: [] },
  { name: 'release differences', files: /^src\/release-differences\.ts$/, imports: ['schema', 'file bytes'] },
  // DuckDB and the record store: opens, follows, and pins releases.
  { name: 'release', files: /^src\/release\//, imports: ['schema', 'orbit', 'file bytes'] },
  // Clients' queries, in separate processes: only the worker opens a database for them.
  // The SQL page has a database in the browser, over the release's Parquet files.
  { name: 'sql page', files: /^src\/features\/sql\/page\//, imports: ['schema', 'pages', 'dom'] },
  {
    name: 'sql routes',
    files: /^src\/features\/sql\/http\//,
    imports: ['schema', 'release', 'accounts', 'http', 'sql'],
  },
  { name: 'sql', files: /^src\/features\/sql\//, imports: ['schema', 'fair queue'] },
  // Filters, facets, lists, and search over a release.
  { name: 'query', files: /^src\/query\//, imports: ['schema', 'orbit', 'release'] },
  { name: 'log format', files: /^src\/log-format\.ts$/, imports: ['config', 'redact'] },
  { name: 'accounts', files: /^src\/accounts\//, imports: ['schema', 'config', 'fair queue', 'peers', 'webhooks'] },
  // Messages to the URLs of accounts, in whose database they are queued.
  {
    name: 'webhook routes',
    files: /^src\/features\/webhooks\/http\//,
    imports: [
      'schema',
      'release',
      'query',
      'accounts',
      'http',
      'webhooks',
      'conjunctions',
      'conjunction routes',
      'history routes',
    ],
  },
  {
    name: 'webhooks',
    files: /^src\/features\/webhooks\//,
    imports: ['schema', 'config', 'fair queue', 'peers', 'accounts'],
  },
  // Positions, passes, and the sky above a location: by the API, and in the browser.
  {
    name: 'sky routes',
    files: /^src\/features\/sky\/http\//,
    imports: ['schema', 'orbit', 'release', 'query', 'http', 'radio routes', 'field of view', 'field of view routes'],
  },
  { name: 'sky', files: /^src\/features\/sky\/page\//, imports: ['schema', 'orbit', 'dom', 'radio page'] },
  { name: 'radio page', files: /^src\/features\/radio\/page\//, imports: ['schema', 'orbit', 'dom', 'sky'] },
  {
    name: 'radio routes',
    files: /^src\/features\/radio\/http\//,
    imports: ['schema', 'orbit', 'query', 'http', 'sky routes'],
  },
  // Tools for language models: routes of the API, called in this process.
  {
    name: 'mcp',
    files: /^src\/features\/mcp\//,
    imports: [
      'schema',
      'orbit',
      'accounts',
      'peers',
      'http',
      'sql',
      'sql routes',
      'sky routes',
      'radio routes',
      'event routes',
      'history routes',
      'conjunction routes',
      'field of view routes',
    ],
  },
  // Close approaches: a feature in one folder. Its routes are built as all others are.
  {
    name: 'conjunction routes',
    files: /^src\/features\/conjunctions\/http\//,
    imports: ['schema', 'orbit', 'types of query', 'http', 'mcp', 'conjunctions'],
  },
  {
    name: 'conjunctions',
    files: /^src\/features\/conjunctions\/(?!components\/)/,
    imports: ['schema', 'orbit', 'release', 'config', 'options', 'user error', 'file bytes'],
  },
  // Fields of view and the objects in them: a feature in one folder, with its routes.
  {
    name: 'field of view routes',
    files: /^src\/features\/field-of-view\/http\//,
    imports: ['schema', 'orbit', 'types of query', 'http', 'mcp', 'sky routes', 'field of view'],
  },
  {
    name: 'field of view page',
    files: /^src\/features\/field-of-view\/page\//,
    imports: ['schema', 'orbit', 'sky', 'dom', 'field of view'],
  },
  { name: 'field of view', files: /^src\/features\/field-of-view\//, imports: ['schema', 'orbit'] },
  // Passes at secret addresses: a feature in one folder. The accounts store them.
  {
    name: 'feeds',
    files: /^src\/features\/feeds\//,
    imports: ['schema', 'orbit', 'query', 'fair queue', 'accounts', 'http', 'sky routes'],
  },
  // Earlier catalogs, and how they differ: a feature in one folder.
  {
    name: 'history routes',
    files: /^src\/features\/history\/http\//,
    imports: ['schema', 'orbit', 'release', 'query', 'http'],
  },
  // Events of objects, and launches: features with a folder each.
  {
    name: 'event routes',
    files: /^src\/features\/events\/http\//,
    imports: ['schema', 'orbit', 'release', 'query', 'http'],
  },
  {
    name: 'launch routes',
    files: /^src\/features\/launches\/http\//,
    imports: ['schema', 'query', 'http'],
  },
  // Emails about what accounts follow: a feature in one folder. The accounts store and send them.
  {
    name: 'digest',
    files: /^src\/features\/digest\//,
    imports: [
      'webhook routes',
      'history routes',
      'event routes',
      'schema',
      'orbit',
      'types of release',
      'accounts',
      'http',
    ],
  },
  // The only file in `src` that imports the pipeline: it starts the server or the pipeline.
  { name: 'command', files: /^src\/cli\/orbweaver\.ts$/, imports: ['cli', 'client', 'server', 'line', 'conjunctions'] },
  // Commands against a server: they use only its API, through the published TypeScript client.
  { name: 'client', files: /^src\/cli\/client\//, imports: ['options', 'schema', 'cli', 'typescript client'] },
  // A separate package: it imports nothing from the project.
  { name: 'typescript client', files: /^clients\/typescript\//, imports: [] },
  // The one parser of command lines, and their help.
  { name: 'options', files: /^src\/cli\/option\.ts$/, imports: [] },
  {
    name: 'cli',
    files: /^src\/cli\//,
    imports: ['options', 'schema', 'release', 'accounts', 'config', 'lock', 'redact', 'release differences'],
  },
  // DOM helpers for browser scripts: creating elements, saving files, reading colors.
  { name: 'dom', files: /^src\/dom\//, imports: [] },
  // The globe in the browser, and its static drawing.
  { name: 'globe', files: /^src\/features\/globe\//, imports: ['schema', 'orbit', 'sky', 'dom'] },
  // The description of the API: data and types, no server.
  {
    name: 'api description',
    files: /^src\/http\/api\/openapi\/(openapi\.ts|examples\.json)$/,
    imports: ['schema', 'http', 'sql', 'sql routes', 'webhook routes', 'conjunction routes', 'feeds'],
  },
  {
    name: 'http',
    files: /^src\/http\//,
    imports: [
      'schema',
      'orbit',
      'release',
      'query',
      'sql',
      'fair queue',
      'peers',
      'accounts',
      'config',
      'field of view',
      'field of view routes',
      'feeds',
      'digest',
      'api description',
      'redact',
      'release differences',
      'log format',
      'conjunctions',
      'conjunction routes',
      'mcp',
      'event routes',
      'history routes',
      'launch routes',
      'radio routes',
      'sky routes',
      'sql routes',
      'webhooks',
      'webhook routes',
    ],
  },
  // The process: command line, children, signals.
  {
    name: 'server',
    files: /^src\/server\//,
    imports: [
      'options',
      'schema',
      'release',
      'http',
      'config',
      'redact',
      'log format',
      'accounts',
      'lock',
      'peers',
      'user error',
    ],
  },
  // Pictures for links on other sites, drawn without a graphics library.
  { name: 'card', files: /^src\/card\//, imports: [] },
  // Pages open nothing: the server passes them everything through Astro.locals, so they may import only its types.
  {
    name: 'pages',
    files:
      /^src\/(pages|components|layouts|content|styles|features\/(embed|[\w-]+\/components))\/|^src\/(content\.config|env\.d)\.ts$/,
    // The reference pages show the description of the API.
    imports: [
      'schema',
      'globe',
      'sky',
      'radio page',
      'sql page',
      'field of view page',
      'dom',
      'card',
      'types of http',
      'types of event routes',
      'types of history routes',
      'types of conjunctions',
      'api description',
    ],
  },

  { name: 'codes', files: /^pipeline\/codes\//, imports: ['schema', 'orbit'] },
  // The columns of a TLE are read in the orbit module.
  { name: 'formats', files: /^pipeline\/formats\//, imports: ['file bytes', 'orbit', 'schema'] },
  { name: 'sources', files: /^pipeline\/sources\//, imports: ['publishers', 'schema', 'orbit', 'codes'] },
  { name: 'store', files: /^pipeline\/(store|appending)\.ts$/, imports: ['schema'] },
  { name: 'snapshots', files: /^pipeline\/snapshots\.ts$/, imports: ['schema', 'file bytes'] },
  {
    name: 'fetch',
    files: /^pipeline\/fetch(\.ts$|\/)/,
    imports: ['schema', 'file bytes', 'snapshots', 'types of sources'],
  },
  {
    name: 'pictures',
    files: /^pipeline\/pictures\//,
    imports: ['schema', 'file bytes', 'snapshots', 'fetch'],
  },
  { name: 'machine faults', files: /^pipeline\/report\/machine-fault\.ts$/, imports: [] },
  {
    name: 'ingest',
    files: /^pipeline\/((ingest|parse|file-claims|launch-claims|staging-tables)\.ts$|tally\/)/,
    imports: [
      'user error',
      'schema',
      'codes',
      'formats',
      'snapshots',
      'store',
      'types of sources',
      'types of fetch',
      'types of build-context',
    ],
  },
  { name: 'resolve', files: /^pipeline\/resolve\//, imports: ['schema', 'store'] },
  // Differences between two releases, in SQL: for a release's change set and for its history.
  { name: 'versions', files: /^pipeline\/release-versions\.ts$/, imports: ['schema'] },
  { name: 'diff', files: /^pipeline\/diff\//, imports: ['schema', 'orbit', 'store', 'versions'] },
  // What a build takes over from an earlier one.
  {
    name: 'reuse',
    files: /^pipeline\/reuse\//,
    imports: ['schema', 'file bytes', 'release differences', 'types of ingest'],
  },
  {
    name: 'publish',
    files: /^pipeline\/publish\//,
    imports: [
      'versions',
      'reuse',
      'user error',
      'schema',
      'orbit',
      'store',
      'codes',
      'pictures',
      'file bytes',
      'release differences',
      'types of sources',
      'types of ingest',
    ],
  },
  {
    name: 'report',
    files: /^pipeline\/report\/(report|refresh-summary)\.ts$/,
    imports: ['schema', 'types of store', 'types of fetch', 'types of ingest', 'types of publish', 'types of sources'],
  },
  {
    name: 'archive',
    files: /^pipeline\/archive\//,
    imports: ['user error', 'file bytes', 'schema', 'orbit', 'store', 'formats', 'sources', 'versions'],
  },
  { name: 'mirror', files: /^pipeline\/mirror\//, imports: ['user error', 'file bytes', 'schema', 'publish'] },
  {
    name: 'build-context',
    files: /^pipeline\/build-context\.ts$/,
    imports: ['schema', 'store', 'snapshots', 'ingest', 'reuse', 'publish', 'types of fetch'],
  },
  {
    name: 'build log',
    files: /^pipeline\/report\/build-log\.ts$/,
    imports: ['schema', 'file bytes', 'machine faults', 'ingest', 'publish', 'types of report'],
  },
  {
    name: 'line',
    files: /^pipeline\/(run|quarantine|live|refresh|publish-to|follow|archive|run-command)\.ts$|^pipeline\/commands\//,
    imports: [
      'options',
      'user error',
      'config',
      'schema',
      'redact',
      'build-context',
      'fetch',
      'pictures',
      'ingest',
      'resolve',
      'diff',
      'publish',
      'report',
      'log format',
      'sources',
      'snapshots',
      'store',
      'lock',
      'machine faults',
      'build log',
      'mirror',
      'archive',
    ],
  },
];

/** Packages that only some files may import. `astro`, `zod`, and Node's own modules are unrestricted, except for these. */
const restricted: Readonly<Record<string, RegExp>> = {
  '@duckdb/node-api': /^(src\/release\/|src\/features\/sql\/|pipeline\/(store|appending)\.ts$)/,
  '@duckdb/node-bindings': /^pipeline\/appending\.ts$/,
  '@uwdata/flechette': /^src\/features\/sql\/(arrow-file|page\/remote-parquet)\.ts$/,
  'hyparquet-writer': /^src\/features\/(sql\/(parquet-file|page\/result-files)|conjunctions\/files)\.ts$/,
  hyparquet: /^(src\/features\/sql\/page\/remote-parquet|clients\/typescript\/sync)\.ts$/,
  'openapi-fetch': /^clients\/typescript\/orbweaver\.ts$/,
  '@duckdb/duckdb-wasm': /^src\/features\/sql\/page\//,
  'astronomy-engine': /^src\/orbit\/observation\/planets\.ts$/,
  'satellite.js': /^(src\/orbit\/|clients\/typescript\/(element-orbit|propagation)\.ts$)/,
  fflate: /^pipeline\/archive\/import-files\.ts$/,
  saxes: /^pipeline\/formats\/elements\/xml-rows\.ts$/,
  papaparse: /^pipeline\/formats\/table\.ts$/,
  'i18n-iso-countries': /^pipeline\/codes\/country\.ts$/,
  croner: /^(src\/schema\/release\/refresh-times|pipeline\/fetch\/due)\.ts$/,
  '@aws-sdk/client-s3': /^pipeline\/mirror\/bucket\.ts$/,
  'prom-client': /^src\/http\/ops\/metrics\.ts$/,
  'lru-cache': /^src\/(release|query|accounts|http|features\/feeds)\//,
  negotiator: /^src\/http\/negotiate\.ts$/,
  hono: /^src\/(http\/|features\/([\w-]+\/http|mcp)\/|components\/markup\.ts$)/,
  '@hono/node-server': /^src\/(http|features\/mcp)\//,
  '@hono/zod-openapi': /^src\/(http|features\/([\w-]+\/http|feeds|mcp))\//,
  '@modelcontextprotocol/server': /^src\/features\/mcp\//,
  pino: /^src\/(http\/|server\/|log-format\.ts$)/,
  'pino-pretty': /^src\/log-format\.ts$/,
  'topojson-client': /^src\/features\/globe\/drawing\/coast\.ts$/,
  'world-atlas': /^src\/features\/globe\/drawing\/coast\.ts$/,
  'node:zlib':
    /^(pipeline\/publish\/(compress|records)|pipeline\/mirror\/bucket|pipeline\/archive\/(import-files|object-rows)|src\/release\/(record-store|object-rows)|src\/accounts\/keys\/key|src\/card\/(card|png)|src\/http\/(respond|pages\/compress-site|api\/openapi\/openapi-document|files\/file-sender)|src\/features\/conjunctions\/files)\.ts$/,
  '@simplewebauthn/server': /^src\/accounts\/auth\/passkey\.ts$/,
  '@simplewebauthn/browser': /^src\/components\/account\/passkeys\.ts$/,
  otpauth: /^src\/accounts\/auth\/totp\.ts$/,
  uqr: /^src\/pages\/account\/second-factor\.astro$/,
  '@zxcvbn-ts/core': /^src\/accounts\/auth\/password-rule\.ts$/,
  '@zxcvbn-ts/language-common': /^src\/accounts\/auth\/password-rule\.ts$/,
  nodemailer: /^src\/accounts\/mail\/mailer\.ts$/,
  pg: /^src\/accounts\/postgres\.ts$/,
  'node:sqlite':
    /^(src\/lock\.ts$|pipeline\/publish\/records\.ts$|pipeline\/archive\/object-rows\.ts$|src\/release\/(record-store|object-rows)\.ts$|src\/accounts\/sqlite\.ts$|src\/features\/conjunctions\/run-store\.ts$)/,
  'node:child_process': /^src\/(server\/child|features\/sql\/(sql-workers|process-memory))\.ts$/,
  'node:http':
    /^src\/(http|pages)\/|^src\/features\/(webhooks\/post-webhook|mcp\/[\w-]+)\.ts$|^src\/features\/[\w-]+\/http\//,
  'ipaddr.js': /^src\/(accounts\/limits\/address|features\/webhooks\/post-webhook)\.ts$/,
};

const maxLines = 400;
/** Names that do not describe the content. */
const vagueNames = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'manager', 'misc', 'index'];
/** Astro derives a page's URL from its file name. */
const mayBeVague = /^src\/pages\/(.*\/)?index\.astro$|^src\/content\//;

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports of a source file, ignoring comments. `import { type A }` is type-only if every name in it is. */
function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [...code.matchAll(statement)].map((match) => {
    const named = /\{([^}]*)\}/
      .exec(match[0])?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const allTypes = named !== undefined && named.length > 0 && named.every((name) => /^\s*type\s/.test(name));
    return { from: match[2]!, typeOnly: match[1] !== undefined || allTypes };
  });
  return [...found, ...[...code.matchAll(dynamic)].map((match) => ({ from: match[1]!, typeOnly: false }))];
}

const moduleOf = (file: string) => modules.find(({ files }) => files.test(file));

/** The problems of one file, as text. `file` is its path relative to the project root, with slashes. */
function problemsOf(file: string, text: string): string[] {
  const problems: string[] = [];
  const module = moduleOf(file);
  if (!module) problems.push(`${file} is in no module: move it into one, or add one to test/architecture.test.ts`);
  for (const { from, typeOnly: marked } of importsOf(text)) {
    const typeOnly = marked || file.endsWith('.d.ts');
    if (from.startsWith('.')) {
      const target = join(dirname(file), from).split(sep).join('/');
      if (target.startsWith('..')) problems.push(`${file} imports ${from}, which is outside the project`);
      const targetModule = moduleOf(target);
      if (!module || !targetModule || targetModule === module) continue;
      const allowed =
        module.imports.includes(targetModule.name) ||
        (typeOnly && module.imports.includes(`types of ${targetModule.name}`));
      if (!allowed) problems.push(`${file} (${module.name}) may not import ${target} (${targetModule.name})`);
      continue;
    }
    const [name, importers] =
      Object.entries(restricted).find(([name]) => from === name || from.startsWith(`${name}/`)) ?? [];
    if (importers && !importers.test(file)) problems.push(`${file} imports ${name}: only ${importers.source} may`);
  }
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines > maxLines && !text.startsWith('// Generated'))
    problems.push(`${file} has ${lines} lines: ${maxLines} at most`);
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const last = name.split(/[-.]/).at(-1)!;
  if (!mayBeVague.test(file) && vagueNames.includes(last))
    problems.push(`${file} is named after nothing: name it after its main export`);
  if (
    !(
      file.endsWith('.astro') || file.startsWith('src/pages/')
        ? /^([A-Za-z0-9.-]+|\[[a-z_]+\](\.[a-z]+)?)$/
        : /^[a-z0-9.-]+$/
    ).test(name)
  )
    problems.push(`${file}: file names are kebab-case, components PascalCase`);
  return problems;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|astro|css)$/.test(entry.name) && !/[/\\]dist$/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

describe('the project', () => {
  const files = ['src', 'pipeline', 'clients'].flatMap(sources);

  test('has files in every module', () => {
    expect(files.length).toBeGreaterThan(100);
    for (const module of modules)
      expect([module.name, files.some((file) => moduleOf(file) === module)]).toEqual([module.name, true]);
  });

  test('has no folder of more than 20 files, except pages, whose paths are URLs', () => {
    const counts = Map.groupBy(['src', 'pipeline', 'test', 'bench', 'clients'].flatMap(sources), dirname);
    expect([...counts].filter(([, paths]) => paths.length > 20).map(([folder]) => folder)).toEqual(['src/pages']);
  });

  test('parses command lines in one place', () => {
    const parsing = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('parseArgs('));
    expect(parsing).toEqual(['src/cli/option.ts']);
  });

  test('follows the rules for imports, restricted packages, file sizes, and file names', () => {
    expect(files.flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});

describe('the checker reports', () => {
  test.each([
    ['src importing the pipeline', 'src/server/x.ts', "import { run } from '../../pipeline/run.ts';"],
    ['the pipeline importing the server', 'pipeline/diff/x.ts', "import { a } from '../../src/http/pages/site.ts';"],
    ['a stage importing a stage', 'pipeline/diff/x.ts', "import { judge } from '../resolve/judge.ts';"],
    [
      'a page importing the catalog',
      'src/pages/x.astro',
      "---\nimport { openCatalog } from '../query/catalog.ts';\n---",
    ],
    [
      'a page importing a value of the server',
      'src/pages/x.astro',
      "import { pageData } from '../http/pages/page-data.ts';",
    ],
    ['DuckDB outside of its module', 'pipeline/diff/x.ts', "import { DuckDBInstance } from '@duckdb/node-api';"],
    ['satellite.js outside of its module', 'pipeline/diff/x.ts', "import {\n  propagate,\n} from 'satellite.js';"],
    [
      'a restricted package through a path',
      'pipeline/diff/x.ts',
      "import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };",
    ],
    ['a dynamic import', 'pipeline/diff/x.ts', "const papa = await import('papaparse');"],
    ['a re-export', 'pipeline/diff/x.ts', "export { judge } from '../resolve/judge.ts';"],
    ['a side-effect import', 'src/schema/x.ts', "import '../server/start.ts';"],
    ['an import from outside the project', 'pipeline/diff/x.ts', "import a from '../../../shared/a.ts';"],
    ['a file that is too long', 'pipeline/diff/x.ts', '\n'.repeat(maxLines + 1)],
    ['a vague name', 'src/http/string-utils.ts', ''],
    ['a name that is not kebab-case', 'src/http/fileSender.ts', ''],
    ['a file in no module', 'src/elsewhere/x.ts', ''],
  ])('%s', (_what, file, text) => {
    expect(problemsOf(file, text)).toHaveLength(1);
  });

  test.each([
    [
      'types of the server in a page',
      'src/pages/x.astro',
      "import type { PageData } from '../http/pages/page-data.ts';",
    ],
    ['inline types', 'pipeline/fetch.ts', "import { type Source } from './sources/source.ts';"],
    [
      'a comment',
      'pipeline/diff/x.ts',
      "// import { judge } from '../resolve/judge.ts';\n/* import a from 'papaparse' */",
    ],
    ['its own module', 'pipeline/diff/x.ts', "import { diff } from './diff.ts';"],
  ])('accepts %s', (_what, file, text) => {
    expect(problemsOf(file, text)).toEqual([]);
  });
});
