import { hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app supports it. */
const PERIOD_SECONDS = 30;
/** Codes of the period before and after are accepted too: clocks differ. */
const WINDOW = 1;

/**
 * The secret of an authenticator app. It is derived from the service's own secret and a random salt, so that no copy of the database has
 * it.
 */
function totpOf(serviceSecret: string, factorId: string, salt: string, email: string): TOTP {
  const buffer = hkdfSync('sha256', serviceSecret, salt, `totp ${factorId}`, 20);
  return new TOTP({
    issuer: 'Orbweaver',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer }),
  });
}

/** The secret in Base32, and as the URL that a QR code has. */
export function totpSetup(serviceSecret: string, factorId: string, salt: string, email: string) {
  const totp = totpOf(serviceSecret, factorId, salt, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The period of a code, counted since 1970; null for a wrong code. */
export function periodOf(
  code: string,
  { serviceSecret, factorId, salt, now }: { serviceSecret: string; factorId: string; salt: string; now: number },
): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(serviceSecret, factorId, salt, '').validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / (PERIOD_SECONDS * 1000)) + delta;
}
