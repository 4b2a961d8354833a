// Who holds an account, and what it has used: the one thing that several processes must agree on before they write. The records
// store has no transactions, so this comes from outside; see docs/adr/0007-direct-writes.md.

/** `free`: only accounts that nobody holds right now. `wait`: in line for the others too, for a short while. */
export type Turn = 'free' | 'wait';

export interface Charged<Result> {
  result: Result;
  /** Records to add to what each account has used. */
  charges: ReadonlyMap<number, number>;
}

/**
 * `used` has the accounts that are held, with their records of `month` (`YYYY-MM`, UTC). An account that is missing is held by
 * somebody else, or does not exist.
 */
export type HeldWork<Result> = (used: ReadonlyMap<number, number>, month: string) => Promise<Charged<Result>>;

export interface UsageLedger {
  /** `work` runs once and alone with these accounts, in all processes. The charges are kept when this resolves, none if it throws. */
  hold<Result>(accounts: readonly number[], turn: Turn, work: HeldWork<Result>): Promise<Result>;
  /** Records of this month. */
  used(account: number): Promise<number>;
}
