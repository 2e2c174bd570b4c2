import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { passwordProblem } from '../../../src/accounts/auth/password-rule.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'src/content/docs/docs/security.md'), 'utf8');

/** The requirements of level 1 in ASVS 4.0.3, chapters V2 and V3, in order. */
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

describe('the OWASP ASVS table', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('has every requirement of level 1, each with a valid verdict and an explanation', () => {
    expect(rows.map(([, number]) => number)).toEqual(levelOne);
    for (const [, number, requirement, met, how, evidence] of rows) {
      expect([number, met]).toEqual([number, expect.stringMatching(/^(yes|in part|no|does not apply)$/)]);
      for (const cell of [requirement, how, evidence])
        expect([number, cell]).toEqual([number, expect.stringMatching(/\S/)]);
    }
  });

  test('quotes names of existing tests', () => {
    const quotes = [...page.matchAll(/`(test\/[\w/.-]+)`: “([^”]+)”/g)];
    expect(quotes.length).toBeGreaterThan(30);
    for (const [, file, title] of quotes) {
      expect([file, existsSync(join(root, file!))]).toEqual([file, true]);
      expect([file, title, readFileSync(join(root, file!), 'utf8').includes(`'${title}'`)]).toEqual([
        file,
        title,
        true,
      ]);
    }
    for (const [, number, , , , evidence] of rows)
      expect([number, evidence]).toEqual([number, expect.stringMatching(/^`test\/|^by construction$/)]);
  });
});

test('a password has 12 to 128 characters', async () => {
  const characters = 'quiet herons at dawn, ';
  for (const [length, accepted] of [
    [11, false],
    [12, true],
    [64, true],
    [128, true],
    [129, false],
  ] as const)
    expect([length, (await passwordProblem(characters.repeat(7).slice(0, length), '')) === null]).toEqual([
      length,
      accepted,
    ]);
});

test('only the first 40 characters of a password are estimated, because the time grows with the square of the length', async () => {
  const strong = 'x9!kQ2m#Lp7z';
  expect(await passwordProblem(`${'a'.repeat(20)}${strong}`, '')).toBeNull();
  expect(await passwordProblem(`${'a'.repeat(40)}${strong}`, '')).toMatch(/easy to guess/);
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
