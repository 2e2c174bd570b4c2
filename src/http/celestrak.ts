import { bulkFile, bulkForms, bulkText, type NamedElements } from '../orbit/formats/celestrak-forms.ts';
import {
  type CelestrakSelection,
  type GpForm,
  gpFormats,
  InvalidQuery,
  readForm,
  readSelection,
  selectionOfList,
  upperCaseParameters,
} from '../schema/celestrak-query.ts';
import { type SatcatForm, satcatFile, satcatText } from '../schema/objects/satcat-record.ts';
import { setOfGroup } from '../schema/release/element-files.ts';
import { type Form, forms, publicCacheControl } from '../schema/release/public-route.ts';
import { refuseKeyInQuery } from './api/parameter.ts';
import { ApiError, lostFile } from './errors.ts';
import type { FileSender } from './files/file-sender.ts';
import { inPortions, type LargeResponses } from './in-turn.ts';
import type { CurrentRelease } from './opened-release.ts';
import { currentRelease, type RequestContext } from './request-context.ts';
import { respond } from './respond.ts';
import type { ServedRoute } from './served-route.ts';

const plain = 'text/plain; charset=utf-8';
/** How long a shared cache may keep these responses, seconds. */
const SHARED_SECONDS = 300;
const satcatTypes = {
  json: forms.json,
  'pretty.json': forms.json,
  csv: forms.csv,
} as const satisfies Record<SatcatForm, string>;

/** Dependencies of the CelesTrak routes. */
interface CelestrakDeps {
  readonly files: FileSender;
  readonly large: LargeResponses;
}

type Answer = (context: RequestContext, served: CurrentRelease, deps: CelestrakDeps, list: string) => Promise<Response>;

/** CelesTrak's addresses: programs written for it can use this server by changing the host name. */
export const celestrakRoutes = (deps: CelestrakDeps): ServedRoute[] => [
  celestrakRoute(deps, '/NORAD/elements/gp.php', sendFound(currentSets, { files: true }), exceptGroups),
  celestrakRoute(deps, '/NORAD/elements/gp-last.php', sendFound(lastSets, { files: true }), exceptGroups),
  celestrakRoute(deps, '/NORAD/elements/gp-first.php', sendFound(firstSets, { files: false }), exceptGroups),
  celestrakRoute(deps, '/satcat/records.php', satcatRecords, exceptGroups),
  celestrakRoute(deps, '/pub/satcat.csv', sendSatcat, false),
  celestrakRoute(deps, '/NORAD/elements/{list}', sendList, false, '/NORAD/elements/:list{[\\w-]+\\.(?:txt|tle)}'),
];

function celestrakRoute(
  deps: CelestrakDeps,
  name: string,
  answer: Answer,
  burst: ServedRoute['burst'],
  path = name,
): ServedRoute {
  return {
    method: 'get',
    name,
    paths: [path],
    access: 'public',
    kind: 'file',
    burst,
    textErrors: 'all',
    async handle({ env: { context }, req }) {
      const served = currentRelease(context);
      try {
        refuseKeyInQuery(new URLSearchParams(context.target.query));
        return await answer(context, served, deps, req.param('list') ?? '');
      } catch (error) {
        if (error instanceof InvalidQuery)
          throw new ApiError('invalid_parameter', { error: error.message, hint: error.hint });
        throw error;
      }
    },
  };
}

/**
 * Groups are requested like files, many in a row: a group without a file is delayed like any large response, never
 * refused.
 */
const exceptGroups = ({ target }: RequestContext): boolean =>
  ![...new URLSearchParams(target.query).keys()].some((name) => name.toUpperCase() === 'GROUP');

function refuseParameters({ target }: RequestContext): void {
  const [parameter] = new URLSearchParams(target.query).keys();
  if (parameter !== undefined) throw new InvalidQuery(`There is no parameter ${parameter}.`, 'Omit it.');
}

const sendSatcat: Answer = async (context, served, { files }) => {
  refuseParameters(context);
  const file = served.resources.get('/pub/satcat')?.forms.get('csv');
  if (!file) throw lostFile();
  return files.send(context, file);
};

/**
 * A request for one object runs immediately. Any other selection is queued, because a part of a name may match every
 * object.
 */
const inTurn = (
  { large }: CelestrakDeps,
  context: RequestContext,
  selection: CelestrakSelection,
  work: () => Promise<Response>,
) =>
  selection.kind === 'CATNR' || (selection.kind === 'INTDES' && selection.whole) ? work() : large.make(context, work);

/** Whether groups have files in a form: five-digit 2LE, indented JSON, and CelesTrak's own XML and KVN have none. */
const publishedForm = (form: GpForm): form is GpForm & Form => form in forms;

type FindSets = (
  context: RequestContext,
  served: CurrentRelease,
  selection: CelestrakSelection,
) => Promise<NamedElements[]>;

/** Sends the element sets that `find` finds; with `files`, those of a group from its file. */
const sendFound =
  (find: FindSets, { files }: { readonly files: boolean }): Answer =>
  (context, served, deps) => {
    const parameters = upperCaseParameters(new URLSearchParams(context.target.query));
    const selection = readSelection(parameters, ['FORMAT', 'ALPHA5']);
    const form = readForm(parameters);
    return (files ? sendCurrent : sendComputed)(context, served, deps, { find, selection, form });
  };

