import { z } from '@hono/zod-openapi';
import { coverageOf, untilNow } from '../../../http/api/archive/coverage.ts';
import { validityFields, validityOf, validityShape } from '../../../http/api/elements.ts';
import { dateOrInstant, timeOf } from '../../../http/api/instant.ts';
import { celestrakMessage } from '../../../http/api/omm.ts';
import { coveredMeta, listResponse, paging } from '../../../http/api/paging.ts';
import { badValue, format } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { byNumber, noSatellite } from '../../../http/api/satellites.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { json } from '../../../http/respond.ts';
import { bulkFile, bulkForms, bulkText } from '../../../orbit/formats/celestrak-forms.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { ArchivedSet } from '../../../release/archived-sets.ts';
import { columns } from '../../../schema/field.ts';
import { elementSet } from '../../../schema/objects/elements.ts';

const plain = 'text/plain; charset=utf-8';
const forms = {
  json,
  csv: 'text/csv; charset=utf-8',
  tle: plain,
  '2le': plain,
  'omm.json': json,
  xml: 'application/xml; charset=utf-8',
  kvn: plain,
} as const;

const numbers = columns(elementSet).filter(({ json: written }) => written === 'number');
const fields = columns(elementSet).filter(({ name }) => name !== 'orbit_class');

const archived = z
  .object({
    ...Object.fromEntries(
      fields.map(({ name, json: written, meaning, unit }) => [
        name,
        written === 'number'
          ? z.number().describe(unit === undefined ? meaning : `${meaning} (${unit})`)
          : elementSet.shape[name as keyof typeof elementSet.shape],
      ]),
    ),
    first_seen: z.iso
      .datetime()
      .nullable()
      .describe('First snapshot in which it was the current set of the object (UTC); null if unknown'),
    last_seen: z.iso.datetime().nullable().describe('Last such snapshot; null while it is current, or if unknown'),
    source: z.string().nullable().describe('The upstream file that had it first'),
    ...validityShape,
  })
  .openapi('ArchivedElements');

const exact = new Set(numbers.map(({ name }) => name));
const members = Object.keys(archived.shape)
  .filter((name) => !Object.hasOwn(validityShape, name))
  .map((name) => [name as keyof ArchivedSet, `"${name}":`, exact.has(name)] as const);

/** A set as JSON text: its numbers are the texts that upstream wrote. */
async function setText(set: ArchivedSet, catalog: Catalog): Promise<string> {
  const written = members.map(([name, key, number]) => key + (number ? set[name] : JSON.stringify(set[name])));
  const validity = JSON.stringify(validityFields(await validityOf(catalog, set)));
  return `{${written.join(',')},${validity.slice(1)}`;
}

export const elementHistory = route(
  {
    id: 'listElementHistory',
    path: '/api/v1/satellites/{norad_cat_id}/elements',
    tag: 'Orbits',
    summary: 'List the element sets of an object',
    description:
      'Every element set of an object in the archive, newest epoch first, with the time it was current (`first_seen`, `last_seen`) and the file it came from. Numbers have all digits of the source. `meta.coverage` has the gaps without an element set in the range, or without `from` and `to` in that of the page. Other formats omit what they cannot express.',
    access: 'keyed',
    params: byNumber,
    query: {
      from: dateOrInstant('Only epochs from this time on', '2026-08-01'),
      to: dateOrInstant('Only epochs up to this time; a date is its end', '2026-08-22'),
      limit: paging.limit,
      offset: paging.offset,
      format: format(forms),
    },
    responses: responseForms(
      forms,
      z.union([
        z.object({ data: z.array(archived).describe('Newest epoch first'), meta: coveredMeta }),
        z.array(celestrakMessage).describe('With `format=omm.json`, as CelesTrak writes them'),
      ]),
    ),
    errors: ['not_found', 'not_acceptable'],
  },
  async (request) => {
    const { context, from: release, params, query } = request;
    const id = params.norad_cat_id;
    const form = chooseForm(forms, query.format, context.request.headers);
    const from = query.from === undefined ? undefined : timeOf(query.from);
    const to = query.to === undefined ? undefined : timeOf(query.to, 'end');
    if (from !== undefined && to !== undefined && from > to) throw badValue('to', ['a time that is not before "from"']);
    const { limit, offset } = query;
    const { total, sets, epochs } = await context.archive.elements(id, {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      limit,
      offset,
    });
    if (total === 0 && release.catalog.summary(id) === null) throw noSatellite(id);
    const texts = await Promise.all(sets.map((set) => setText(set, release.catalog)));
    const data = `{"data":[${texts.join(',')}]}`;
    // Without a requested range, the range of the page.
    const now = untilNow(context.now);
    const newest = offset === 0 ? now : (epochs[0] ?? now);
    // Of an object without sets, every snapshot was looked at.
    const first = total === 0 ? (await context.archive.index())?.snapshots[0]?.at : undefined;
    const oldest = epochs.at(-1) ?? (first === undefined ? newest : Date.parse(first));
    const range = { from: from ?? oldest, to: Math.min(to ?? newest, now) };
    range.from = Math.min(range.from, range.to);
    const list = listResponse(request, total, data, { pinned: false, coverage: coverageOf(epochs, range) });
    if (form === 'json') return list;
    const { text: body, omitted } = bulkFile(
      form,
      sets.map((set) => bulkText(form, { set, name: set.object_name })),
    );
    return {
      type: bulkForms[form].mediaType,
      body,
      headers: { ...list.headers, ...(omitted > 0 && { 'X-Elements-Omitted': String(omitted) }) },
    };
  },
);
