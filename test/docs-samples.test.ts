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

/** Code of the documentation, run against the sample in the order of each page: what stands after the mark is in what it printed. */
describe('the code of the documentation', () => {
  let world: AccountWorld;
  let server: SampleServer;
  let place: string;
  beforeAll(async () => {
    // Webhooks need an account; their receiver answers everything.
    world = await accountWorld({ postWebhook: async () => ({ status: 204, problem: null }) });
    const { keyId } = await holder(world);
    server = await serveSample(null, undefined, { accounts: world.accounts, keyId });
    place = await mkdtemp(join(tmpdir(), 'orbweaver-samples-'));
    await writeFile(join(place, '.curlrc'), 'silent\nshow-error\nmax-time = 30\n');
  });
  afterAll(async () => {
    await server?.remove();
    await world?.close();
    if (place) await rm(place, { recursive: true, force: true });
  });

  for (const sample of samples) {
    const reason = notRun(sample);
    test.skipIf(reason !== null)(`${nameOf(sample)}${reason === null ? '' : ` (not run: ${reason})`}`, async () => {
      const code = sample.code.replaceAll(PUBLIC_URL, server.base);
      const environment = { PATH: process.env.PATH, CURL_HOME: place, KEY, LC_ALL: 'C.UTF-8' };
      const output = await run({ ...sample, code }, place, environment);
      expect(sample.expected.length, 'says what it prints').toBeGreaterThan(0);
      for (const words of sample.expected) expect(output).toContain(words);
    });
  }

  test('is there in every language that is promised', () => {
    expect([...new Set(samples.map(({ language }) => language))].sort()).toEqual(['js', 'python', 'r', 'sh', 'sql']);
    const left = samples.filter((sample) => /shown, and not run/.test(notRun(sample) ?? '')).map(nameOf);
    expect(left.map((name) => name.split(':')[0])).toEqual(['recipes.md, python', 'recipes.md, r']);
  });
});
