import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { redact } from './redact.ts';

/** Whether logs are human-readable: on a terminal, or if configured. Otherwise each line is JSON. */
export function isForPeople(format: Config['logFormat']): boolean {
  return format === 'pretty' || (format === 'auto' && process.stderr.isTTY === true);
}

/** The server's log, on standard error: JSON lines, or a line a person can read. */
export async function openLog({ logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Logger> {
  const { pino } = await import('pino');
  const options = { level, hooks: { streamWrite: redact } };
  if (!isForPeople(logFormat)) return pino(options, pino.destination(2));
  // Loaded only if needed: a server behind systemd or in a container writes JSON.
  const { default: pretty } = await import('pino-pretty');
  const lines = pretty({
    destination: 2,
    sync: true,
    colorize: process.stderr.isTTY === true && !process.env.NO_COLOR,
    translateTime: 'UTC:HH:MM:ss',
    singleLine: true,
    ignore: 'pid,hostname,refresh',
    // A refresh logs its own sentence.
    messageFormat: (log, key) => String(log.refresh ?? log[key]),
  });
  return pino(options, lines);
}
