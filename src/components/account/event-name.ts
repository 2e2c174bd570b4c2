const names: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'sign-in failed': 'Wrong password',
  'sign-in slowed': 'Too many wrong passwords, slowed down',
  'sign-in limited': 'Too many wrong passwords, new networks need an emailed link',
  'second factor added': 'Second factor added',
  'second factor removed': 'Second factor removed',
  'second factor failed': 'Wrong second factor',
  'recovery codes created': 'Recovery codes created',
  'password reset requested': 'Password reset requested',
  'password reset': 'Password reset',
  'password changed': 'Password changed',
  'keys create': 'Key created',
  'keys rotate': 'Key rotated',
  'keys revoke': 'Key revoked',
  'key used from a new network': 'Key used from a new network',
  'feeds create': 'Feed created',
  'feeds revoke': 'Feed revoked',
  'webhooks create': 'Webhook created',
  'webhooks update': 'Webhook changed',
  'webhooks rotate': 'Webhook secret rotated',
  'webhooks delete': 'Webhook deleted',
  'sessions end': 'Session ended',
};

/** The readable name of an event in the log; an operator's command is shown as entered. */
export const eventName = (action: string): string => names[action] ?? action;
