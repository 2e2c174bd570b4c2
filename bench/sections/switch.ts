import { setTimeout as pause } from 'node:timers/promises';
import { releaseIds } from '../../src/release/release.ts';
import { PacedLoad } from '../../test/chaos/paced-load.ts';
import { Truth } from '../../test/chaos/truth.ts';
import { makeCurrent } from '../../test/server/release-folder.ts';
import { ownHome, type Server, serve } from '../process.ts';
import type { Section } from '../section.ts';

/** Requests per second, for so few records that each is requested repeatedly from both releases. */
const [REQUESTS_S, RECORDS] = [500, 300];
/** How long a release is served before the next switch, and how long a switch may take. */
const [PAUSE_MS, SWITCH_TIMEOUT_MS] = [700, 30_000];

/** Switching a release back and forth under load; responses are compared with the records of both. */
export const section: Section = {
  about: 'failed and incorrect responses while the release is switched back and forth',
  async run(bench) {
    const [one, other] = (await releaseIds(bench.home)).slice(-2);
    if (!one || !other) throw new Error('a switch needs two releases in the home: refresh once more');
    await using own = await ownHome(bench.home);
    await using server = await serve(own);
    const recordRequests = (await bench.data()).summaries.slice(0, RECORDS).map(({ norad_cat_id: record }) => {
      return { path: `/api/v1/satellites/${record}`, headers: own.headers, truth: { record } };
    });
    const load = new PacedLoad([server.base], recordRequests, new Truth(own.folder));
    const running = load.run(REQUESTS_S);
    let switches = 0;
    try {
      const until = performance.now() + bench.rounds * bench.seconds * 2000;
      for (; performance.now() < until; switches++) {
        await switchTo(own.folder, server, switches % 2 === 0 ? one : other);
        await pause(PAUSE_MS);
      }
    } finally {
      load.stop();
    }
    const { requests, retried, failed, mixed } = await running;
    const note = `${switches} switches, ${requests.toLocaleString('en-US')} responses. ${[...failed, ...mixed][0] ?? ''}`;
    const ours = [failed.length + mixed.length + retried];
    return [{ what: 'failed or wrong answers', unit: '', ours, target: '≤ 0', note: note.trim(), judged: true }];
  },
};

/** Activates a release as a refresh does, and waits until it is served. */
async function switchTo(home: string, { base, headers }: Server, release: string): Promise<void> {
  await makeCurrent(home, release);
  const until = performance.now() + SWITCH_TIMEOUT_MS;
  const served = () => fetch(`${base}/api/v1/stats`, { method: 'HEAD', headers });
  while ((await served()).headers.get('x-catalog-release') !== release) {
    if (performance.now() > until) throw new Error(`release ${release} was not served in ${SWITCH_TIMEOUT_MS} ms`);
    await pause(20);
  }
}
