import { hash } from 'node:crypto';
import { readdir, readlink, rename, symlink } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type StoredRecord, StoredRecords } from '../asked/stored-records.ts';
import type { Section } from '../bench.ts';
import { figure, most } from '../figure.ts';
import { inTurns } from '../measure/rounds.ts';
import { type OwnHome, ownHome, type Served, serveHome } from '../measure/served.ts';

const clients = 8;
/** How long one release is served before the next switch. */
const restMilliseconds = 700;

/** A round lasts until so many switches were seen, or fails. */
const fewestSwitches = 2;
const patienceMilliseconds = 60_000;

/** What clients saw in one round. */
interface Seen {
  answers: number;
  failed: string[];
  longest_ms: number;
  switches: number;
}

/** A release replaced by another and back while clients ask: every answer is compared with the release that it names. */
export const releaseSwitch: Section = {
  name: 'switch',
  about: 'failed and slow answers while the release is switched back and forth, beside the same load without',
  needs: [],
  async run(bench) {
    const ids = (await readdir(join(bench.home, 'releases'))).filter((name) => /^\d{8}T/.test(name)).sort();
    if (ids.length < 2) throw new Error('a switch needs two releases in the home: refresh once more');
    const releases = ids.slice(-2);
    const own = await ownHome(bench.home);
    const server = await serveHome(own.folder);
    const records = new Map(releases.map((id) => [id, new StoredRecords(join(bench.home, 'releases', id))]));
    try {
      const { catalogue } = await bench.right();
      const paths = catalogue.things
        .filter(({ id }) => releases.every((release) => records.get(release)!.get(id)))
        .map(({ id }) => id);
      const round = (switching: boolean) => watch(server, own, paths, records, bench.seconds * 2_000, switching);
      const found = await inTurns(bench.rounds, { switching: () => round(true), quiet: () => round(false) });
      const all = [...found.switching, ...found.quiet];
      const failed = all.flatMap((seen) => seen.failed);
      const switches = found.switching.reduce((sum, seen) => sum + seen.switches, 0);
      const answers = found.switching.reduce((sum, seen) => sum + seen.answers, 0);
      const longest = (seen: readonly Seen[]) => seen.map(({ longest_ms }) => longest_ms);
      const rival = 'the same without switching';
      const theirs = longest(found.quiet);
      return {
        figures: [
          figure({
            what: 'failed or wrong answers',
            unit: '',
            ours: failed.length,
            asked: most(0, 'ours'),
            note: `${switches} switches, ${answers.toLocaleString('en-US')} answers, all compared${failed[0] ? `; the first: ${failed[0]}` : ''}`,
          }),
          figure({ what: 'longest answer of a round', unit: 'ms', ours: longest(found.switching), rival, theirs }),
          figure(
            {
              what: 'longest answer of all rounds',
              unit: 'ms',
              ours: Math.max(...longest(found.switching)),
              rival,
              theirs: Math.max(...theirs),
              asked: most(100, 'ours'),
            },
            bench.full,
          ),
        ],
      };
    } finally {
      await server.stop();
      await own.remove();
    }
  },
};

/** Asks for records, one after the other on each of some connections, and switches meanwhile if told to. */
async function watch(
  server: Served,
  own: OwnHome,
  ids: readonly number[],
  records: ReadonlyMap<string, StoredRecords>,
  milliseconds: number,
  switching: boolean,
): Promise<Seen> {
  const seen: Seen = { answers: 0, failed: [], longest_ms: 0, switches: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const goesOn = () => {
    const passed = performance.now() - began;
    return passed < milliseconds || (switching && seen.switches < fewestSwitches && passed < patienceMilliseconds);
  };
  let serving = '';
  const client = async () => {
    while (goesOn()) {
      const id = ids[Math.floor(Math.random() * ids.length)]!;
      const asked = performance.now();
      const answer = await ask(`${server.base}/api/v1/satellites/${id}`, agent, own.headers).catch(String);
      seen.longest_ms = Math.max(seen.longest_ms, performance.now() - asked);
      seen.answers += 1;
      if (typeof answer !== 'string') serving = answer.release;
      const wrong = typeof answer === 'string' ? answer : problem(answer, records.get(answer.release)?.get(id));
      if (wrong !== null) seen.failed.push(`${id}: ${wrong}`);
    }
  };
  const switcher = async () => {
    while (switching && goesOn()) {
      const next = [...records.keys()].find((id) => id !== serving)!;
      await pointTo(own.folder, next);
      while (serving !== next && goesOn()) await pause(5);
      if (serving === next) seen.switches += 1;
      await pause(restMilliseconds);
    }
  };
  await Promise.all([...Array.from({ length: clients }, client), switcher()]);
  agent.destroy();
  if (switching && seen.switches < fewestSwitches)
    throw new Error(`the server followed ${seen.switches} switches in ${patienceMilliseconds / 1000} s`);
  return seen;
}

/** What is wrong with an answer; the release's own bytes need no second look. */
function problem(answer: Answer, record: StoredRecord | undefined): string | null {
  if (answer.status !== 200) return `status ${answer.status}`;
  if (!record) return `from release ${answer.release}, which does not have it`;
  if (answer.body.equals(record.gzip)) return null;
  const text = answer.coding === 'gzip' ? gunzipSync(answer.body) : answer.body;
  return hash('sha256', text, 'hex').startsWith(record.etag) ? null : `not the record of release ${answer.release}`;
}

interface Answer {
  readonly status: number;
  readonly release: string;
  readonly coding: string | undefined;
  readonly body: Buffer;
}

function ask(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((done, fail) => {
    get(url, { agent, headers: { ...headers, 'Accept-Encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () =>
        done({
          status: response.statusCode!,
          release: String(response.headers['x-catalog-release']),
          coding: response.headers['content-encoding'],
          body: Buffer.concat(parts),
        }),
      );
    }).on('error', fail);
  });
}

/** Points `current` to another release as a refresh does: a new link, renamed over the old one. */
async function pointTo(home: string, release: string): Promise<void> {
  const current = join(home, 'current');
  if (basename(await readlink(current)) === release) return;
  await symlink(join('releases', release), `${current}.next`);
  await rename(`${current}.next`, current);
}
