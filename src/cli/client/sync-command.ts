import { parts, syncFolder } from '../../../clients/typescript/folder.ts';
import { OrbweaverError } from '../../../clients/typescript/orbweaver.ts';
import { type ClientCommand, ClientFailure, exitCodes } from './client-command.ts';
import { printList } from './print.ts';

export const syncCommand: ClientCommand = {
  name: 'sync',
  usage: 'DIR [--only elements|records]',
  about:
    'Keeps element sets (elements.json) and records of all objects (records.ndjson) in a folder up to date, through changes between releases.',
  options: { only: { type: 'string', value: 'PART', about: 'one of the two', values: parts } },
  formats: ['table', 'json', 'csv'],
  words: [1, 1],
  // It runs on a schedule, where nobody tries it again.
  retries: 3,
  async run(call) {
    const { values, words, api } = call;
    const wanted = parts.filter((part) => values.only === undefined || values.only === part);
    if (wanted.length === 0) throw new ClientFailure(`--only must be one of ${parts.join(', ')}.`, exitCodes.usage);
    const data = await syncFolder(api, words[0]!, wanted).catch((error: Error & { code?: string }) => {
      if (error instanceof OrbweaverError || !error.code) throw error;
      throw new ClientFailure(`${words[0]} could not be written: ${error.message}`, exitCodes.server);
    });
    const rows = data.map(({ applied, ...file }) => ({
      ...file,
      how:
        applied === null
          ? 'downloaded'
          : applied === 0
            ? 'unchanged'
            : `changes of ${applied} release${applied > 1 ? 's' : ''}`,
    }));
    await printList(call, { data }, rows, '');
  },
};
