import { execFile } from 'node:child_process';
import { open, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Metrics } from '../../src/http/ops/metrics.ts';
import { serviceStatus } from '../../src/http/ops/status.ts';
import { makeCurrent, makeHome, publish, releaseId, removeHome, writeRelease } from '../server/release-folder.ts';
import { ask, type RunningServer, startServer } from '../server/running-server.ts';

let home: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  home = await makeHome();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeHome(home);
});

const fileOf = (id: string, name: string) => join(home, 'releases', id, name);

/** Overwrites the beginning of a file without changing its size. */
async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, 0);
  await file.close();
}

/** Kinds of damage to the release that `current` names. */
const damages: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'its folder deleted': (id) => rm(join(home, 'releases', id), { recursive: true }),
  'manifest.json cut short': (id) => truncate(fileOf(id, 'manifest.json'), 100),
  'manifest.json empty': (id) => truncate(fileOf(id, 'manifest.json'), 0),
  'manifest.json missing': (id) => rm(fileOf(id, 'manifest.json')),
  'catalog.duckdb overwritten': (id) => overwrite(fileOf(id, 'catalog.duckdb')),
  'catalog.duckdb cut short': (id) => truncate(fileOf(id, 'catalog.duckdb'), 4096),
  'catalog.duckdb missing': (id) => rm(fileOf(id, 'catalog.duckdb')),
  'records.sqlite overwritten': (id) => overwrite(fileOf(id, 'records.sqlite')),
  'records.sqlite missing': (id) => rm(fileOf(id, 'records.sqlite')),
  'a public file missing': (id) => rm(fileOf(id, 'public/api/v1/elements.json')),
};

async function facts() {
  const { status, headers } = await ask(server!.base, '/api/v1/elements');
  const ready = await ask(server!.base, '/readyz');
  return {
    status,
    release: headers['x-catalog-release'],
    ready: ready.status,
    problems: ready.json().problems as string[],
  };
}

/** The service status, as in `/status`. */
function status() {
  const served = server!.served.hold();
  const manifest = served?.value.release.manifest ?? null;
  served?.end();
  const options = {
    home,
    scheduled: false,
    measured: async () => [{ began: 0, counts: await new Metrics().measured() }],
    now: Date.now,
    problems: () => server!.served.problems,
  };
  return serviceStatus(options, manifest);
}

describe.each(Object.entries(damages))('%s', (_what, damage) => {
  test('before the server starts: serves the previous release, and reports the problem with a command to repair it', async () => {
    await publish(home, 1);
    const current = await publish(home, 2);
    await damage(current);
    server = await startServer(home);
    const found = await facts();
    expect(found).toMatchObject({ status: 200, release: releaseId(1), ready: 200 });
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toContain(`Release ${current} cannot be served: `);
    expect(found.problems[0]).toContain(`npm run admin -- releases rollback --to ${releaseId(1)}`);
    expect(found.problems[0]).not.toContain(home);
    expect(await status()).toMatchObject({ state: 'degraded', reasons: expect.arrayContaining(found.problems) });
    // Checking again changes nothing and logs nothing more.
    const refused = () => server!.lines.filter((line) => line['msg'] === 'release refused').length;
    const before = refused();
    await server.served.check();
    expect([refused(), (await facts()).problems]).toEqual([before, found.problems]);
  });
});

test.each([
  'its folder deleted',
  'manifest.json missing',
  'catalog.duckdb missing',
  'catalog.duckdb cut short',
  'records.sqlite missing',
])('%s while it is served: switches to the previous release', async (what) => {
  await publish(home, 1);
  const current = await publish(home, 2);
  server = await startServer(home);
  expect(await facts()).toMatchObject({ status: 200, release: current, problems: [] });
  await damages[what]!(current);
  await server.served.check();
  expect(await facts()).toMatchObject({
    status: 200,
    release: releaseId(1),
    problems: [expect.stringContaining('rollback --to')],
  });
});

test.each([
  ['points to a missing release', (link: string) => makeCurrent(home, releaseId(9)).then(() => link)],
  ['is a file', (link: string) => rm(link).then(() => writeFile(link, 'x'))],
])('`current` %s: serves the newest release', async (_what, damage) => {
  await publish(home, 1);
  await publish(home, 2);
  await damage(join(home, 'current'));
  server = await startServer(home);
  const found = await facts();
  expect(found).toMatchObject({ status: 200, release: releaseId(2), ready: 200 });
  expect(found.problems[0]).toContain(`npm run admin -- releases rollback --to ${releaseId(2)}`);
});

test('`current` points elsewhere: the path is in the log, and not public', async () => {
  await publish(home, 1);
  await rm(join(home, 'current'));
  await symlink('/mnt/disk/old/20260822', join(home, 'current'));
  server = await startServer(home);
  const { problems, release } = await facts();
  expect(release).toBe(releaseId(1));
  expect(problems[0]).toContain(
    'The current release cannot be served: current points to something that is no release.',
  );
  expect(problems[0]).not.toContain('/mnt');
  const refused = server.lines.find(({ msg }) => msg === 'release refused');
  expect(refused).toMatchObject({ cause: '/mnt/disk/old/20260822' });
});

test('the reported command repairs it, and the problem is cleared', async () => {
  await publish(home, 1);
  await damages['manifest.json empty']!(await publish(home, 2));
  server = await startServer(home);
  const [problem] = (await facts()).problems;
  const [, command] = /`npm run admin -- ([^`]+)`/.exec(problem!)!;
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../src/cli/bin.js'), 'admin', ...command!.split(' ')],
    { env: { ...process.env, ORBWEAVER_HOME: home }, cwd: home },
  );
  await server.served.check();
  expect(await facts()).toMatchObject({ status: 200, release: releaseId(1), problems: [] });
  expect((await status()).reasons.join()).not.toContain('cannot be served');
});

test('a new release also clears the problem', async () => {
  await publish(home, 1);
  await damages['catalog.duckdb missing']!(await publish(home, 2));
  server = await startServer(home);
  expect((await facts()).problems).toHaveLength(1);
  const next = await publish(home, 3);
  await server.served.check();
  expect(await facts()).toMatchObject({ status: 200, release: next, problems: [] });
});

test('prefers an earlier release over a later one, which may have been rolled back', async () => {
  await writeRelease(home, 1);
  await writeRelease(home, 3);
  await damages['manifest.json missing']!(await publish(home, 2));
  server = await startServer(home);
  expect((await facts()).release).toBe(releaseId(1));
});

test('skips a damaged earlier release', async () => {
  await publish(home, 0);
  await damages['catalog.duckdb overwritten']!(await publish(home, 1));
  await damages['its folder deleted']!(await publish(home, 2));
  server = await startServer(home);
  expect((await facts()).release).toBe(releaseId(0));
});

test('returns 503, and reports how to repair it, if no other release is intact', async () => {
  await damages['catalog.duckdb overwritten']!(await publish(home, 1));
  server = await startServer(home);
  const found = await facts();
  expect(found).toMatchObject({ status: 503, ready: 503 });
  expect(found.problems[0]).toContain('No other release is intact: `npm run refresh` builds a new one.');
  expect(await status()).toMatchObject({ state: 'unavailable', reasons: expect.arrayContaining(found.problems) });
});
