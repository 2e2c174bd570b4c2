import type { Admission } from '../../accounts/limits/admission.ts';
import type { ErrorCode } from '../errors.ts';
import type { RouteResponse } from '../respond.ts';

/** A request for a thread to respond to. */
export interface ComputeTask {
  /** Id of the route. */
  readonly route: string;
  /** The release to read from. */
  readonly release: string;
  readonly now: number;
  /** Those of the request that a handler reads. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly params: object;
  readonly query: object;
}

/** Main thread to compute thread: a task, or the answer to `charge`. */
export type ToThread =
  | { readonly kind: 'task'; readonly task: ComputeTask }
  | { readonly kind: 'charged'; readonly admission: Omit<Admission, 'takeMore' | 'settle'> };

/** Compute thread to main thread: a request for more units of the quota, or the end of the task. */
export type FromThread =
  | { readonly kind: 'charge'; readonly units: number }
  | { readonly kind: 'response'; readonly response: RouteResponse; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly error: Error };
