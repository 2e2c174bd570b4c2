import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tar } from '../../../pipeline/publish/files/tar.ts';
import { writeTrsp } from '../../../src/orbit/observation/trsp.ts';

const python = '/usr/bin/python3';
const hasGlib = spawnSync(python, ['-c', 'import ctypes; ctypes.CDLL("libglib-2.0.so.0")']).status === 0;

const none = {
  description: null,
  downlink_low_hz: null,
  downlink_high_hz: null,
  uplink_low_hz: null,
  uplink_high_hz: null,
  inverting: false,
  mode: null,
  baud: null,
};
const linear = {
  description: 'Mode V/U',
  downlink_low_hz: 435_610_000,
  downlink_high_hz: 435_670_000,
  uplink_low_hz: 145_935_000,
  uplink_high_hz: 145_995_000,
  inverting: true,
  mode: 'USB',
  baud: null,
};

test('writes an inverting transponder as gpredict does', () => {
  expect(writeTrsp([linear], ['Data: SatNOGS DB'])).toBe(
    '# Data: SatNOGS DB\n\n[Mode V/U]\nUP_LOW=145935000\nUP_HIGH=145995000\nDOWN_LOW=435610000\nDOWN_HIGH=435670000\nMODE=USB\nINVERT=true\n',
  );
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orbweaver-trsp-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.skipIf(!hasGlib)('are readable by GLib for any name (needs python3, libglib2.0)', async () => {
    const hard = [
      linear,
      { ...linear, baud: 1200.4 },
      { ...none, description: 'A [telemetry]\n#2 \\n = x', downlink_low_hz: 26_250_000_000, mode: ' FM\\n ' },
      { ...none, description: '  ', uplink_low_hz: 1 },
      { ...none, description: 'ж'.repeat(120) },
      { ...none, description: 'ж'.repeat(120), inverting: true },
    ];
    const path = join(folder, '1.trsp');
    await writeFile(path, writeTrsp(hard, ['One line\n[of] two']));
    const [read] = JSON.parse(execFileSync(python, [join(import.meta.dirname, 'read-trsp.py'), path]).toString());
    const band = { UP_LOW: 145_935_000, UP_HIGH: 145_995_000, DOWN_LOW: 435_610_000, DOWN_HIGH: 435_670_000 };
    expect(read).toEqual([
      { name: 'Mode V/U', ...band, MODE: 'USB', INVERT: true },
      { name: 'Mode V/U (2)', ...band, BAUD: 1200, MODE: 'USB', INVERT: true },
      { name: 'A telemetry #2 n = x', DOWN_LOW: 26_250_000_000, MODE: 'FM n', INVERT: false },
      { name: 'Transmitter', UP_LOW: 1, MODE: '', INVERT: false },
      { name: 'ж'.repeat(79), MODE: '', INVERT: false },
      { name: `${'ж'.repeat(74)} (2)`, MODE: '', INVERT: true },
    ]);
  });

  test('are extracted unchanged from an archive that is reproducible', async () => {
    const files = [
      { path: 'trsp/1.trsp', content: 'a'.repeat(512) },
      { path: 'trsp/2.trsp', content: 'ж' },
      { path: 'trsp/empty', content: '' },
    ];
    const time = Date.parse('2026-08-22T14:00:00Z');
    const archive = join(folder, 'all.tar');
    await writeFile(archive, tar(files, time));
    expect(tar(files, time).equals(await readFile(archive))).toBe(true);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    for (const { path, content } of files) expect(await readFile(join(folder, path), 'utf8')).toBe(content);
    const listed = execFileSync('tar', ['-tvf', archive], { env: { TZ: 'UTC', LC_ALL: 'C' } }).toString();
    expect(listed.split('\n')[0]).toMatch(/^-rw-r--r-- 0\/0 +512 2026-08-22 14:00 trsp\/1\.trsp$/);
    expect(() => tar([{ path: 'x'.repeat(101), content: '' }], time)).toThrow(RangeError);
  });
});
