import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const missing = [
  ...['buildah', 'mmdebstrap', 'curl'].filter((name) => !existsSync(join('/usr/bin', name))),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];
const what = 'builds an image that serves and refreshes as user 10001 with a read-only program folder';
const name = missing.length === 0 ? what : `${what} (skipped: no ${missing.join(', no ')})`;

// The test installs packages from the registry, like a build of the image: only in CI, or when requested.
test.skipIf(missing.length > 0 || (!process.env.CI && !process.env.ORBWEAVER_TEST_CONTAINER))(
  process.env.CI || process.env.ORBWEAVER_TEST_CONTAINER ? name : `${name} (in CI, or with ORBWEAVER_TEST_CONTAINER=1)`,
  async () => {
    const child = spawn(join(import.meta.dirname, 'container.sh'), { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let problems = '';
    child.stdout.on('data', (part) => {
      output += part;
    });
    child.stderr.on('data', (part) => {
      problems += part;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, code === 0 ? '' : output.slice(-3000) + problems.slice(-3000)]).toEqual([0, '']);
    expect(output).toContain('user: 10001, program folder: read-only, processes: its own');
    expect(output).toMatch(/^refresh: Published the embedded sample \S+: 344 objects/m);
    const statuses = [...output.matchAll(/^server \S+: (\d+)$/gm)].map(([, status]) => status);
    expect(statuses).toEqual(Array.from({ length: 10 }, () => '200'));
    expect(output.match(/^server follows$/gm)?.length).toBe(2);
  },
  1_800_000,
);
