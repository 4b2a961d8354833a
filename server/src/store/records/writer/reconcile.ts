// Compares the counts in memory with the tables while records keep arriving.
import type { MonthlyUsage } from './usage.ts';

/** Records of each account that arrived since then. */
export type CountArrived = (sinceMs: number) => Promise<[account: number, records: number][]>;

export interface UsageCorrection {
  account: number;
  from: number;
  to: number;
}

export interface Reconciliation {
  /** Accounts that were checked. */
  accounts: number;
  corrected: UsageCorrection[];
}

const NOTHING: Reconciliation = { accounts: 0, corrected: [] };

/**
 * The tables are counted between two readings of the memory. They have at least what was on disk at the first
 * reading and at most what was at the second. If memory was above the tables before, or is below them after, it
 * is wrong by at least that difference, whatever arrived in between. The count is corrected by that difference,
 * up or down. A later run, with less traffic, corrects the rest. Lowering is right even if records have
 * expired: arrivals are counted apart from records and stay.
 */
export async function reconcileCounts(
  usage: MonthlyUsage,
  settleAll: () => Promise<void>,
  countArrived: CountArrived,
): Promise<Reconciliation> {
  const { month } = usage;
  if (usage.clockIsBehind) return NOTHING;
  const before = usage.onDisk();
  await settleAll();
  const stored = new Map(await countArrived(Date.parse(`${month}-01T00:00:00Z`)));
  if (usage.month !== month) return NOTHING;
  const after = usage.onDisk();
  const accounts = new Set([...stored.keys(), ...after.keys()]);
  const corrected: UsageCorrection[] = [];
  for (const account of accounts) {
    const records = stored.get(account) ?? 0;
    const tooMany = Math.max(0, (before.get(account) ?? 0) - records);
    const tooFew = Math.max(0, records - (after.get(account) ?? 0));
    if (tooMany === 0 && tooFew === 0) continue;
    const from = usage.of(account);
    usage.correct(account, tooFew - tooMany);
    corrected.push({ account, from, to: usage.of(account) });
  }
  return { accounts: accounts.size, corrected };
}
