import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { passwordProblem } from '../../../src/accounts/auth/password-rule.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'src/content/docs/docs/security.md'), 'utf8');

/** Points of level 1 in ASVS 4.0.3, chapters V2 and V3, in its order. */
const levelOne = [
  ...Array.from({ length: 12 }, (_, at) => `2.1.${at + 1}`),
  ...[
    '2.2.1',
    '2.2.2',
    '2.2.3',
    '2.3.1',
    '2.5.1',
    '2.5.2',
    '2.5.3',
    '2.5.4',
    '2.5.5',
    '2.5.6',
    '2.7.1 – 2.7.4',
    '2.8.1',
  ],
  ...['3.1.1', '3.2.1', '3.2.2', '3.2.3', '3.3.1', '3.3.2', '3.4.1', '3.4.2', '3.4.3', '3.4.4', '3.4.5', '3.7.1'],
];

describe('the table of OWASP ASVS', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('has every point of level 1, each with a plain answer and how', () => {
    expect(rows.map(([, point]) => point)).toEqual(levelOne);
    for (const [, point, asks, met, how, shown] of rows) {
      expect([point, met]).toEqual([point, expect.stringMatching(/^(yes|in part|no|does not apply)$/)]);
      for (const cell of [asks, how, shown]) expect([point, cell]).toEqual([point, expect.stringMatching(/\S/)]);
    }
  });

  test('names tests that are there', () => {
    const named = [...page.matchAll(/`(test\/[\w/.-]+)`: “([^”]+)”/g)];
    expect(named.length).toBeGreaterThan(30);
    for (const [, file, title] of named) {
      expect([file, existsSync(join(root, file!))]).toEqual([file, true]);
      expect([file, title, readFileSync(join(root, file!), 'utf8').includes(`'${title}'`)]).toEqual([
        file,
        title,
        true,
      ]);
    }
    for (const [, point, , , , shown] of rows)
      expect([point, shown]).toEqual([point, expect.stringMatching(/^`test\/|^by construction$/)]);
  });
});

test('a password has 12 to 128 characters', async () => {
  const characters = 'quiet herons at dawn, ';
  for (const [length, taken] of [
    [11, false],
    [12, true],
    [64, true],
    [128, true],
    [129, false],
  ] as const)
    expect([length, (await passwordProblem(characters.repeat(7).slice(0, length), '')) === null]).toEqual([
      length,
      taken,
    ]);
});

test('fields have the autocomplete values that password managers use', () => {
  const field = (name: string) => readFileSync(join(root, 'src/pages/account', `${name}.astro`), 'utf8');
  for (const name of ['sign-up', 'sign-in', 'forgot'])
    expect([name, field(name)]).toEqual([name, expect.stringContaining('autocomplete="email"')]);
  for (const name of ['sign-up', 'reset', 'settings'])
    expect([name, field(name)]).toEqual([name, expect.stringContaining('autocomplete="new-password"')]);
  for (const name of ['sign-in', 'settings'])
    expect([name, field(name)]).toEqual([name, expect.stringContaining('autocomplete="current-password"')]);
});
