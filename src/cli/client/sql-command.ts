import { text } from 'node:stream/consumers';
import { ClientFailure, clientCommand, exitCodes } from './client-command.ts';
import { copyBody, printList } from './print.ts';

interface SqlResult {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

export const sqlCommand = clientCommand({
  name: 'sql',
  usage: 'QUERY | -',
  about: 'Runs one SELECT of DuckDB SQL over the tables of the release; - reads it from standard input.',
  options: {},
  formats: ['table', 'json', 'csv', 'arrow', 'parquet'],
  words: [1, 1],
  async run(call) {
    const { words, api, format, deps } = call;
    if (deps.isTerminal && (format === 'arrow' || format === 'parquet'))
      throw new ClientFailure(`${format} is not for terminals: send it to a file or a pipe.`, exitCodes.usage);
    const query = words[0] === '-' ? await text(process.stdin) : words[0]!;
    const response = await api.request(
      '/api/v1/sql',
      {},
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, format: format === 'table' ? 'json' : format }),
      },
    );
    if (format !== 'table') return copyBody(call, response);
    const body = (await response.json()) as SqlResult;
    return printList(call, body, body.data, 'No rows.');
  },
});
