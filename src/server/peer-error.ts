import { StorageError } from '../accounts/database.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { CatalogError, CatalogTimeout } from '../release/database.ts';
import { UserError } from '../user-error.ts';

/** The errors that a response depends on, by name: those of other classes arrive as Error. */
const classes = { UserError, StorageError, CatalogError, CatalogTimeout };

/** An error as plain data, for another process. */
export interface PeerError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** Its cause, as text for the log. */
  readonly cause?: string | undefined;
  /** The parts of an ApiError. */
  readonly refusal?: {
    readonly code: ErrorCode;
    readonly hint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
  };
}

export function toPeerError(error: unknown): PeerError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  const cause = error.cause === undefined ? undefined : String((error.cause as Partial<Error>).stack ?? error.cause);
  if (!(error instanceof ApiError)) return { name, message, stack, cause };
  const { code, facts, headers, body } = error;
  return { name, message, stack, refusal: { code, hint: facts.hint, headers, body } };
}

/** The error of another process, with the class and the stack that it had there. */
export function fromPeerError({ name, message, stack, cause, refusal }: PeerError): Error {
  const error = refusal
    ? new ApiError(refusal.code, { ...refusal, error: message })
    : new (Object.hasOwn(classes, name) ? classes[name as keyof typeof classes] : Error)(
        message,
        cause === undefined ? {} : { cause },
      );
  if (stack !== undefined) error.stack = stack;
  return error;
}
