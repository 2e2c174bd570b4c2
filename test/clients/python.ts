import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'vitest';

export const PYTHON = '/usr/bin/python3';
export const hasPython = existsSync(PYTHON);

/** Those of these Python modules that are installed on this machine. */
export function installedModules(...names: string[]): Set<string> {
  if (!hasPython) return new Set();
  const code =
    'import json, sys; from importlib.util import find_spec; print(json.dumps([m for m in sys.argv[1:] if find_spec(m)]))';
  return new Set<string>(JSON.parse(spawnSync(PYTHON, ['-c', code, ...names], { encoding: 'utf8' }).stdout));
}

/** A test that needs a Python module; without it, the test is reported as skipped, with the reason. */
export function testWithModule(modules: ReadonlySet<string>, name: string, title: string, work: () => Promise<void>) {
  const reason = modules.has(name) ? '' : ` (skipped: no python3-${name}; apt-get install python3-${name})`;
  test.skipIf(!modules.has(name))(title + reason, work);
}
