import type { Admission, Admitted } from '../accounts/limits/admission.ts';
import { Refusal } from './errors.ts';

/** Turns what the door said into the request's permission, or throws the answer that refuses it. */
export function permit(admission: Admission): Admitted {
  if (admission.admitted) return admission;
  const { code, retryAfter } = admission;
  throw new Refusal(code, {
    ...(retryAfter !== undefined && code.endsWith('_exceeded') && { body: { retry_after: retryAfter } }),
    headers: {
      ...Object.fromEntries(admission.headers),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(code.endsWith('_api_key') && { 'WWW-Authenticate': 'Bearer realm="Orbweaver"' }),
    },
  });
}
