import type { QuotaSubject } from './quota-subject.ts';

/** What became of a unit that was asked for. */
export interface Taken {
  readonly refused: 'daily' | 'burst' | null;
  /** Uses of the day, this one among them where it was taken. */
  readonly used: number;
  /** Uses of the second. */
  readonly inSecond: number;
}

/** Limits that several servers share. */
export interface SharedLimits {
  /**
   * Takes a unit of the day and one of the second, or neither, in one step for all servers. `known` is what this server
   * knows to be used on the day, for a shared count that has been lost. Null where it can't be asked: the caller counts
   * alone, and says so by `addDebt`.
   */
  take(subject: QuotaSubject, day: number, second: number, known: number): Promise<Taken | null>;
  /** Takes further units of the day alone, all or none. Null where it can't be asked. */
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
