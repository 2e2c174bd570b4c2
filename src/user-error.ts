/** Something went wrong that a person can act on: the message says what, and what to do. Commands print it without its stack. */
export class UserError extends Error {
  override name = 'UserError';
}
