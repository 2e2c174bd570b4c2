import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';

/**
 * Argon2id with 19 MiB, two passes, one lane: the least that OWASP recommends, and 35 ms here. Stored with each
 * password, so that older hashes stay valid if it is raised.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const bytes = 32;
/**
 * Concurrent hashes: each takes a processor for 35 ms, and one is left to everything else. They run in the pool of
 * threads that also reads files, so at most two of its four threads are taken.
 */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** How many hashes of one urgency may wait: half a second's worth. */
const mostWaiting = 16;

/** Priority of a hash: one from a familiar network or a signed-in person is computed before a stranger's. */
export type Urgency = 'known' | 'stranger';

/** Too many hashes are waiting: nothing was computed. */
export class HashingBusy extends Error {
  override name = 'HashingBusy';
}

/** The form in which it is stored: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Throws HashingBusy. */
export async function hashPassword(password: string, urgency: Urgency = 'stranger'): Promise<string> {
  const nonce = randomBytes(16);
  const derived = await derive({ ...cost, message: password.normalize('NFKC'), nonce, tagLength: bytes }, urgency);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(derived)}`;
}

/** Whether a password matches a stored hash. A hash in another format never matches. Throws HashingBusy. */
export async function verifyPassword(
  stored: string,
  password: string,
  urgency: Urgency = 'stranger',
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(stored);
  if (!match) return false;
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, expected] = match.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const message = password.normalize('NFKC');
  const parameters = { memory, passes, parallelism, message, nonce, tagLength: expected.length };
  const derived = await derive(parameters, urgency);
  return timingSafeEqual(derived, expected);
}

const text = (value: Buffer): string => value.toString('base64').replace(/=+$/, '');

let running = 0;
const waiting: Readonly<Record<Urgency, (() => void)[]>> = { known: [], stranger: [] };

async function derive(parameters: Argon2Parameters, urgency: Urgency): Promise<Buffer> {
  if (running < atOnce) running++;
  else {
    const queue = waiting[urgency];
    if (queue.length >= mostWaiting) throw new HashingBusy();
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, derived) => (error ? reject(error) : resolve(derived)));
    });
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else running--;
  }
}