/** Sends a list under its old address, which programs have built in: TLE with five-digit numbers. */
const sendList: Answer = (context, served, deps, list) => {
  refuseParameters(context);
  const name = list.replace(/\.[^.]+$/, '');
  const selection = selectionOfList(name);
  if (!selection)
    throw new ApiError('not_found', {
      error: `There is no list ${name}.`,
      hint: 'GET /api/v1/groups lists the groups.',
    });
  return sendCurrent(context, served, deps, { find: currentSets, selection, form: gpFormats.TLE! });
};

/** The parts of a request for element sets. */
interface SetsRequest {
  readonly find: FindSets;
  readonly selection: CelestrakSelection;
  readonly form: GpForm;
}

type SendSets = (
  context: RequestContext,
  served: CurrentRelease,
  deps: CelestrakDeps,
  request: SetsRequest,
) => Promise<Response>;

/** Sends a group from its file, and other selections from the catalog. */
const sendCurrent: SendSets = async (context, served, deps, request) => {
  const { selection, form } = request;
  if (selection.kind === 'GROUP' && publishedForm(form)) {
    const codings = served.resources.get(`/api/v1/elements/${setOfGroup(selection.slug)}`)?.forms.get(form);
    if (codings) return deps.files.send(context, codings);
  }
  return sendComputed(context, served, deps, request);
};

const sendComputed: SendSets = (context, served, deps, { find, selection, form }) =>
  inTurn(deps, context, selection, async () => sendSets(context, served, form, await find(context, served, selection)));

const currentSets: FindSets = (_context, { catalog }, selection) => catalog.celestrak.elements(selection);

/** The first element set that the archive has of each object. */
const firstSets: FindSets = (context, served, selection) => archivedSets(context, served, selection, 'first');

/** The newest element set of each object, also of those that have none any more. The members of a group have one. */
const lastSets: FindSets = async (context, served, selection) => {
  const current = await currentSets(context, served, selection);
  if (selection.kind === 'GROUP' || (selection.kind === 'CATNR' && current.length > 0)) return current;
  const archived = await archivedSets(context, served, selection, 'last');
  // An object that has elements under another name now is not selected by its former one.
  const ended = archived.filter(({ set }) => !served.catalog.elements(set.norad_cat_id));
  return [...current, ...ended].sort((a, b) => a.set.norad_cat_id - b.set.norad_cat_id);
};

async function archivedSets(
  { archive }: RequestContext,
  { catalog }: CurrentRelease,
  selection: CelestrakSelection,
  which: 'first' | 'last',
): Promise<NamedElements[]> {
  const sets = await archive.outermost(await catalog.celestrak.archived(selection), which);
  return sets.map((set) => ({ set, name: set.object_name }));
}

async function sendSets(context: RequestContext, served: CurrentRelease, form: GpForm, sets: readonly NamedElements[]) {
  const { text, omitted } = bulkFile(form, await inPortions(sets, (one) => bulkText(form, one)));
  if (sets.length === omitted) return noData(context, omitted);
  return send(context, served, bulkForms[form].mediaType, text, omitted);
}

async function satcatRecords(context: RequestContext, served: CurrentRelease, deps: CelestrakDeps): Promise<Response> {
  const parameters = upperCaseParameters(new URLSearchParams(context.target.query));
  const selection = readSelection(parameters, ['FORMAT', 'PAYLOADS', 'ONORBIT', 'ACTIVE', 'MAX']);
  const flag = (name: string) => {
    const value = parameters.get(name) ?? '0';
    if (value === '0' || value === '1' || value === '') return value !== '0';
    throw new InvalidQuery(`${name} is neither 0 nor 1.`, `Leave ${name} out, or give ${name}=1.`);
  };
  const max = parameters.get('MAX');
  if (max !== undefined && !/^[1-9]\d{0,5}$/.test(max))
    throw new InvalidQuery('MAX is not a number of records.', 'Give a whole number from 1 to 999999.');
  const format = (parameters.get('FORMAT') ?? 'JSON').toUpperCase();
  const form = ({ JSON: 'json', 'JSON-PRETTY': 'pretty.json', CSV: 'csv' } as const)[format];
  if (!form) throw new InvalidQuery('There is no such FORMAT.', 'Give one of JSON, JSON-PRETTY, CSV.');
  const flags = { payloads: flag('PAYLOADS'), onOrbit: flag('ONORBIT'), active: flag('ACTIVE') };
  return inTurn(deps, context, selection, async () => {
    const rows = await served.catalog.celestrak.satcat(selection, {
      ...flags,
      max: max === undefined ? null : Number(max),
    });
    if (rows.length === 0) return send(context, served, plain, 'No SATCAT records found', 0);
    const texts = await inPortions(rows, (row) => satcatText(form, row));
    return send(context, served, satcatTypes[form], satcatFile(form, texts), 0);
  });
}

/** Like a response to a keyed route, but public: shared caches keep it, and it does not depend on a key. */
const send = (context: RequestContext, served: CurrentRelease, type: string, body: string, omitted: number) =>
  respond(context, served, {
    type,
    body,
    headers: {
      'Cache-Control': publicCacheControl(SHARED_SECONDS),
      Vary: 'Accept-Encoding',
      ...omissionOf(omitted),
    },
  });

/** Number of element sets that the form can't hold. */
const omissionOf = (omitted: number) => (omitted > 0 ? { 'X-Elements-Omitted': String(omitted) } : {});

/** Exactly CelesTrak's response: clients compare the 16 bytes. */
const noData = (context: RequestContext, omitted: number) =>
  text(context, 404, 'No GP data found', omissionOf(omitted));

function text(context: RequestContext, status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      ...context.served?.headers,
      ...context.headers,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, X-API-Key',
      'Content-Type': plain,
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
  });
}
