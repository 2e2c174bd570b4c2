import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AccountProblem } from '../accounts/database.ts';
import { locked } from '../lock.ts';
import {
  BrokenRelease,
  checkFormat,
  currentReleaseId,
  openRelease,
  type Release,
  releaseIds,
  serveRelease,
} from '../release/release.ts';
import { markRolledBack, rollBackSnapshots } from '../release/rollback.ts';
import { fileDifferences } from '../release-differences.ts';
import { plural } from '../schema/plain-text.ts';
import { record } from './account-named.ts';
import { type Command, command, integer, printRows, UsageError } from './command.ts';
import { flag, type Options, text } from './option.ts';
import { verify } from './verify-release.ts';

/** The release, if this version can serve it, or a description of its problem. */
async function look(home: string, id: string): Promise<Release | string> {
  try {
    const release = await openRelease(home, id);
    checkFormat(release.manifest);
    if (release.missing.length > 0)
      return `damaged: ${plural(release.missing.length, 'file is', 'files are')} missing or truncated`;
    const { files } = release.manifest;
    const databases = ['catalog.duckdb', 'records.sqlite'].filter((name) => Object.hasOwn(files, name));
    const [difference] = await fileDifferences(release.folder, files, databases);
    return difference ? `damaged: ${difference.file} ${difference.problem}` : release;
  } catch (error) {
    if (error instanceof BrokenRelease) return error.message;
    throw error;
  }
}

function brokenIsNone(error: unknown): null {
  if (error instanceof BrokenRelease) return null;
  throw error;
}

/** A command that must not run during a refresh: takes the same lock, and fails if it is held. */
const alone =
  <O extends Options>(run: Command<O>['run']): Command<O>['run'] =>
  (call) =>
    locked(call.deps.home, async () => run(call));

const list = command({
  name: 'releases list',
  about: 'Lists releases, oldest first, and which one is being served.',
  options: { json: flag('as JSON') },
  async run({ values, deps }) {
    const { home } = deps;
    const current = await currentReleaseId(home);
    const rows = [];
    for (const id of await releaseIds(home)) {
      const found = await look(home, id);
      const whole = typeof found !== 'string';
      rows.push({
        id,
        served: id === current,
        objects: whole ? found.manifest.counts.satellites : null,
        sample: whole ? found.manifest.sample : null,
        state: whole ? 'whole' : found,
      });
    }
    printRows(deps, rows, values.json);
  },
});

const rollback = command({
  name: 'releases rollback',
  about: 'Serves an earlier release, and holds the upstream files of later ones aside: no refresh uses them again.',
  options: { to: text('ID', 'the release to serve; default: the newest intact one before the current one') },
  run: alone(async (call) => {
    const { home, say } = call.deps;
    // This command repairs a damaged `current` too.
    const current = await currentReleaseId(home).catch(brokenIsNone);
    const { to } = call.values;
    const earlier = (await releaseIds(home)).filter((id) => current === null || id < current).reverse();
    for (const id of to === undefined ? earlier : [to]) {
      const found = await look(home, id);
      if (typeof found === 'string') {
        if (to !== undefined) throw new AccountProblem(`Release ${id} cannot be served: ${found}.`);
        say(`Skipped release ${id}: ${found}.`);
        continue;
      }
      const taken = await rollBackSnapshots(home, id, found.manifest.sample);
      const marked = await markRolledBack(home, id, new Date(call.deps.now()).toISOString());
      await serveRelease(home, id);
      await record(call, 'releases rollback', null, { from: current, to: id });
      say(`Now serving release ${id}.`);
      if (!marked)
        say(
          `The archive cannot be read, so its later releases are not marked as rolled back. Restore archive/index.json from a backup or a mirror, then run releases rollback --to ${id}.`,
        );
      if (taken === null)
        say('The upstream files of this release are not kept: the next refresh uses the newest ones, as before.');
      else if (taken > 0)
        say(
          `Held aside ${taken} newer upstream ${taken === 1 ? 'file' : 'files'}: the next refresh does not use these bytes.`,
        );
      return;
    }
    throw new AccountProblem('There is no earlier release to serve.');
  }),
});

const prune = command({
  name: 'releases prune',
  about: 'Deletes old releases, but never the one being served.',
  options: { keep: text('N', 'number of releases to keep, including the one being served; default: 3') },
  run: alone(async (call) => {
    const { home, say } = call.deps;
    const keep = integer('keep', call.values.keep) ?? 3;
    const current = await currentReleaseId(home);
    if (current === null) throw new UsageError('No release is being served, so nothing was deleted.');
    const old = (await releaseIds(home))
      .filter((id) => id !== current)
      .reverse()
      .slice(keep - 1);
    for (const [at, id] of old.entries()) {
      await rm(join(home, 'releases', id), { recursive: true, force: true });
      say(`Deleted ${id} (${at + 1} of ${old.length}).`);
    }
    await record(call, 'releases prune', null, { deleted: old.length, kept: keep });
    if (old.length === 0) say('Nothing to delete.');
  }),
});

export const releaseCommands = [list, rollback, prune, verify];
