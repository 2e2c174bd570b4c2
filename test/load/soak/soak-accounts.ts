import { createConfirmedAccount, setTier } from '../../../src/accounts/auth/account-store.ts';
import { hashPassword } from '../../../src/accounts/auth/password.ts';
import { setPassword } from '../../../src/accounts/auth/person-store.ts';
import { createKey } from '../../../src/accounts/keys/key-store.ts';
import { openDatabase } from '../../../src/accounts/open-database.ts';

/** The accounts of a soak. */
export interface SoakAccounts {
  readonly honest: { readonly key: string; readonly email: string; readonly password: string };
  /** Keys of attackers who send as many requests as they are answered. */
  readonly floods: readonly string[];
  /** Keys of attackers who stay within the ten requests a second of a free key. */
  readonly paced: readonly string[];
}

const FLOODS = 8;
const PACED = 5;
/** No quota ends an attack or the honest client before the soak does. */
const DAILY = 1_000_000_000;
const limits = {
  free: { tier: 'free', daily: DAILY, burst: null },
  enterprise: { tier: 'enterprise', daily: DAILY, burst: 2000 },
} as const;

/** Creates the accounts in a home, whether or not a server runs on it. */
export async function createSoakAccounts(home: string): Promise<SoakAccounts> {
  const database = await openDatabase({ home, databaseUrl: undefined }, true);
  const now = Date.now();
  let count = 0;
  const account = async (tier: keyof typeof limits) => {
    const email = `soak${++count}.${now}@example.org`;
    const id = await createConfirmedAccount(database, email, tier, now);
    await setTier(database, id, limits[tier], now);
    const { key } = await createKey(database, id, 'soak', now);
    return { id, email, key };
  };
  const keys = async (number: number, tier: keyof typeof limits) => {
    const made: string[] = [];
    while (made.length < number) made.push((await account(tier)).key);
    return made;
  };
  try {
    const { id, email, key } = await account('enterprise');
    const password = 'four quiet herons at dawn';
    await database.write(setPassword(id, await hashPassword(password), now));
    return {
      honest: { key, email, password },
      floods: await keys(FLOODS, 'enterprise'),
      paced: await keys(PACED, 'free'),
    };
  } finally {
    await database.close();
  }
}
