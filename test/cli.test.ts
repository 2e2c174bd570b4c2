import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const orbweaver = (...args: string[]) =>
  spawnSync(process.execPath, ['src/cli/bin.js', ...args], { cwd: root, encoding: 'utf8' });

describe('the orbweaver command', () => {
  test.each([
    ['serve', 'npm start'],
    ['refresh', 'npm run refresh'],
    ['publish', 'npm run publish'],
    ['follow', 'npm run follow'],
    ['admin', 'npm run admin'],
  ])('%s --help shows its own help', (command, expected) => {
    const { status, stdout } = orbweaver(command, '--help');
    expect([status, stdout.includes(expected)]).toEqual([0, true]);
  });

  test('lists its commands, and exits with 2 for an unknown or missing command', () => {
    const help = orbweaver('--help');
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('orbweaver <command>')]);
    const unknown = orbweaver('toString');
    expect([unknown.status, unknown.stdout, unknown.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('Unknown command: toString'),
    ]);
    expect(orbweaver().status).toBe(2);
  });

  test('is what the npm scripts run', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const command of ['refresh', 'publish', 'follow', 'admin'])
      expect(scripts[command]).toBe(`node src/check-node.js && node src/cli/bin.js ${command}`);
  });
});
