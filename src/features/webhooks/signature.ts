import { createHmac, hkdfSync } from 'node:crypto';

const prefix = 'whsec_';

/**
 * The signing secret of a webhook in the form of Standard Webhooks: `whsec_` and 32 bytes in Base64. It is derived from the
 * service's own secret and a random salt, so that no copy of the database has it.
 */
export const webhookSecret = (serviceSecret: string, webhookId: string, salt: string): string =>
  prefix + Buffer.from(hkdfSync('sha256', serviceSecret, salt, `webhook ${webhookId}`, 32)).toString('base64');

/**
 * The headers of Standard Webhooks for one message: one signature for each secret that is valid. `at` is in milliseconds
 * since 1970.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
