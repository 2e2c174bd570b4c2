import { z } from '@hono/zod-openapi';
import { responseForms, route } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import type { FileSender } from '../../../http/files/file-sender.ts';
import { sendable } from '../../../http/files/sendable-file.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { json, jsonResponse } from '../../../http/respond.ts';
import { completeList } from '../../../schema/complete-list.ts';
import { archiveDocument, archivePath, recentPath } from '../../../schema/release/archive.ts';
import { forms, publicCacheControl } from '../../../schema/release/public-route.ts';

const text = (description: string) => z.string().describe(description);
/** How long a shared cache may keep it, seconds: the newest months change with every few refreshes. */
const SHARED_SECONDS = 3600;

const month = z
  .object({
    month: text('The month in which its sets were first seen, or of their epoch if that is unknown'),
    element_sets: z.int().describe('How many it has'),
    bytes: z.int().describe('Size of the file'),
    sha256: text('SHA-256 of the file'),
    first_epoch: text('The oldest epoch in it (UTC)'),
    last_epoch: text('The newest epoch in it (UTC)'),
    url: text('Path of the file, Apache Parquet'),
  })
  .openapi('ArchiveMonth');

export const archiveIndex = route(
  {
    id: 'listArchive',
    path: '/api/v1/archive',
    tag: 'Public files',
    summary: 'List the months of the element archive',
    description:
      'Every element set that was ever in the catalog or imported, one Parquet file per month, sorted by object and epoch. Numbers are scaled integers that keep all digits. Sets of the latest refreshes (`meta.pending`) are added about once a day.',
    access: 'public',
    params: {},
    query: {},
    responses: responseForms(
      { json },
      z.object({
        data: z.array(month).describe('Oldest first'),
        meta: z
          .object({
            ...completeList,
            snapshots: z.int().describe('Number of catalog snapshots in the archive'),
            first_snapshot: z.string().nullable().describe('Time of the first (UTC)'),
            last_snapshot: z.string().nullable().describe('Time of the last (UTC)'),
            first_release: z
              .string()
              .nullable()
              .describe('The first release; for earlier times, only element sets are available'),
            pending: z.int().describe('Rows that are not in a monthly file yet'),
            recent: z
              .array(
                z.object({
                  url: text('Path of the file, Apache Parquet'),
                  element_sets: z.int().describe('Number of rows'),
                  bytes: z.int().describe('Size of the file'),
                  sha256: text('SHA-256 of the file'),
                }),
              )
              .describe(
                'The files of those rows, oldest first. They repeat a set that has ended, and are deleted when months are written',
              ),
            datasets: z
              .array(
                z.object({
                  month: text('The month'),
                  release: text('The first release of the month, which the dataset contains'),
                  rolled_back_at: z.iso
                    .datetime()
                    .nullable()
                    .describe('Time when that release was rolled back (UTC); null if it was not'),
                  url: text('Path of its files, their hashes and how to cite it'),
                }),
              )
              .describe('Permanent monthly datasets of all objects, oldest first'),
          })
          .describe('Coverage of the archive'),
      }),
    ),
    errors: ['not_found'],
  },
  async ({ context }) => {
    const index = await context.archive.index();
    if (!index) throw noArchive();
    return {
      ...jsonResponse(archiveDocument(index)),
      headers: { 'Cache-Control': publicCacheControl(SHARED_SECONDS), Vary: 'Accept-Encoding' },
    };
  },
);

export const noArchive = () =>
  new ApiError('not_found', {
    error: 'This server has no archive yet.',
    hint: 'The next refresh creates it. Current elements: /api/v1/elements/all.',
  });

/** Sends the Parquet file of a month. Throws 404. */
export async function sendArchiveMonth(files: FileSender, context: RequestContext, name: string): Promise<Response> {
  const index = await context.archive.index();
  if (!index) throw noArchive();
  const found =
    index.elements.find((file) => archivePath(file.month).endsWith(`/${name}`)) ??
    index.recent.find((file) => recentPath(file).endsWith(`/${name}`));
  if (!found)
    throw new ApiError('not_found', {
      error: 'The archive has no file of this name.',
      hint: 'List its months: /api/v1/archive.',
      body: { allowed: index.elements.map((file) => archivePath(file.month)) },
    });
  const modified = Math.floor(Date.parse(index.snapshots.at(-1)?.at ?? found.last_epoch) / 1000) * 1000;
  const identity = sendable(context.archive.path(found.file), found, {
    modified,
    type: forms.parquet,
    ranges: true,
    headers: {
      ...context.served?.headers,
      'Cache-Control': publicCacheControl(SHARED_SECONDS),
      Vary: 'Accept-Encoding',
    },
  });
  return files.send(context, { identity });
}
