import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  confirmEmail,
  existingAccountEmail,
  newKeyEmail,
  passwordChangedEmail,
  resetEmail,
  signInEmail,
} from '../src/accounts/mail/emails.ts';
import { runAdmin } from '../src/cli/run-admin.ts';
import { settingRules } from '../src/config.ts';
import { errors } from '../src/http/errors.ts';
import { avoidedIn, avoidedWords, commentsOf, readText, testNamesOf } from './prose-words.ts';

const root = join(import.meta.dirname, '..');
const docs = readdirSync(join(root, 'src/content/docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.mdx?$/.test(name))
  .map((name) => relative(root, join(root, 'src/content/docs', name)));

/** Folders whose comments are checked. */
const codeFolders = ['src', 'pipeline', 'test', 'bench', 'clients'];
const isCode = (path: string) =>
  /\.(ts|astro|js)$/.test(path) && !/node_modules|\.d\.ts$|typescript\/openapi\.ts$/.test(path);
const codeIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(isCode);

/** The tables of the style guide list the avoided words. */
const withoutWordTables = (text: string) =>
  text.replace(/<!-- table:avoided-[\s\S]*?<!-- \/table:avoided-\w+ -->/g, '');

describe('texts contain no word that the style guide avoids', () => {
  test.each(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'DATA-LICENSE.md', 'CITATION.cff', ...docs])('%s', (path) => {
    expect(avoidedIn(withoutWordTables(readText(path)))).toEqual([]);
  });

  test.each(codeFolders)('comments in %s', (folder) => {
    const paths = codeIn(folder);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.flatMap((path) => avoidedIn(commentsOf(readText(path))).map((found) => `${path}: ${found}`))).toEqual(
      [],
    );
  });

  test('names of tests', () => {
    const names = codeIn('test').map((path) => [path, testNamesOf(readText(path))] as const);
    expect(names.flatMap(([, found]) => found).length).toBeGreaterThan(1500);
    expect(names.flatMap(([path, found]) => avoidedIn(found.join('\n')).map((one) => `${path}: ${one}`))).toEqual([]);
  });

  test('errors', () => {
    for (const [code, { error, hint }] of Object.entries(errors))
      expect([code, avoidedIn(`${error} ${hint}`)]).toEqual([code, []]);
  });

  test('settings', () => {
    for (const { name, expected } of settingRules()) expect([name, avoidedIn(expected)]).toEqual([name, []]);
  });

  test('emails', () => {
    const link = 'https://example.org/x';
    for (const email of [
      confirmEmail(link, { at: 0, address: '192.0.2.1' }),
      signInEmail(link),
      existingAccountEmail(link),
      resetEmail(link),
      passwordChangedEmail(link),
      passwordChangedEmail(link, 2),
      newKeyEmail(link, 'laptop'),
      newKeyEmail(link, null),
    ])
      expect(avoidedIn(`${email.subject} ${email.text}`)).toEqual([]);
  });

  test('help of the admin commands', async () => {
    const lines: string[] = [];
    const world = {
      home: '/nowhere',
      databaseUrl: undefined,
      secret: undefined,
      now: () => 0,
      actor: 'test',
      out: (line: string) => void lines.push(line),
      say: (line: string) => void lines.push(line),
    };
    await runAdmin(['--help'], world);
    for (const group of ['accounts', 'keys', 'releases', 'pause', 'resume', 'log', 'backup', 'restore'])
      await runAdmin([group, '--help'], world);
    expect(lines.length).toBeGreaterThan(8);
    expect(avoidedIn(lines.join('\n'))).toEqual([]);
  });
});

test('detects avoided words in prose, but not in code', () => {
  expect(avoidedIn('It is shown to whoever asks for it.')).toHaveLength(2);
  expect(avoidedIn('The colour of a `licence` is `whoever`.')).toEqual([expect.stringContaining('use color')]);
  for (const { avoid, use } of avoidedWords) expect([avoid, avoidedIn(use)]).toEqual([avoid, []]);
});

test('package.json and CITATION.cff have the latest version of the changelog', () => {
  const [, latest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readText('CHANGELOG.md')) ?? [];
  expect(JSON.parse(readText('package.json'))).toMatchObject({ version: latest });
  expect(readText('CITATION.cff')).toContain(`version: ${latest}\n`);
});
