import { save } from '../results.ts';
import { type KillOptions, type KillOutcome, killRun } from './kill.ts';

/** What must hold after any number of kills, in words where it does not. */
function broken(outcome: KillOutcome): string[] {
  const { failed, mixed, leftovers, deleted_held, files_early, files_at_end } = outcome;
  return [
    ...failed.map((one) => `failed: ${one}`),
    ...mixed.map((one) => `mixed: ${one}`),
    ...leftovers.map((one) => `left behind: ${one}`),
    ...(deleted_held > 0 ? [`${deleted_held} files of deleted releases are held open`] : []),
    ...(files_at_end > files_early + ALLOWANCE ? [`files grew from ${files_early} to ${files_at_end}`] : []),
  ];
}

/** In the middle of a refresh a few files come and go. */
const ALLOWANCE = 3;

/** Kills, prints a table, and keeps the figures. Whether everything held. */
export async function benchKill(
  options: Pick<KillOptions, 'kills' | 'rate' | 'light'>,
  print: (line: string) => void,
): Promise<boolean> {
  const outcome = await killRun({ ...options, print });
  const wrong = broken(outcome);
  const figures = {
    ...outcome,
    failed: outcome.failed.length,
    mixed: outcome.mixed.length,
    leftovers: outcome.leftovers.length,
  };
  print('');
  for (const [name, value] of Object.entries(figures))
    print(
      `${name.replaceAll('_', ' ').padEnd(20)} ${(Math.round(value * 10) / 10).toLocaleString('en-US').padStart(10)}`,
    );
  for (const one of wrong.slice(0, 20)) print(one);
  print(wrong.length === 0 ? 'Everything held.' : `${wrong.length} things did not hold.`);
  await save('kill', { ...options, ...figures });
  return wrong.length === 0;
}
