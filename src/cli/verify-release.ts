import { AccountProblem } from '../accounts/database.ts';
import { BrokenRelease, currentReleaseId, openRelease } from '../release/release.ts';
import { releaseDifferences } from '../release-differences.ts';
import { type Command, given, printRows, WrongUse } from './command.ts';

export const verify: Command = {
  name: 'releases verify',
  usage: '[--id ID] [--json]',
  about: 'Reads every file of a release and compares its hash with the manifest. Exit code 1 where one differs.',
  explained: ['--id ID           which one; the served one if not given'],
  options: { id: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { home, say } = call.world;
    const id = given(call, 'id') ?? (await currentReleaseId(home));
    if (id === null) throw new WrongUse('No release is served: name one with --id.');
    if (!/^[0-9A-Za-z-]+$/.test(id)) throw new WrongUse(`--id ${id} is no release.`);
    try {
      const { folder, manifest } = await openRelease(home, id);
      const found = await releaseDifferences(folder, manifest);
      if (call.values['json'] || found.length > 0)
        printRows(
          call,
          found.map((one) => ({ ...one })),
        );
      const count = Object.keys(manifest.files).length;
      if (found.length > 0)
        throw new AccountProblem(
          `Release ${id} is not as it was published: ${found.length} of its files differ. "npm run admin -- releases rollback" serves the one before.`,
        );
      say(`Release ${id} is as it was published: ${count} files.`);
    } catch (error) {
      if (error instanceof BrokenRelease)
        throw new AccountProblem(`Release ${id} cannot be verified: ${error.message}.`);
      throw error;
    }
  },
};
