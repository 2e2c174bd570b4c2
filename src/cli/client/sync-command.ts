import { parts, syncFolder } from '../../../clients/typescript/folder.ts';
import { OrbweaverError } from '../../../clients/typescript/orbweaver.ts';
import { text } from '../option.ts';
import { ClientFailure, clientCommand, exitCodes } from './client-command.ts';
import { printList } from './print.ts';

export const syncCommand = clientCommand({
  name: 'sync',
  usage: 'DIR [--only elements|records] [--group NAME]',
  about:
    'Keeps element sets (elements.json) and records of all objects (records.ndjson) in a folder up to date, through changes between releases.',
  options: {
    only: text('PART', 'only one of the two', parts),
    group: text('NAME', 'only the element sets of a group, such as stations (elements-NAME.json)'),
  },
  formats: ['table', 'json', 'csv'],
  words: [1, 1],
  // It usually runs on a schedule, so that nobody would retry it.
  retries: 3,
  async run(call) {
    const { values, words, api } = call;
    const { only, group } = values;
    const wanted = only === undefined ? undefined : parts.filter((part) => part === only);
    if (wanted?.length === 0) throw new ClientFailure(`--only must be one of ${parts.join(', ')}.`, exitCodes.usage);
    if (group !== undefined && (only === 'records' || !/^[\w-]+$/.test(group)))
      throw new ClientFailure(
        '--group must be the name of a group, of which there are elements alone.',
        exitCodes.usage,
      );
    const data = await syncFolder(api, words[0]!, wanted, group).catch((error: Error & { code?: string }) => {
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
});
