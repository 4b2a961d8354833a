// Who holds an account, and what it has used: the one thing that several processes must agree on before they write. The records
// store has no transactions, so this comes from outside; see docs/adr/0007-direct-writes.md.

/** `free`: only accounts that nobody holds right now. `wait`: in line for the others too, for a short while. */
export type Turn = 'free' | 'wait';

/** As much of a record as it takes to find it again. */
export interface WrittenRecord {
  id: string;
  timestampMs: number;
}

/** A write that was begun and whose end nobody saw: its records may be stored, in part, and are not charged. */
export interface UnfinishedWrite {
  id: string;
  /** What `note` answered for it; one write may be of several accounts. */
  write: string;
  account: number;
  month: string;
  beganAt: number;
  /** Records that are charged to the account in `month`. */
  used: number;
  records: readonly WrittenRecord[];
  /** Those that were found stored, and are charged; null: not looked for yet. Others of them may be stored by a retry since. */
  charged: number | null;
}

/** What was found of an unfinished write. */
export interface Completion {
  stored: number;
  /** False: sums or arrivals lack it still, and it has to be looked at again. */
  complete: boolean;
}

export interface Charged<Result> {
  result: Result;
  /** Records to add to what each account has used. */
  charges: ReadonlyMap<number, number>;
  /** Unfinished writes that were looked at, by id. What is stored of them is charged, unless it is already. */
  completed?: ReadonlyMap<string, Completion>;
}

/** What the work may do with the accounts that it holds. */
export interface Hold {
  readonly unfinished: readonly UnfinishedWrite[];
  /**
   * Before an insert. It is kept when this resolves, whatever becomes of the hold, and deleted with the charge. The id names the
   * write in the records store too.
   */
  note(writes: ReadonlyMap<number, readonly WrittenRecord[]>): Promise<string>;
  /** How long the accounts are still held for sure. Nothing may be written after it: another process may be at work. */
  msLeft(): number;
}

/**
 * `used` has the accounts that are held, with their records of `month` (`YYYY-MM`, UTC). An account that is missing is held by
 * somebody else, or does not exist.
 */
export type HeldWork<Result> = (
  used: ReadonlyMap<number, number>,
  month: string,
  hold: Hold,
) => Promise<Charged<Result>>;

export interface UsageLedger {
  /** `work` runs once and alone with these accounts, in all processes. The charges are kept when this resolves, none if it throws. */
  hold<Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>): Promise<Result>;
  /** Records of this month. */
  used(account: number): Promise<number>;
  /** Accounts with writes that were begun and have not ended; some may be under way. */
  unfinished(): Promise<number[]>;
  /** False, and `work` does not run: stored records of the account are being changed, or such a change was cut off. */
  whileUnchanged(account: number, work: () => Promise<void>): Promise<boolean>;
}
