import { hash } from 'node:crypto';
import { readdir, readlink, rename, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { figure } from '../figure.ts';
import { ownHome, type Server, serve } from '../process.ts';
import { Random } from '../questions.ts';
import type { Section } from '../section.ts';

const CLIENTS = 8;
/** So few records that each is requested again and again of both releases. */
const RECORDS = 300;
/** How long a release is served before the next switch. */
const REST_MS = 700;
/** How long a switch may take before it counts as failed. */
const SWITCH_TIMEOUT_MS = 30_000;

/** A release replaced by another and back under the requests of several clients. */
export const releaseSwitch: Section = {
  about: 'failed and wrong answers while the release is switched back and forth',
  async run(bench) {
    const names = await readdir(join(bench.home, 'releases'));
    const kept = names.filter((name) => /^\d{8}T/.test(name)).sort();
    const [one, other] = kept.slice(-2);
    if (!one || !other) throw new Error('a switch needs two releases in the home: refresh once more');
    const ids = (await bench.data()).summaries.slice(0, RECORDS).map(({ norad_cat_id }) => norad_cat_id);
    await using own = await ownHome(bench.home);
    await using server = await serve(own);
    const failed: string[] = [];
    const bodies = new Map<string, string>();
    let [answers, switches, running] = [0, 0, true];
    const client = async (_: unknown, seed: number) => {
      const random = new Random(seed);
      while (running) {
        const id = random.of(ids);
        const answer = await ask(server, id).catch(String);
        answers += 1;
        if (typeof answer === 'string' || answer.status !== 200) {
          failed.push(`${id}: ${JSON.stringify(answer)}`);
          continue;
        }
        const key = `${answer.release} ${id}`;
        const known = bodies.get(key) ?? answer.body;
        if (known !== answer.body) failed.push(`${key}: another answer than before`);
        bodies.set(key, known);
      }
    };
    const clients = Array.from({ length: CLIENTS }).map(client);
    try {
      const until = performance.now() + bench.rounds * bench.seconds * 2000;
      while (performance.now() < until) {
        const serving = basename(await readlink(join(own.folder, 'current')));
        await switchTo(own.folder, server, serving === one ? other : one, ids[0]!);
        switches += 1;
        await pause(REST_MS);
      }
    } finally {
      running = false;
      await Promise.all(clients);
    }
    const note = `${switches} switches, ${answers.toLocaleString('en-US')} answers. ${failed[0] ?? ''}`.trim();
    return [figure({ what: 'failed or wrong answers', unit: '', ours: [failed.length], target: '≤ 0', note })];
  },
};

async function ask({ base, headers }: Server, id: number) {
  const answer = await fetch(`${base}/api/v1/satellites/${id}`, { headers });
  const body = hash('sha256', Buffer.from(await answer.arrayBuffer()), 'hex');
  return { status: answer.status, release: answer.headers.get('x-catalog-release'), body };
}

/** Points `current` to a release as a refresh does, a new link renamed over the old one, and waits until it is served. */
async function switchTo(home: string, server: Server, release: string, id: number): Promise<void> {
  const current = join(home, 'current');
  await symlink(join('releases', release), `${current}.next`);
  await rename(`${current}.next`, current);
  const until = performance.now() + SWITCH_TIMEOUT_MS;
  while ((await ask(server, id)).release !== release) {
    if (performance.now() > until) throw new Error(`release ${release} was not served in ${SWITCH_TIMEOUT_MS} ms`);
    await pause(20);
  }
}
