import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountWorld, accountWorld, holder } from './accounts/account-world.ts';
import { KEY, PUBLIC_URL, type SampleServer, serveSample } from './api/sample-server.ts';
import { notRun, run, type Sample, samples } from './docs-samples.ts';

const nameOf = (sample: Sample) => {
  const [first = ''] = sample.code.split('\n').filter((line) => line !== '');
  return `${sample.page}, ${sample.language}: ${first.slice(0, 70)}`;
};

/** Runs the documentation's code against the sample, in the order of each page: its output must contain the text after each mark. */
describe('the documentation’s code', () => {
  let world: AccountWorld;
  let server: SampleServer;
  let folder: string;
  beforeAll(async () => {
    // Webhooks need an account; their receiver accepts everything.
    world = await accountWorld({ postWebhook: async () => ({ status: 204, problem: null }) });
    const { keyId } = await holder(world);
    server = await serveSample(null, undefined, { accounts: world.accounts, keyId });
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-samples-'));
    await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nmax-time = 30\n');
  });
  afterAll(async () => {
    await server?.remove();
    await world?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  for (const sample of samples) {
    const reason = notRun(sample);
    test.skipIf(reason !== null)(`${nameOf(sample)}${reason === null ? '' : ` (not run: ${reason})`}`, async () => {
      const code = sample.code.replaceAll(PUBLIC_URL, server.base);
      const environment = { PATH: process.env.PATH, CURL_HOME: folder, KEY, LC_ALL: 'C.UTF-8' };
      const output = await run({ ...sample, code }, folder, environment);
      expect(sample.expected.length, 'has expected output').toBeGreaterThan(0);
      for (const text of sample.expected) expect(output).toContain(text);
    });
  }

  test('covers every documented language, and only two samples are never run', () => {
    expect([...new Set(samples.map(({ language }) => language))].sort()).toEqual(['js', 'python', 'r', 'sh', 'sql']);
    const skipped = samples.filter((sample) => /shown, and not run/.test(notRun(sample) ?? '')).map(nameOf);
    expect(skipped.map((name) => name.split(':')[0])).toEqual(['recipes.md, python', 'recipes.md, r']);
  });
});
