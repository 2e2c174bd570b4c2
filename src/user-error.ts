/** Set for a child process that sends its error to its parent as a message, for the parent to report. */
export const errorMessageVariable = 'ORBWEAVER_ERROR_AS_MESSAGE';

/** An error that a person can act on: the message has the problem and a remedy. Commands print it without its stack. */
export class UserError extends Error {
  override name = 'UserError';
}
