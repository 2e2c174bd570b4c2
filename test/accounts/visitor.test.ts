import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/accounts/auth/password.ts';
import { passwordProblem } from '../../src/accounts/auth/password-rule.ts';
import { isCrossSite, linkBase } from '../../src/accounts/auth/visitor.ts';

const password = 'four quiet herons at dawn';

describe('cross-site detection of a request', () => {
  const visitor = (headers: object) => ({ address: '192.0.2.1', origin: 'https://orbweaver.example', headers });
  test.each([
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, true],
    ['same-site counts as another site', { 'sec-fetch-site': 'same-site', origin: 'https://orbweaver.example' }, true],
    ['a URL that was typed in', { 'sec-fetch-site': 'none' }, true],
    ['an older browser on this site', { origin: 'https://orbweaver.example', cookie: 'a=b' }, false],
    ['an older browser on another site', { origin: 'https://evil.example' }, true],
    ['an opaque origin', { origin: 'null' }, true],
    ['another port', { origin: 'https://orbweaver.example:8443' }, true],
    ['neither a browser nor a cookie', {}, false],
    ['a cookie without headers about the origin', { cookie: 'a=b' }, true],
  ])('%s', (_name, headers, expected) => {
    expect(isCrossSite(visitor(headers))).toBe(expected);
  });
});

describe('passwords', () => {
  test.each([
    'password1234',
    'Passw0rd1234!',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'qwertyuiop12',
    'adminadmin12',
    'welcome-dragon',
    'orbweaver2026!',
    '            ',
    '112233445566',
    'iloveyou1234',
    'short',
    'someone@here.example',
    'someone2026!!',
  ])('%s is rejected', async (candidate) => {
    expect(await passwordProblem(candidate, 'someone@here.example')).toMatch(/\.$/);
  });

  test.each(['four quiet herons at dawn', 'пять тихих цапель', 'x9!kQ2m#Lp7z', '鷺鷺四羽静夜明湖面月光風'])(
    '%s is accepted',
    async (candidate) => {
      expect(await passwordProblem(candidate, 'someone@here.example')).toBeNull();
      expect(await passwordProblem(candidate, '')).toBeNull();
    },
  );

  test('are stored as salted Argon2id hashes with 19 MiB, and compared in normalized form', async () => {
    const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, password)).toBe(true);
    expect(await verifyPassword(one, `${password} `)).toBe(false);
    expect(
      await verifyPassword(await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9'), 'cafe\u0301 cafe\u0301 cafe\u0301'),
    ).toBe(true);
    expect(await verifyPassword('nonsense', password)).toBe(false);
  });
});

test('links in emails use the host of the request only if it is this machine', () => {
  const at = (origin: string) => linkBase(undefined, { address: '', origin, headers: {} });
  expect(at('http://localhost:4321')).toBe('http://localhost:4321');
  expect(at('http://127.0.0.1:4321')).toBe('http://127.0.0.1:4321');
  expect(at('http://evil.example')).toBeNull();
  expect(linkBase('https://a.example', { address: '', origin: 'http://evil.example', headers: {} })).toBe(
    'https://a.example',
  );
});
