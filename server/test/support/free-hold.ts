import type { LedgerHold } from '#records';

/**
 * A hold without other processes: nothing is left to complete, and no other process takes over the account.
 */
export const freeHold: LedgerHold = {
  unfinished: [],
  note: async () => 'write',
  msLeft: () => Infinity,
};
