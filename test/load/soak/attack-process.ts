import { once, setMaxListeners } from 'node:events';
import { type AttackName, attacks } from './attacks.ts';
import type { SoakAccounts } from './soak-accounts.ts';

/** The attackers of a soak, in a process of their own, so that they take no time of the client that measures. */
const { port, accounts, names } = JSON.parse(process.argv[2]!) as {
  port: number;
  accounts: SoakAccounts;
  names: readonly AttackName[];
};
const end = new AbortController();
setMaxListeners(0, end.signal);
const outcomes: Record<string, number> = {};
/** Attacks that have had no outcome yet. */
const waiting = new Set(names);
const countOf = (name: AttackName) => (outcome: string) => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (waiting.delete(name) && waiting.size === 0) process.send!('reached');
};
if (waiting.size === 0) process.send!('reached');
process.once('message', () => end.abort());
process.once('disconnect', () => process.exit());
await Promise.all([
  once(end.signal, 'abort'),
  ...names.map((name) => attacks[name]({ port, accounts, ended: end.signal, count: countOf(name) })),
]);
process.send!(outcomes, () => process.exit());
