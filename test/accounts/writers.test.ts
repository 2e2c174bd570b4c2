import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { makeSqliteFile, openPeopleFile } from '../../src/accounts/sqlite.ts';
import { type AccountWorld, accountWorld, browser } from './account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

test('a transaction of better-auth begins as a writer: nobody writes between its reading and its writing', async () => {
  world = await accountWorld();
  const path = join(world.home, 'own.sqlite');
  makeSqliteFile(path);
  const people = openPeopleFile(path, 0);
  people.exec('create table t (n integer)');
  const other = new DatabaseSync(path, { timeout: 0 });
  people.prepare('begin').all();
  expect(people.prepare('select count(*) as n from t').all()).toEqual([{ n: 0 }]);
  expect(() => other.exec('insert into t values (1)')).toThrow('database is locked');
  people.prepare('insert into t values (2)').all();
  people.prepare('commit').all();
  other.exec('insert into t values (1)');
  expect(people.prepare('select n from t order by n').all()).toEqual([{ n: 1 }, { n: 2 }]);
  people.close();
  other.close();
});

test('people sign up while another process writes without pause', async () => {
  world = await accountWorld();
  world.time = Date.now();
  let writing = true;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      await world.other.addUses([{ day: '2026-08-22', subject: `key:${n % 50}`, more: 1, last_used_at: world.time }]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let n = 0; n < 5; n++)
    expect(
      await world.accounts.people.signUp(browser(), `person${n}@example.net`, 'four quiet herons at dawn'),
    ).toMatchObject({
      done: true,
    });
  writing = false;
  await writer;
});
