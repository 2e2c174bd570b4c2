import type { QuotaSubject } from './quota-subject.ts';

/** The result of taking a unit. */
export interface Taken {
  readonly refused: 'daily' | 'burst' | null;
  /** Uses of the day, including this one if it was taken. */
  readonly used: number;
  /** Uses of the second. */
  readonly inSecond: number;
}

/** Limits that several servers share. */
export interface SharedLimits {
  /**
   * Takes a unit of the day and one of the second, or neither, atomically for all servers. `known` is this server's
   * count of the day, in case the shared count was lost. Null if Redis is unreachable: the caller counts for itself and
   * calls `addDebt`.
   */
  take(subject: QuotaSubject, day: number, second: number, known: number): Promise<Taken | null>;
  /** Takes more units of the day, all or none. Null if Redis is unreachable. */
  takeMore(
    subject: QuotaSubject,
    units: number,
    day: number,
    known: number,
  ): Promise<{ readonly refused: boolean; readonly used: number } | null>;
  /** A unit was taken without the others: it is added to the shared count with the next one. */
  addDebt(subject: string, day: number): void;
  refund(subject: string, day: number): void;
  close(): Promise<void>;
}
