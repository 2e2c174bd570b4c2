import type { Handler, Hono } from 'hono';
import { bulkFile, bulkForms, bulkText, type NamedElements } from '../orbit/celestrak-forms.ts';
import {
  type CelestrakSelection,
  type GpForm,
  InvalidQuery,
  readForm,
  readSelection,
  upperCaseParameters,
} from '../schema/celestrak-query.ts';
import { setOfGroup } from '../schema/element-files.ts';
import { type Form, forms, publicCacheControl } from '../schema/public-route.ts';
import { satcatForms } from '../schema/satcat-record.ts';
import type { AccountsGateway } from './accounts-gateway.ts';
import { lostFile, Refusal } from './errors.ts';
import type { FileSender } from './files/file-sender.ts';
import { authorize } from './middleware/authorize.ts';
import type { LargeAnswers } from './middleware/large-answers.ts';
import type { HttpEnv, RequestContext } from './request-context.ts';
import { respond } from './respond.ts';
import type { Served } from './served.ts';

/** CelesTrak's addresses: programs written for it are pointed here by changing the host name. */
export const celestrakPaths = [
  '/NORAD/elements/gp.php',
  '/NORAD/elements/gp-first.php',
  '/NORAD/elements/gp-last.php',
  '/satcat/records.php',
  '/pub/satcat.csv',
] as const;

