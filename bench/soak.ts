import { parseArgs } from 'node:util';
import { runCommand } from '../pipeline/run-command.ts';
import { UserError } from '../src/user-error.ts';
import { type AttackName, attackNames } from '../test/load/soak/attacks.ts';
import { mutatedRefreshes, publishSample } from '../test/load/soak/mutated-refreshes.ts';
import { isSound, soak, soakLines } from '../test/load/soak/soak.ts';
import { linkRelease, temporaryFolder } from './process.ts';

const help = `node bench/soak.ts [--home DIR] [--minutes N] [--attacks LIST]

Starts a server, attacks it in every way at once, and sends the requests of an honest client meanwhile: records, lists, pages,
files, sign-ins, and webhooks. Prints the response times of the honest client, the outcomes of the attackers, and the memory of
the server. Exits with 1 if a request of the honest client failed, or an attacker was refused without Retry-After.

  --home DIR      attack the current release of this home, which is only read (default: the sample, which is refreshed with
                  damaged files meanwhile)
  --minutes N     duration (default: 30)
  --attacks LIST  some of ${attackNames.join(',')}; or none (default: all)
`;

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      home: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      attacks: { type: 'string', default: attackNames.join(',') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new UserError(`--minutes ${values.minutes}: not a positive number`);
  const names = values.attacks === 'none' ? [] : values.attacks.split(',');
  for (const name of names)
    if (!(attackNames as readonly string[]).includes(name))
      throw new UserError(`Unknown attack: ${name}. Attacks: ${attackNames.join(', ')}, or none`);
  await using own = await temporaryFolder();
  const { folder } = own;
  if (values.home === undefined) await publishSample(folder);
  else await linkRelease(values.home, folder);
  const result = await soak({
    home: folder,
    seconds: minutes * 60,
    attacks: names as AttackName[],
    ...(values.home === undefined && { meanwhile: (ended: AbortSignal) => mutatedRefreshes(folder, ended) }),
  });
  if (!isSound(result)) process.exitCode = 1;
  return `${soakLines(result).join('\n')}\n`;
}

// On a signal, exit normally, so that child processes are killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runCommand(main);
