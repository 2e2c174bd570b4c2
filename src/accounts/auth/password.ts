import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Argon2id with 19 MiB, two passes, one lane: the least that OWASP recommends, and 35 ms here. Stored with each
 * password, so that raising it leaves the older ones good.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const bytes = 32;
/** Concurrent hashes: each takes memory and a thread of the pool that also reads files. */
const atOnce = 2;

/** The form in which it is stored: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const derived = await derive({ ...cost, message: password.normalize('NFKC'), nonce, tagLength: bytes });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(derived)}`;
}

/** Whether a password matches a stored hash. A hash in another format never matches. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(stored);
  if (!match) return false;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, expected] = match.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const message = password.normalize('NFKC');
  const derived = await derive({ memory, passes, parallelism, message, nonce, tagLength: expected.length });
  return timingSafeEqual(derived, expected);
}

const text = (value: Buffer): string => value.toString('base64').replace(/=+$/, '');

let running = 0;
const waiting: (() => void)[] = [];

async function derive(parameters: Argon2Parameters): Promise<Buffer> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived)));
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