const plain = 'text/plain; charset=utf-8';
/** How long a shared cache may keep what is answered here, seconds. */
const SHARED_SECONDS = 300;
const satcatTypes = {
  json: 'application/json; charset=utf-8',
  'pretty.json': 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** What the addresses need besides the request. */
interface CelestrakDeps {
  readonly gateway: AccountsGateway;
  readonly files: FileSender;
  readonly large: LargeAnswers;
}

export function addCelestrakRoutes(app: Hono<HttpEnv>, deps: CelestrakDeps): void {
  const { gateway, files } = deps;
  const route = (
    path: (typeof celestrakPaths)[number],
    answer: (context: RequestContext, served: Served, deps: CelestrakDeps) => Promise<Response>,
  ) => {
    const handler: Handler<HttpEnv> = async (c) => {
      const { context } = c.env;
      if (!context.served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
      try {
        return await answer(context, context.served, deps);
      } catch (error) {
        if (error instanceof InvalidQuery) return invalid(context, error);
        throw error;
      }
    };
    app.get(path, authorize(gateway, 'public', path), handler);
  };
  route('/NORAD/elements/gp.php', elements);
  route('/NORAD/elements/gp-last.php', lastElements);
  route('/NORAD/elements/gp-first.php', firstElements);
  route('/satcat/records.php', satcatRecords);
  route('/pub/satcat.csv', (context, served) => {
    const [parameter] = new URLSearchParams(context.target.query).keys();
    if (parameter !== undefined) throw new InvalidQuery(`There is no parameter ${parameter}.`, 'Leave it out.');
    const file = served.resources.get('/pub/satcat')?.forms.get('csv');
    if (!file) throw lostFile();
    return files.send(context, file);
  });
}

function readQuery({ target }: RequestContext): { selection: CelestrakSelection; form: GpForm } {
  const parameters = upperCaseParameters(new URLSearchParams(target.query));
  return { selection: readSelection(parameters, ['FORMAT', 'ALPHA5']), form: readForm(parameters) };
}

/** A request for one object runs immediately, any other selection waits its turn: a part of a name may match every object. */
const inTurn = (
  { large }: CelestrakDeps,
  context: RequestContext,
  selection: CelestrakSelection,
  work: () => Promise<Response>,
) =>
  selection.kind === 'CATNR' || (selection.kind === 'INTDES' && selection.whole) ? work() : large.make(context, work);

/** Whether groups have files in a form: five-digit 2LE and indented JSON have none. */
const publishedForm = (form: GpForm): form is GpForm & Form => form in forms;

/** `gp.php`: a group from its file, anything else written now. */
async function elements(context: RequestContext, served: Served, deps: CelestrakDeps): Promise<Response> {
  const { selection, form } = readQuery(context);
  if (selection.kind === 'GROUP') {
    const codings = publishedForm(form)
      ? served.resources.get(`/api/v1/elements/${setOfGroup(selection.slug)}`)?.forms.get(form)
      : undefined;
    if (codings) return deps.files.send(context, codings);
  }
  return inTurn(deps, context, selection, async () =>
    sendSets(context, served, form, await served.catalog.celestrak.elements(selection)),
  );
}

/** `gp-first.php`: the first element set that the archive has of each object. */
async function firstElements(context: RequestContext, served: Served, deps: CelestrakDeps): Promise<Response> {
  const { selection, form } = readQuery(context);
  return inTurn(deps, context, selection, async () =>
    sendSets(context, served, form, await archivedSets(context, selection, 'first')),
  );
}

/** `gp-last.php`: the newest element set of each object, also of one that has none any more. */
async function lastElements(context: RequestContext, served: Served, deps: CelestrakDeps): Promise<Response> {
  const { selection, form } = readQuery(context);
  if (selection.kind === 'GROUP') return elements(context, served, deps);
  return inTurn(deps, context, selection, async () => {
    const current = await served.catalog.celestrak.elements(selection);
    const sets = current.length > 0 ? current : await archivedSets(context, selection, 'last');
    return sendSets(context, served, form, sets);
  });
}

async function archivedSets(
  { archive, served }: RequestContext,
  selection: CelestrakSelection,
  which: 'first' | 'last',
): Promise<NamedElements[]> {
  const ids =
    selection.kind === 'GROUP'
      ? (await served!.catalog.celestrak.elements(selection)).map(({ set }) => set.norad_cat_id)
      : undefined;
  const condition =
    selection.kind === 'CATNR'
      ? { norad_cat_id: [selection.norad_cat_id] }
      : selection.kind === 'INTDES'
        ? { designator: selection.prefix, whole: selection.whole }
        : selection.kind === 'NAME'
          ? { part: selection.part }
          : { norad_cat_id: ids! };
  const sets = await archive.outermost(condition, which);
  return sets.map((set) => ({ set, name: set.object_name }));
}

function sendSets(context: RequestContext, served: Served, form: GpForm, sets: readonly NamedElements[]) {
  const { text, omitted } = bulkFile(
    form,
    sets.map((one) => bulkText(form, one)),
  );
  if (sets.length === omitted) return Promise.resolve(noData(context));
  return send(context, served, bulkForms[form].mediaType, text, omitted);
}

async function satcatRecords(context: RequestContext, served: Served, deps: CelestrakDeps): Promise<Response> {
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
    return send(context, served, satcatTypes[form], satcatForms[form](rows), 0);
  });
}

/** Like a keyed answer, but public: shared caches keep it, and nothing of it depends on a key. */
const send = (context: RequestContext, served: Served, type: string, body: string, omitted: number) =>
  respond(context, served, {
    type,
    body,
    headers: {
      'Cache-Control': publicCacheControl(SHARED_SECONDS),
      Vary: 'Accept-Encoding',
      ...(omitted > 0 && { 'X-Elements-Omitted': String(omitted) }),
    },
  });

/** Exactly what CelesTrak answers: clients compare the 16 bytes. */
const noData = (context: RequestContext) => text(context, 404, 'No GP data found');

const invalid = (context: RequestContext, { message, hint }: InvalidQuery) =>
  text(context, 400, `invalid_parameter: ${message}\r\n${hint}\r\n`);

function text(context: RequestContext, status: number, body: string): Response {
  return new Response(body, {
    status,
    headers: {
      ...context.served?.headers,
      ...context.headers,
      'Cache-Control': 'private, no-store',
      'Content-Type': plain,
      'Content-Length': String(Buffer.byteLength(body)),
    },
  });
}
