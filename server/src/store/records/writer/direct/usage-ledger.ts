// Holds accounts and counts their usage: several processes must agree on both before they write. The records
// store has no transactions, so the metadata store provides it; see docs/adr/0007-direct-writes.md.

/** `free`: only accounts that are not held. `wait`: also waits for held accounts, for a short while. */
export type Turn = 'free' | 'wait';

/** The part of a record that is needed to find it again. */
export interface WrittenRecord {
  id: string;
  timestampMs: number;
}

/** A write that began and did not end. Some of its records may be stored; none are charged. */
export interface UnfinishedWrite {
  id: string;
  /** The id that `note` returned; one write may have several accounts. */
  write: string;
  account: number;
  month: string;
  beganAt: number;
  /** Records to charge to the account in `month`. */
  used: number;
  records: readonly WrittenRecord[];
  /**
   * Records that were found stored and are charged; null: not checked yet. A retry may have stored others
   * since.
   */
  charged: number | null;
}

/** The result of checking an unfinished write. */
export interface Completion {
  stored: number;
  /** False: rollup or arrivals still lack it, so it has to be checked again. */
  complete: boolean;
}

export interface Charged<Result> {
  result: Result;
  /** Records to add to the usage of each account. */
  charges: ReadonlyMap<number, number>;
  /** Checked unfinished writes, by id. Their stored records are charged, unless they are already. */
  completed?: ReadonlyMap<string, Completion>;
}

/** Operations on the accounts that are held. */
export interface LedgerHold {
  readonly unfinished: readonly UnfinishedWrite[];
  /**
   * Call before an insert. The record is durable when this resolves, also if the hold is lost, and is deleted
   * with the charge. The id also names the write in the records store.
   */
  note(writes: ReadonlyMap<number, readonly WrittenRecord[]>): Promise<string>;
  /**
   * How long the accounts are certainly held. Nothing may be written later: another process may be writing.
   */
  msLeft(): number;
}

/**
 * `used` has the held accounts with their records of `month` (`YYYY-MM`, UTC). A missing account is held by
 * another process or does not exist.
 */
export type HeldWork<Result> = (
  used: ReadonlyMap<number, number>,
  month: string,
  hold: LedgerHold,
) => Promise<Charged<Result>>;

export interface UsageLedger {
  /**
   * `work` runs once, with exclusive access to these accounts over all processes. Its charges are stored when
   * this resolves, none if it throws.
   */
  hold<Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>): Promise<Result>;
  /** Records of this month. */
  used(account: number): Promise<number>;
  /** Accounts with writes that have not ended; some may be running. */
  unfinished(): Promise<number[]>;
  /**
   * Returns false without running `work` while stored records of the account are being changed, or such a
   * change was interrupted.
   */
  whileUnchanged(account: number, work: () => Promise<void>): Promise<boolean>;
}
