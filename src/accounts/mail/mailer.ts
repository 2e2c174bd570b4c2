import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import { normalEmail } from '../auth/person-store.ts';
import type { Log } from '../connection.ts';
import { FixedWindowLimiter } from '../limits/fixed-window-limiter.ts';
import { randomBase62 } from '../secret.ts';
import type { Email, EmailKind } from './emails.ts';

/** How long to wait before retrying an email that could not be sent, ms. */
const retryDelays = [1000, 5000, 30_000];

export type Mailer = ReturnType<typeof openMailer>;

/** An unresponsive mail server times out, and the email is retried later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** How long one attempt may take in all, ms: a mail server that keeps sending a line within its timeout would hold it for ever. */
const ATTEMPT_MILLISECONDS = 60_000;
/**
 * Emails per address, kind, and hour, so that a form cannot flood a mailbox. Each kind is counted separately, so that
 * requests for one do not suppress another. Reset and sign-in links are valid for the same hour, so a person who gets no
 * new one still has a valid one.
 */
const hourlyLimits = { confirm: 5, existing: 3, reset: 5, 'sign-in': 3 } as const satisfies Partial<
  Record<EmailKind, number>
>;

interface MailOptions {
  readonly home: string;
  /** `smtp://user:password@host:587?from=address`; undefined: the outbox. */
  readonly smtpUrl: string | undefined;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
  readonly log: Log;
  /** How long one attempt by SMTP may take, ms. */
  readonly attemptMilliseconds?: number;
}

/** Sends emails in the background, because the duration would reveal whether an account exists. Connects for the first email. */
export function openMailer({
  home,
  smtpUrl,
  publicUrl,
  now,
  log,
  attemptMilliseconds = ATTEMPT_MILLISECONDS,
}: MailOptions) {
  const host = publicUrl === undefined ? hostname() : new URL(publicUrl).hostname;
  const [server, sender] = smtpUrl === undefined ? [null, null] : withoutFrom(smtpUrl);
  const from = { name: 'Orbweaver', address: sender ?? `orbweaver@${host}` };
  const folder = join(home, 'outbox');
  const deliver = server === null ? intoFolder(folder, now) : bySmtp(server, attemptMilliseconds);
  const running = new Set<Promise<void>>();
  const sent = Object.fromEntries(
    Object.entries(hourlyLimits).map(([kind, limit]) => [kind, new FixedWindowLimiter(limit, 3_600_000)]),
  );
  const attempt = async (message: SendMailOptions): Promise<void> => {
    for (const wait of [...retryDelays, null]) {
      try {
        return await deliver(message);
      } catch (error) {
        const { message: reason } = error as Error;
        if (wait === null) return log.error({ reason }, 'an email could not be sent and was dropped');
        log.warn({ reason }, 'an email could not be sent and will be retried');
        await pause(wait, undefined, { ref: false });
      }
    }
  };
  const messageOf = (to: string, { subject, text, html, unsubscribe }: Email): SendMailOptions => ({
    from,
    // An object is not parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(now()),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe !== undefined && { list: { unsubscribe } }),
  });
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    /** The folder that emails are written to without a mail server, for the operator; else null. */
    outbox: server === null ? folder : null,
    /** Whether `send` would send an email of this kind now; if not, there is no need to create its link. */
    allows: (kind: EmailKind, to: string) => (sent[kind]?.retryAfter(to, now()) ?? 0) === 0,
    /** Sends an email, unless its address has reached the hourly limit of this kind. */
    send(to: string, email: Email): void {
      const { kind } = email;
      if ((sent[kind]?.take(to, now()) ?? 0) > 0) {
        log.info({ kind }, 'an email was not sent: its address has reached the hourly limit of this kind');
        return;
      }
      const sending = attempt(messageOf(to, email)).finally(() => running.delete(sending));
      running.add(sending);
    },
    /**
     * Sends an email once, without limit: the caller retries. `unknown`: the connection ended before the server said whether it
     * takes the email.
     */
    async sendOnce(to: string, email: Email): Promise<'sent' | 'refused' | 'unknown'> {
      try {
        await deliver(messageOf(to, email));
        return 'sent';
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'an email could not be sent');
        return server === null || wasRefused(error) ? 'refused' : 'unknown';
      }
    },
    /** Deletes the files in the outbox that were written to an address. */
    async deleteTo(to: string): Promise<void> {
      if (server !== null) return;
      await idle();
      await deleteEmailsTo(home, to);
    },
    /** Resolves once nothing is being sent. */
    idle,
  };
}

/** We read the sender from the URL ourselves: nodemailer would take `from` for a connection option. */
function withoutFrom(smtpUrl: string): [string, string | null] {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from');
  url.searchParams.delete('from');
  return [url.href, from];
}

function bySmtp(url: string, milliseconds: number): (message: SendMailOptions) => Promise<void> {
  return async (message) => {
    const { createTransport } = await import('nodemailer');
    const signal = AbortSignal.timeout(milliseconds);
    try {
      await createTransport({ url, ...timeouts }).sendMail({ ...message, signal });
    } catch (error) {
      throw signal.aborted ? new Error(`the mail server took longer than ${milliseconds / 1000} s`) : error;
    }
  };
}

/** Whether an error of nodemailer means that the server has not taken the email: it said so, or there was no connection. */
function wasRefused(error: unknown): boolean {
  const { responseCode, code, syscall } = error as { responseCode?: number; code?: string; syscall?: string };
  return responseCode !== undefined || code === 'EDNS' || code === 'EAUTH' || syscall === 'connect';
}

/** Each email is written atomically to a file that only the operator can read, because it contains a link to an account. */
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

/** Deletes the files in a home's outbox that were written to an address. */
export async function deleteEmailsTo(home: string, to: string): Promise<void> {
  const folder = join(home, 'outbox');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const path = join(folder, name);
    const head = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n\r?\n/)[0] ?? '';
    const field = head.split(/\r?\n/).find((line) => /^to: /i.test(line));
    if (field !== undefined && normalEmail(field.slice(4)) === normalEmail(to)) await rm(path, { force: true });
  }
}
