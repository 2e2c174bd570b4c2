import { z } from '@hono/zod-openapi';
import { required, text } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import type { FileSender } from '../../../http/files/file-sender.ts';
import { sendable } from '../../../http/files/sendable-file.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import {
  type ArchiveIndex,
  datasetDocument,
  datasetPath,
  type MonthlyDataset,
} from '../../../schema/release/archive.ts';
import { forms, licensedAs, publicCacheControl, splitForm } from '../../../schema/release/public-route.ts';
import { noArchive } from './archive-months.ts';

/** The document contains the address of the server, which may change; the files never do. */
const SHARED_SECONDS = 3600;
/** Real data never changes at its address; data of the sample is replaced by it. */
const FOREVER = 'public, max-age=31536000, immutable';

const document = z.object({
  data: z
    .object({
      month: z.string().describe('The month'),
      release: z.string().describe('The first release of the month, which the dataset contains'),
      rolled_back_at: z.iso
        .datetime()
        .nullable()
        .describe(
          'Time when that release was rolled back (UTC): its files stay for those who have cited them; null if it was not',
        ),
      generated_at: z.iso.datetime().describe('When it was made (UTC)'),
      objects: z.int().describe('Number of rows, one per object'),
      license: z.string().describe('License of the whole response'),
      attributions: z.array(z.string()).describe('Attributions of its sources'),
      files: z
        .array(
          z.object({
            format: z.enum(['csv', 'parquet']).describe('Format'),
            url: z.string().describe('Path of the file'),
            bytes: z.int().describe('Its uncompressed size'),
            sha256: z.string().describe('SHA-256 of that'),
          }),
        )
        .describe('Permanent files, which never change'),
      citation: z.string().describe('How to cite it'),
      bibtex: z.string().describe('The same for BibTeX'),
    })
    .openapi('MonthlyDataset'),
});

export const monthlyDataset = route(
  {
    id: 'getMonthlyDataset',
    path: '/api/v1/dataset/all/{month}',
    tag: 'Public files',
    summary: 'Get a monthly dataset to cite',
    description:
      'All objects as in the first release of a month, with the columns of `/dataset/all`, as CSV and Parquet. The files never change and their URLs are permanent. The response has their hashes and a citation. `/archive` lists the months in `meta.datasets`.',
    access: 'public',
    params: { month: required(text('Month (UTC)', /^\d{4}-\d\d$/, 'a month such as 2026-08', '2026-08')) },
    query: {},
    responses: responseForms({ json }, document),
    errors: ['not_found'],
  },
  async ({ context, params }) => {
    const { index, dataset } = await datasetOf(context.archive, params.month);
    return {
      ...jsonResponse(datasetDocument(index, dataset, context.base)),
      headers: { 'Cache-Control': publicCacheControl(SHARED_SECONDS), Vary: 'Accept-Encoding' },
    };
  },
);

/** Throws 404. */
async function datasetOf(
  archive: ArchiveReader,
  month: string,
): Promise<{ index: ArchiveIndex; dataset: MonthlyDataset }> {
  const index = await archive.index();
  if (!index) throw noArchive();
  const dataset = index.datasets.find((one) => one.month === month);
  if (dataset) return { index, dataset };
  throw new ApiError('not_found', {
    error: 'There is no dataset for this month.',
    hint: 'Use one of the months in "allowed". The current one: /api/v1/dataset/all.',
    body: { parameter: 'month', allowed: index.datasets.map((one) => one.month) },
  });
}

/** Sends a file of the dataset of a month, `2026-08.csv`. Throws 404. */
export async function sendMonthlyDataset(files: FileSender, context: RequestContext, name: string): Promise<Response> {
  const [month, form] = splitForm(name);
  const { index, dataset } = await datasetOf(context.archive, month);
  if (form !== 'csv' && form !== 'parquet')
    throw new ApiError('not_found', {
      error: 'Monthly datasets are not available in that format.',
      hint: `Request ${datasetPath(month)}.csv, ${datasetPath(month)}.parquet, or their description without an ending.`,
      body: { allowed: ['csv', 'parquet'] },
    });
  const as = {
    modified: Date.parse(dataset.at),
    type: forms[form],
    headers: {
      ...context.served?.headers,
      ...licensedAs('ODbL-1.0'),
      'X-Catalog-Release': dataset.release,
      'Cache-Control': index.sample ? publicCacheControl(SHARED_SECONDS) : FOREVER,
      Vary: 'Accept-Encoding',
    },
  };
  const file = context.archive.path(dataset[form].file);
  if (form === 'parquet')
    return files.send(context, { identity: sendable(file, dataset.parquet, { ...as, ranges: true }) });
  return files.send(context, {
    gzip: sendable(file, dataset.csv, { ...as, coding: 'gzip' }),
    identity: sendable(file, dataset.csv.unpacked, { ...as, unpack: true }),
  });
}
