/** An error that a person can act on: the message has the problem and a remedy. Commands print it without its stack. */
export class UserError extends Error {
  override name = 'UserError';
}
