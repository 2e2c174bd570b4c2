import { AccountProblem } from '../accounts/database.ts';
import { BrokenRelease, currentReleaseId, openRelease } from '../release/release.ts';
import { releaseDifferences } from '../release-differences.ts';
import { plural } from '../schema/plain-text.ts';
import { command, printRows, UsageError } from './command.ts';
import { flag, text } from './option.ts';

export const verify = command({
  name: 'releases verify',
  about: 'Compares the hash of every file of a release with the manifest. Exit code 1 if any differs.',
  options: { id: text('ID', 'the release; default: the one being served'), json: flag('as JSON') },
  async run({ values, deps }) {
    const { home, say } = deps;
    const id = values.id ?? (await currentReleaseId(home));
    if (id === null) throw new UsageError('No release is being served: choose one with --id.');
    if (!/^[0-9A-Za-z-]+$/.test(id)) throw new UsageError(`--id ${id} is not the id of a release.`);
    try {
      const { folder, manifest } = await openRelease(home, id);
      const found = await releaseDifferences(folder, manifest);
      const rows = found.map((one) => ({ ...one }));
      if (values.json || found.length > 0) printRows(deps, rows, values.json);
      const count = Object.keys(manifest.files).length;
      if (found.length > 0)
        throw new AccountProblem(
          `Release ${id} has changed since it was published: ${plural(found.length, 'file differs', 'files differ')}. To serve the previous one, run "npm run admin -- releases rollback".`,
        );
      say(`Release ${id} is intact: ${count} files match the manifest.`);
    } catch (error) {
      if (error instanceof BrokenRelease)
        throw new AccountProblem(
          `Release ${id} cannot be verified: ${error.message}. "releases list" shows the releases of this server.`,
        );
      throw error;
    }
  },
});
