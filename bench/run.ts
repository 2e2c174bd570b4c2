import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchApi } from './api.ts';
import { benchGlobe } from './globe.ts';
import { benchKill } from './kill/bench-kill.ts';
import { benchMonth } from './month.ts';
import { refreshGenerated, refreshReal } from './refresh.ts';

const help = `npm run bench -- refresh [--from DIR] [--rounds N]
npm run bench -- refresh --objects 300000,1000000 [--rounds N]
npm run bench -- api --home DIR [--rounds N] [--seconds N]
npm run bench -- month --home DIR
npm run bench -- globe [--home DIR] [--rounds N] [--seconds N]
npm run bench -- kill [--kills N] [--rate N] [--light]

Measures on this machine, prints a table, and puts the figures into bench/results.json by name.

  refresh        one refresh beside its floor: DuckDB alone reading the same files and writing the same tables and files

  api            requests a second, latency and memory of the keyed API on a full-size release, beside bare node:http and a
                 trivial Hono route (needs wrk: apt-get install wrk)

  month          what a month of downloads and keyed requests weighs, from the files of a release and the figures of api

  globe          the globe's worker beside a plain SGP4 loop, for 16,400 objects; with a home also frames a second of the page
                 (needs Chromium: apt-get install chromium)

  kill           kill -9 at random moments, of refreshes and of two servers with a client that asks the other one when one is gone;
                 ends with exit code 1 where an answer failed or was mixed, or something was left behind

  --kills N      how many (100)
  --rate N       requests a second meanwhile (200)
  --light        refreshes compress little: a fourth of the time, and kills fall into their other steps too
  --home DIR     a home with a published release: npm run refresh makes one
  --seconds N    how long each load lasts (5)
  --from DIR     upstream files (../shared/upstream/2026-08-21T2241Z where not given)
  --objects LIST generated upstream files of so many objects instead, and how time grows from 66,000 of them
  --rounds N     how often, alternating; figures are medians (3; with --objects 1)
`;

class Misuse extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string', default: '../shared/upstream/2026-08-21T2241Z' },
      objects: { type: 'string' },
      rounds: { type: 'string' },
      home: { type: 'string' },
      lighthouse: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      kills: { type: 'string', default: '100' },
      rate: { type: 'string', default: '200' },
      light: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || positionals.length === 0) {
    process.stdout.write(help);
    return;
  }
  for (const name of positionals)
    if (!['refresh', 'api', 'globe', 'kill', 'month'].includes(name))
      throw new Misuse(`${name}: there is no such bench. There are: refresh, api, globe, kill, month`);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (positionals.includes('kill')) {
    const good = await benchKill(
      { kills: count(values.kills, '--kills'), rate: count(values.rate, '--rate'), light: values.light },
      print,
    );
    if (!good) process.exitCode = 1;
    if (positionals.length === 1) return;
  }
  if (positionals.includes('globe')) {
    await benchGlobe(values.home, count(values.rounds ?? '3', '--rounds'), count(values.seconds, '--seconds'), print);
    if (positionals.length === 1) return;
  }
  if (positionals.includes('lighthouse')) {
    if (values.home === undefined || values.lighthouse === undefined)
      throw new Misuse('lighthouse needs a published release, --home DIR, and where it is installed, --lighthouse DIR');
    if (!(await benchLighthouse(values.home, values.lighthouse, print))) process.exitCode = 1;
    return;
  }
  if (positionals.includes('api')) {
    if (values.home === undefined || !existsSync(`${values.home}/current`))
      throw new Misuse('api needs a published release: give its home with --home DIR');
    await benchApi(values.home, count(values.rounds ?? '3', '--rounds'), count(values.seconds, '--seconds'), print);
    if (positionals.every((name) => name !== 'refresh' && name !== 'month')) return;
  }
  if (positionals.includes('month')) {
    if (values.home === undefined || !existsSync(`${values.home}/current`))
      throw new Misuse('month needs a published release: give its home with --home DIR');
    await benchMonth(values.home, print);
    if (!positionals.includes('refresh')) return;
  }
  if (values.objects !== undefined) {
    const sizes = values.objects.split(',').map((text) => count(text, '--objects'));
    await refreshGenerated(sizes, count(values.rounds ?? '1', '--rounds'), print);
    return;
  }
  const from = resolve(values.from);
  if (!existsSync(from))
    throw new Misuse(
      `there are no upstream files at ${from}. Give a folder laid out as <source>/<file> with --from DIR, or measure generated files with --objects 66000`,
    );
  await refreshReal(from, count(values.rounds ?? '3', '--rounds'), print);
}

function count(text: string, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Misuse(`${option} ${text}: not a whole number from 1`);
  return number;
}

// Stopped by a person or a time limit: end as usual, so that what runs and what lies about goes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await main();
} catch (error) {
  const known = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
