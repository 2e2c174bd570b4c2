import { mkdir, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import { randomBase62 } from '../base62.ts';
import type { Log } from '../connection.ts';
import { Tries } from '../limits/fixed-window-limiter.ts';
import type { Letter } from './emails.ts';

/** When a letter that could not be handed in is tried again. */
const pauses = [1000, 5000, 30_000];

/** Sends letters, without anybody waiting for it: how long it takes would say who has an account. */
export interface Mailer {
  /** Where letters go: to people, or into a folder for whoever runs the server. */
  readonly outbox: string | null;
  send(to: string, letter: Letter): void;
  /** Resolves once nothing is being sent. */
  idle(): Promise<void>;
}

/** A mail server that says nothing is given up, and the letter tried again later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** How many letters an address gets in an hour: a form must not be made to fill somebody's mailbox. */
const lettersAnHour = 10;

interface MailOptions {
  readonly home: string;
  /** `smtp://user:password@host:587?from=address`; undefined: the outbox. */
  readonly smtpUrl: string | undefined;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
  readonly log: Log;
}

/** Opens the way for letters; the first one connects. */
export function openMailer({ home, smtpUrl, publicUrl, now, log }: MailOptions): Mailer {
  const host = publicUrl === undefined ? hostname() : new URL(publicUrl).hostname;
  const [server, asked] = smtpUrl === undefined ? [null, null] : withoutFrom(smtpUrl);
  const from = { name: 'Orbweaver', address: asked ?? `orbweaver@${host}` };
  const folder = join(home, 'outbox');
  const deliver = server === null ? intoFolder(folder, now) : bySmtp(server);
  const running = new Set<Promise<void>>();
  const sent = new Tries(lettersAnHour, 3_600_000);
  const attempt = async (message: SendMailOptions): Promise<void> => {
    for (const wait of [...pauses, null]) {
      try {
        return await deliver(message);
      } catch (error) {
        const { message: reason } = error as Error;
        if (wait === null) return log.error({ reason }, 'a letter could not be sent and was given up');
        log.warn({ reason }, 'a letter could not be sent and is tried again');
        await pause(wait, undefined, { ref: false });
      }
    }
  };
  return {
    outbox: server === null ? folder : null,
    send(to, { subject, text, html }) {
      if (sent.wait(to, now()) > 0) {
        log.warn({}, 'a letter was not sent: its address has had as many as it gets in an hour');
        return;
      }
      sent.count(to, now());
      const sending = attempt({
        from,
        to,
        subject,
        text,
        html,
        date: new Date(now()),
        headers: { 'Auto-Submitted': 'auto-generated' },
      }).finally(() => running.delete(sending));
      running.add(sending);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The sender is ours to read: nodemailer would take `from` as an option of the connection. */
function withoutFrom(smtpUrl: string): [string, string | null] {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from');
  url.searchParams.delete('from');
  return [url.href, from];
}

function bySmtp(url: string): (message: SendMailOptions) => Promise<void> {
  return async (message) => {
    const { createTransport } = await import('nodemailer');
    await createTransport({ url, ...timeouts }).sendMail(message);
  };
}

/** Each letter is a file that appears whole and that its owner alone can read: it holds a link that signs in. */
function intoFolder(folder: string, now: () => number): (message: SendMailOptions) => Promise<void> {
  return async (message) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message: content } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date(now()).toISOString().replace(/[-:]/g, '')}-${randomBase62(6)}.eml`;
    await writeFile(join(folder, `.${name}`), content as Buffer, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, name));
  };
}
