import type { LedgerHold } from '#records';

/** Of a ledger without other processes: nothing is left to complete, and nobody takes the account away. */
export const freeHold: LedgerHold = {
  unfinished: [],
  note: async () => 'write',
  msLeft: () => Infinity,
};
