import { clientCommands } from '../src/cli/client/run-client.ts';
import { code, list, table } from './markdown.ts';

/** The table of the commands against a server or a local release. */
export const cliTables: Readonly<Record<string, () => string>> = {
  'cli-commands': () =>
    table(
      ['Command', 'What it does', 'Formats'],
      clientCommands.map(({ name, usage, about, formats }) => [code(`${name} ${usage}`), about, list(formats)]),
    ),
};
