import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { plural } from '../../schema/plain-text.ts';
import { slices } from '../../schema/release/dataset.ts';
import { text } from '../option.ts';
import { ClientFailure, clientCommand, exitCodes } from './client-command.ts';
import { copyBody } from './print.ts';

/** Datasets that are not slices of objects. */
const others = ['transmitters'];
const binary = new Set(['parquet']);

export const exportCommand = clientCommand({
  name: 'export',
  usage: 'SLICE [--format csv|json|parquet] [--out FILE] · --elements SET [--format tle|…]',
  about: 'Downloads a whole dataset, or the elements of a whole set (active, a group, an orbit class).',
  options: {
    elements: text('SET', 'the elements of this set instead of a dataset'),
    out: text('FILE', 'the file to write; default: standard output'),
  },
  formats: ['csv', 'json', 'parquet', 'tle', '5-digit.tle', '2le', 'omm.json', 'xml', 'kvn', 'czml'],
  piped: 'csv',
  words: [0, 1],
  wordValues: [...slices.map(({ name }) => name), ...others],
  async run(call) {
    const { values, words, api, format, deps } = call;
    const { elements, out } = values;
    if ((elements === undefined) === (words.length === 0))
      throw new ClientFailure(
        'Name either a slice, such as active, or --elements with a set, such as active.',
        exitCodes.usage,
      );
    const name = encodeURIComponent(elements ?? words[0]!);
    if (out === undefined && binary.has(format) && deps.isTerminal)
      throw new ClientFailure('Parquet is not for terminals: use --out FILE, or a pipe.', exitCodes.usage);
    const response = await api.request(`/api/v1/${elements === undefined ? 'dataset' : 'elements'}/${name}.${format}`);
    const omitted = response.headers.get('X-Elements-Omitted');
    if (omitted !== null && omitted !== '0')
      deps.say(`Note: ${plural(Number(omitted), 'element set has', 'element sets have')} no room in this format.`);
    if (out === undefined) return copyBody(call, response);
    const part = `${out}.part`;
    try {
      await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part));
      await rename(part, out);
    } catch (error) {
      await rm(part, { force: true });
      throw new ClientFailure(`${out} could not be written: ${(error as Error).message}`, exitCodes.server);
    }
    deps.say(`Wrote ${out}.`);
  },
});
