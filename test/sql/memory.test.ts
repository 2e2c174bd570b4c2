import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SqlData, sqlLimits } from '../../src/features/sql/sql-message.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { memoryGroup } from '../projects/memory-group.ts';
import { sqlDataOf } from './sample-data.ts';

/** The largest queries, run one after the other by one client: none may bring down the server, or use memory that others need. */

const unit = readFileSync(join(import.meta.dirname, '../../deploy/systemd/orbweaver@.service'), 'utf8');
const program = join(import.meta.dirname, 'worst-queries.ts');
const gibibyte = 2 ** 30;

let home: string;
let data: SqlData;
beforeAll(async () => {
  home = await copySample();
  data = await sqlDataOf(home);
});
afterAll(() => removeFolder(home));

const group = process.platform === 'linux' ? memoryGroup('sql', gibibyte) : null;
afterAll(() => group?.remove());
const needs = group ? '' : ' (not limited by a control group: none can be made here)';

test.skipIf(process.platform !== 'linux')(
  `the worst queries stay within the limit of a process, in 1 GiB for all, and are answered${needs}`,
  async () => {
    const command = `${group?.join ?? ''}exec "$0" "$@"`;
    const child = spawn('/bin/sh', ['-c', command, process.execPath, program, JSON.stringify(data)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    const { outcomes, peak } = JSON.parse(output) as { outcomes: string[]; peak: number };
    console.log(`largest process: ${Math.round(peak / 1e6)} MB`);
    expect(outcomes.filter((line) => !/^(invalid|timeout|result) /.test(line))).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(20);
    // The margin is for memory that a process allocates between two measurements.
    expect(peak).toBeLessThan(sqlLimits.processMegabytes * 1e6 + 100e6);
    expect(group?.kills() ?? 0).toBe(0);
  },
  300_000,
);

describe('the systemd unit', () => {
  test('goes on when the kernel kills a query, and has room for every process of a server', () => {
    expect(unit).toMatch(/^OOMPolicy=continue$/m);
    const [, megabytes] = /^MemoryMax=(\d+)M$/m.exec(unit)!;
    // The server itself: see /docs/run/speed.
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(2 * sqlLimits.processMegabytes * 1e6 + 700e6);
  });
});
